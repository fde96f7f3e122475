import type { Knex } from 'knex';
import type { z } from 'zod';
import { noteTemplate, type addNoteTemplate, type changeNoteTemplate } from '#contract/claims/note-templates.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict, notFound } from '#server/base/http/errors.ts';
import { rejectIfChanged } from '#server/base/http/edit-conflict.ts';
import { audit, lastChange } from '#server/audit/audit.ts';
import {
  insertTemplate,
  deleteTemplateRow,
  lockTemplate,
  findTemplate,
  updateTemplate,
  type TemplateRow,
} from './queries-templates.ts';

type Form = z.output<(typeof addNoteTemplate)['body']>;
const templateNotFound = () => notFound("We couldn't find this template.");

/** Runs a change in a transaction. Responds 409 if the name is taken. */
async function runChange<T>(ctx: Ctx<Actor>, change: (trx: Knex) => Promise<T>): Promise<T> {
  try {
    return await ctx.db.transaction(change);
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'claim_note_templates_name')
      throw conflict('A template with this name already exists.', 'name_taken');
    throw error;
  }
}

const editedBy = (ctx: Ctx<Actor>) => ({ updatedAt: ctx.clock.now(), updatedBy: ctx.actor.userId });
const auditEntry = (ctx: Ctx<Actor>, action: string, subjectId: number) => ({
  at: ctx.clock.now(),
  action: `note_template.${action}`,
  subject: 'note_template',
  subjectId,
});

export const addTemplate = (ctx: Ctx<Actor>, form: Form): Promise<TemplateRow> =>
  runChange(ctx, async (trx) => {
    const id = await insertTemplate(trx, { ...form, ...editedBy(ctx) });
    await audit(trx, ctx.actor, { ...auditEntry(ctx, 'created', id), after: form });
    return (await findTemplate(trx, id))!;
  });

export const changeTemplate = (
  ctx: Ctx<Actor>,
  id: number,
  { read, ...form }: z.output<(typeof changeNoteTemplate)['body']>,
): Promise<TemplateRow> =>
  runChange(ctx, async (trx) => {
    const before = await lockTemplate(trx, id);
    if (!before) throw templateNotFound();
    await rejectIfChanged({
      read,
      schema: noteTemplate,
      stored: before,
      newValues: form,
      actor: ctx.actor,
      findLastChange: (fields) => lastChange(trx, { subject: 'note_template', subjectId: id }, { fields }),
    });
    await updateTemplate(trx, id, { ...form, ...editedBy(ctx) });
    const { name, body } = before;
    await audit(trx, ctx.actor, { ...auditEntry(ctx, 'updated', id), before: { name, body }, after: form });
    return (await findTemplate(trx, id))!;
  });

export const deleteTemplate = (ctx: Ctx<Actor>, id: number): Promise<{ ok: true }> =>
  runChange(ctx, async (trx) => {
    const before = await findTemplate(trx, id);
    if (!before || (await deleteTemplateRow(trx, id)) === 0) throw templateNotFound();
    const { name, body } = before;
    await audit(trx, ctx.actor, { ...auditEntry(ctx, 'deleted', id), before: { name, body } });
    return { ok: true };
  });
