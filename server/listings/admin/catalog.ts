import type { Knex } from 'knex';
import { z } from 'zod';
import type * as contract from '#contract/listings/admin-catalog.ts';
import { audit, lastChange } from '#server/audit/audit.ts';
import { sliceOf } from '#server/base/tables/pagination.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { rejectIfChanged } from '#server/base/http/edit-conflict.ts';
import { conflict, notFound, Refusal } from '#server/base/http/errors.ts';
import * as sql from './queries-catalog.ts';
import type { TableKind } from './queries-catalog.ts';

/** The subject of the audit log: "service", "practice type", or "practice". */
const subjects: Record<TableKind, string> = {
  services: 'service',
  'practice-types': 'practice type',
  practices: 'practice',
};

export const findCatalog = (
  ctx: Ctx<Actor>,
  kind: TableKind,
  query: z.output<(typeof contract.listCatalog)['query']>,
) => sql.findEntries(ctx.db, kind, query.q ?? '', sliceOf(query));

async function lockEntry(trx: Knex, kind: TableKind, id: number): Promise<sql.CatalogRow> {
  const [entry] = await sql.lockEntries(trx, kind, [id]);
  if (!entry) throw notFound(`That ${subjects[kind]} does not exist.`);
  return entry;
}

const entrySchema = z.object({ name: z.string() });

export async function renameEntry(
  ctx: Ctx<Actor>,
  kind: TableKind,
  id: number,
  { name, read }: z.output<(typeof contract.renameCatalogEntry)['body']>,
): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const entry = await lockEntry(trx, kind, id);
    const subject = subjects[kind];
    await rejectIfChanged({
      read,
      schema: entrySchema,
      stored: { name: entry.name },
      newValues: { name },
      actor: ctx.actor,
      findLastChange: (fields) => lastChange(trx, { subject, subjectId: id }, { fields }),
    });
    if (entry.name === name) return;
    if (await sql.isNameTaken(trx, kind, name, id)) {
      const sentence = `There is already a ${subject} with this name. Merge the two instead.`;
      throw new Refusal(409, 'name_taken', sentence, { fields: { name: sentence } });
    }
    await sql.renameEntry(trx, kind, id, name);
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: 'catalog.renamed',
      subject,
      subjectId: id,
      before: { name: entry.name },
      after: { name },
    });
  });
}

export type MergeBody = z.output<(typeof contract.mergeCatalogEntry)['body']>;

const mergeSchema = z.object({ name: z.string(), intoName: z.string() });

/** Rejects a merge whose entries have other names than the ones that the caller chose. */
export async function rejectIfRenamed(
  trx: Knex,
  actor: Actor,
  subject: string,
  { from, to, read }: { from: Named; to: Named; read: MergeBody['read'] },
): Promise<void> {
  const stored = { name: from.name, intoName: to.name };
  const isFirst = read?.name !== from.name;
  await rejectIfChanged({
    read,
    schema: mergeSchema,
    stored,
    // The entry will be gone.
    newValues: { name: null },
    actor,
    findLastChange: () => lastChange(trx, { subject, subjectId: isFirst ? from.id : to.id }, { fields: ['name'] }),
  });
}
interface Named {
  id: number;
  name: string;
}

/** Returns how many listings moved. Deleted listings move too, so that they can be restored. */
export async function mergeEntry(
  ctx: Ctx<Actor>,
  kind: TableKind,
  id: number,
  { intoId, read }: MergeBody,
): Promise<number> {
  if (id === intoId) throw new Refusal(400, 'same_entry', `Please choose another ${subjects[kind]}.`);
  return ctx.db.transaction(async (trx) => {
    const locked = await sql.lockEntries(trx, kind, [id, intoId]);
    const from = locked.find((entry) => entry.id === id);
    const to = locked.find((entry) => entry.id === intoId);
    if (!from || !to) throw notFound(`That ${subjects[kind]} does not exist.`);
    await rejectIfRenamed(trx, ctx.actor, subjects[kind], { from, to, read });
    const listings = await sql.countUses(trx, kind, id);
    await sql.moveUses(trx, kind, from, to);
    await sql.deleteEntry(trx, kind, id);
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: 'catalog.merged',
      subject: subjects[kind],
      subjectId: intoId,
      note: `${from.name} (${id}) into ${to.name} (${intoId}), ${listings} ${listings === 1 ? 'listing' : 'listings'}`,
    });
    return listings;
  });
}

export async function removeEntry(ctx: Ctx<Actor>, kind: TableKind, id: number): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const entry = await lockEntry(trx, kind, id);
    if ((await sql.countUses(trx, kind, id)) > 0)
      throw conflict('Listings still use it. Merge it into another one instead.', 'in_use');
    await sql.deleteEntry(trx, kind, id);
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: 'catalog.deleted',
      subject: subjects[kind],
      subjectId: id,
      note: entry.name,
    });
  });
}
