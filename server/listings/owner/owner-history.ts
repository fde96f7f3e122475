import type { z } from 'zod';
import type { historyEntry } from '#contract/listing-history.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { notFound } from '#server/http/errors.ts';
import type { LastChange } from '#server/http/edit-conflict.ts';
import { isRestorable } from '../history.ts';
import { findHistory, findLastEntry, type HistoryRow } from '../queries-history.ts';
import { findTeam, findRole } from './queries-owner.ts';

const PAGE_SIZE = 50;
/** Who decided on ownership, and when something went away, is staff's record. */
const adminOnlyFields = new Set(['deletedAt', 'isVerified', 'ownershipReviewedAt']);

/** Colleagues by name, staff as staff, and nobody else's name. */
export async function findOwnHistory(
  ctx: Ctx<Actor>,
  id: number,
  before: number | undefined,
): Promise<z.input<typeof historyEntry>[]> {
  if (!(await findRole(ctx.db, id, ctx.actor.userId))) throw notFound('We could not find this listing.');
  const team = new Set(await findTeam(ctx.db, id));
  const entries = await findHistory(ctx.db, id, { before, limit: PAGE_SIZE });
  return entries
    .filter((entry) => !adminOnlyFields.has(entry.field))
    .map((entry) => toHistoryEntry(entry, entry.userId !== null && team.has(entry.userId)));
}

/** Who changed these fields last. Owners know their colleagues by name; staff know everyone. */
export async function findLastChange(
  trx: Ctx['db'],
  id: number,
  fields: string[],
  { staff = false } = {},
): Promise<LastChange | null> {
  const names = fields.map((field) => (field === 'services' ? 'serviceIds' : field));
  const entry = await findLastEntry(trx, id, names);
  if (!entry) return null;
  const named = staff || (entry.userId !== null && (await findTeam(trx, id)).includes(entry.userId));
  const { by } = toHistoryEntry(entry, named);
  const name = by === 'Enamel' ? 'Our staff' : (by ?? (entry.source === 'import' ? 'An import' : null));
  return { userId: entry.userId, name, at: entry.at };
}

/** For staff: everything, with everyone's name. */
export async function findAdminHistory(
  db: Ctx['db'],
  id: number,
  before?: number,
): Promise<z.input<typeof historyEntry>[]> {
  return (await findHistory(db, id, { before, limit: PAGE_SIZE })).map((entry) => toHistoryEntry(entry, true));
}

function toHistoryEntry(entry: HistoryRow, named: boolean): z.input<typeof historyEntry> {
  const staff = entry.source === 'staff' || entry.source === 'claim';
  return {
    ...entry,
    // Who the owner was is nobody's business afterwards; that it changed is.
    ...(entry.field === 'userId' ? { before: entry.before !== null, after: entry.after !== null } : {}),
    by: named ? entry.userName : staff ? 'Enamel' : null,
    canPutBack: isRestorable(entry.field),
  };
}
