import type { Knex } from 'knex';
import type { z } from 'zod';
import { noteTemplate, type addNoteTemplate, type changeNoteTemplate } from '#contract/note-templates.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { conflict, notFound } from '#server/http/errors.ts';
import { rejectIfChanged } from '#server/http/edit-conflict.ts';
import { audit, lastChange } from '#server/audit/audit.ts';
import {
  addTemplate,
  dropTemplate,
  lockTemplate,
  templateById,
  writeTemplate,
  type TemplateRow,
} from './queries-templates.ts';

type Form = z.output<(typeof addNoteTemplate)['body']>;
const missing = () => notFound('There is no such template.');

/** One change with its entry in the audit log; a name that is taken is said in words. */
async function changing<T>(ctx: Ctx<Actor>, change: (trx: Knex) => Promise<T>): Promise<T> {
  try {
    return await ctx.db.transaction(change);
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'claim_note_templates_name')
      throw conflict('There is a template of this name already.', 'name_taken');
    throw error;
  }
}

const by = (ctx: Ctx<Actor>) => ({ updatedAt: ctx.clock.now(), updatedBy: ctx.actor.userId });
const entry = (ctx: Ctx<Actor>, action: string, subjectId: number) => ({
  at: ctx.clock.now(),
  action: `note_template.${action}`,
  subject: 'note_template',
  subjectId,
});

export const keepTemplate = (ctx: Ctx<Actor>, form: Form): Promise<TemplateRow> =>
  changing(ctx, async (trx) => {
    const id = await addTemplate(trx, { ...form, ...by(ctx) });
    await audit(trx, ctx.actor, { ...entry(ctx, 'created', id), after: form });
    return (await templateById(trx, id))!;
  });

export const changeTemplate = (
  ctx: Ctx<Actor>,
  id: number,
  { read, ...form }: z.output<(typeof changeNoteTemplate)['body']>,
): Promise<TemplateRow> =>
  changing(ctx, async (trx) => {
    const before = await lockTemplate(trx, id);
    if (!before) throw missing();
    await rejectIfChanged({
      read,
      schema: noteTemplate,
      stored: before,
      newValues: form,
      actor: ctx.actor,
      findLastChange: (fields) => lastChange(trx, { subject: 'note_template', subjectId: id }, { fields }),
    });
    await writeTemplate(trx, id, { ...form, ...by(ctx) });
    const { name, body } = before;
    await audit(trx, ctx.actor, { ...entry(ctx, 'updated', id), before: { name, body }, after: form });
    return (await templateById(trx, id))!;
  });

export const deleteTemplate = (ctx: Ctx<Actor>, id: number): Promise<{ ok: true }> =>
  changing(ctx, async (trx) => {
    const before = await templateById(trx, id);
    if (!before || (await dropTemplate(trx, id)) === 0) throw missing();
    const { name, body } = before;
    await audit(trx, ctx.actor, { ...entry(ctx, 'deleted', id), before: { name, body } });
    return { ok: true };
  });
