import type { Knex } from 'knex';
import { z } from 'zod';
import type * as contract from '#contract/listings/admin-catalog.ts';
import { assignDates } from '#server/articles/schedule.ts';
import { audit, lastChange } from '#server/audit/audit.ts';
import { sliceOf } from '#server/base/tables/pagination.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { rejectIfChanged } from '#server/base/http/edit-conflict.ts';
import { conflict, notFound, Refusal } from '#server/base/http/errors.ts';
import * as sql from './queries-catalog.ts';
import type { TableKind } from './queries-catalog.ts';
import { findOpenMerges, insertMerge, lockOpenMerge, restoreEntry } from './queries-catalog-merges.ts';

/** The subject of the audit log. */
const subjects: Record<TableKind, string> = {
  services: 'service',
  'practice-types': 'practice type',
  practices: 'practice',
  topics: 'topic',
};

/** Words how many listings or articles use an entry: "3 listings". */
const countUses = (kind: TableKind, count: number): string => {
  const one = kind === 'topics' ? 'article' : 'listing';
  return `${count} ${count === 1 ? one : `${one}s`}`;
};

/** Gives the approved drafts of these topics new dates. */
async function assignTopicDates(trx: Knex, entries: readonly sql.CatalogRow[], at: Date): Promise<void> {
  for (const { slug } of entries) if (slug !== undefined) await assignDates(trx, slug, at);
}

/** The entries with the merges that can be undone. */
export async function findCatalog(
  { db }: Ctx<Actor>,
  kind: TableKind,
  query: z.output<(typeof contract.listCatalog)['query']>,
) {
  const { items, total } = await sql.findEntries(db, kind, query.q ?? '', sliceOf(query));
  const ids = items.map(({ id }) => id);
  const merges = await findOpenMerges(db, kind, ids);
  const mergesOf = (id: number) =>
    merges.filter(({ intoId }) => intoId === id).map((merge) => ({ id: merge.id, name: merge.goneName }));
  return { items: items.map((entry) => ({ ...entry, merges: mergesOf(entry.id) })), total };
}

function rejectTaken(subject: string): never {
  const sentence = `There is already a ${subject} with this name. Merge the two instead.`;
  throw new Refusal(409, 'name_taken', sentence, { fields: { name: sentence } });
}

export async function addEntry(
  ctx: Ctx<Actor>,
  kind: TableKind,
  { name, about }: z.output<(typeof contract.addCatalogEntry)['body']>,
): Promise<{ id: number }> {
  return ctx.db.transaction(async (trx) => {
    if (await sql.isNameTaken(trx, kind, name, 0)) {
      const sentence = `There is already a ${subjects[kind]} with this name.`;
      throw new Refusal(409, 'name_taken', sentence, { fields: { name: sentence } });
    }
    const id = await sql.insertEntry(trx, kind, name);
    if (kind === 'topics' && about !== undefined) await sql.describeTopic(trx, id, about);
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: 'catalog.added',
      subject: subjects[kind],
      subjectId: id,
      note: name,
    });
    return { id };
  });
}

async function lockEntry(trx: Knex, kind: TableKind, id: number): Promise<sql.CatalogRow> {
  const [entry] = await sql.lockEntries(trx, kind, [id]);
  if (!entry) throw notFound(`That ${subjects[kind]} does not exist.`);
  return entry;
}

const entrySchema = z.object({ name: z.string(), about: z.string() });

export async function renameEntry(
  ctx: Ctx<Actor>,
  kind: TableKind,
  id: number,
  { name, about, read }: z.output<(typeof contract.renameCatalogEntry)['body']>,
): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const entry = await lockEntry(trx, kind, id);
    const subject = subjects[kind];
    const before = { name: entry.name, ...(kind === 'topics' && { about: entry.about ?? '' }) };
    const after = { name, ...(kind === 'topics' && { about: about ?? entry.about ?? '' }) };
    await rejectIfChanged({
      read,
      schema: entrySchema,
      stored: { about: '', ...before },
      newValues: after,
      actor: ctx.actor,
      findLastChange: (fields) => lastChange(trx, { subject, subjectId: id }, { fields }),
    });
    if (kind === 'topics' && after.about !== before.about) await sql.describeTopic(trx, id, after.about ?? '');
    else if (entry.name === name) return;
    if (await sql.isNameTaken(trx, kind, name, id)) rejectTaken(subject);
    if (entry.name !== name) await sql.renameEntry(trx, kind, id, name);
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: 'catalog.renamed',
      subject,
      subjectId: id,
      before,
      after,
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

/** Returns how many listings moved, and the merge that can be undone. Deleted listings move too, so that they can be restored. */
export async function mergeEntry(
  ctx: Ctx<Actor>,
  kind: TableKind,
  id: number,
  { intoId, read }: MergeBody,
): Promise<{ listings: number; mergeId: number }> {
  if (id === intoId) throw new Refusal(400, 'same_entry', `Please choose another ${subjects[kind]}.`);
  return ctx.db.transaction(async (trx) => {
    const locked = await sql.lockEntries(trx, kind, [id, intoId]);
    const from = locked.find((entry) => entry.id === id);
    const to = locked.find((entry) => entry.id === intoId);
    if (!from || !to) throw notFound(`That ${subjects[kind]} does not exist.`);
    await rejectIfRenamed(trx, ctx.actor, subjects[kind], { from, to, read });
    const listings = await sql.countUses(trx, kind, id);
    const at = ctx.clock.now();
    const mergeId = await insertMerge(trx, kind, { fromId: id, toId: intoId, at });
    await sql.moveUses(trx, kind, from, to);
    await sql.deleteEntry(trx, kind, id);
    await assignTopicDates(trx, [from, to], at);
    await audit(trx, ctx.actor, {
      at,
      action: 'catalog.merged',
      subject: subjects[kind],
      subjectId: intoId,
      note: `${from.name} (${id}) into ${to.name} (${intoId}), ${countUses(kind, listings)}`,
    });
    return { listings, mergeId };
  });
}

/** Separates a merged entry again. Listings that staff or owners have changed since keep what they have. */
export async function undoCatalogMerge(ctx: Ctx<Actor>, mergeId: number): Promise<{ listings: number }> {
  return ctx.db.transaction(async (trx) => {
    const merge = await lockOpenMerge(trx, mergeId);
    if (!merge) throw conflict('This merge was already undone.', 'already_undone');
    const { kind, intoId, goneId, goneName } = merge;
    const [into] = await sql.lockEntries(trx, kind, [intoId]);
    if (!into) throw conflict('The entry that it was merged into no longer exists.', 'already_undone');
    if (await sql.isNameTaken(trx, kind, goneName, intoId)) rejectTaken(subjects[kind]);
    const at = ctx.clock.now();
    const listings = await restoreEntry(trx, merge, at);
    await assignTopicDates(trx, await sql.lockEntries(trx, kind, [goneId, intoId]), at);
    await audit(trx, ctx.actor, {
      at,
      action: 'catalog.separated',
      subject: subjects[kind],
      subjectId: goneId,
      note: `${goneName} (${goneId}) from ${into.name} (${intoId}), ${countUses(kind, listings)}`,
    });
    return { listings };
  });
}

export async function removeEntry(ctx: Ctx<Actor>, kind: TableKind, id: number): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const entry = await lockEntry(trx, kind, id);
    if ((await sql.countUses(trx, kind, id)) > 0)
      throw conflict(
        `${kind === 'topics' ? 'Articles' : 'Listings'} still use it. Merge it into another one instead.`,
        'in_use',
      );
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
