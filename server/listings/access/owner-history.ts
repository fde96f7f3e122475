import type { Knex } from 'knex';
import type { z } from 'zod';
import type { historyEntry } from '#contract/listings/listing-history.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import type { LastChange } from '#server/base/http/edit-conflict.ts';
import { isRestorable } from '../history.ts';
import { findHistory, findLastEntry, type HistoryRow } from '../queries-history.ts';
import { requireRole } from './access.ts';
import { findTeam } from './queries-managers.ts';

type HistoryEntry = z.input<typeof historyEntry>;

const PAGE_SIZE = 50;
const adminOnlyFields = new Set([
  'deletedAt',
  'heldAt',
  'isVerified',
  'ownershipReviewedAt',
  'identityChangedAt',
  'licenseDiscipline',
]);

/** The history for owners and managers, who see only each other's names. */
export async function findOwnHistory(
  { db, actor, settings }: Ctx<Actor>,
  id: number,
  before: number | undefined,
): Promise<HistoryEntry[]> {
  await requireRole(db, actor, id);
  const team = await findTeam(db, id);
  const entries = await findHistory(db, id, { before, limit: PAGE_SIZE });
  return entries
    .filter((entry) => !adminOnlyFields.has(entry.field))
    .map((entry) => toHistoryEntry(entry, entry.userId !== null && team.includes(entry.userId), settings.brand));
}

/** The history for admins, who see every name. */
export async function findAdminHistory(db: Knex, id: number, before?: number): Promise<HistoryEntry[]> {
  const entries = await findHistory(db, id, { before, limit: PAGE_SIZE });
  return entries.map((entry) => toHistoryEntry(entry, true));
}

/** The last change of any of these fields. Owners and managers see the names of their team, admins every name. */
export async function findLastChange(
  trx: Knex,
  id: number,
  fields: string[],
  { isAdmin = false } = {},
): Promise<LastChange | null> {
  const storedFields = fields.map((field) => (field === 'services' ? 'serviceIds' : field));
  const entry = await findLastEntry(trx, id, storedFields);
  if (!entry) return null;
  const showName = isAdmin || (entry.userId !== null && (await findTeam(trx, id)).includes(entry.userId));
  const { by } = toHistoryEntry(entry, showName, 'Our staff');
  const name = by ?? (entry.source === 'import' ? 'An import' : null);
  // A program that used the person's key made the change, so it wasn't made in another window.
  return { userId: entry.madeWith === null ? entry.userId : null, name, at: entry.at };
}

function toHistoryEntry(entry: HistoryRow, showName: boolean, staff = ''): HistoryEntry {
  const isByStaff = entry.source === 'staff' || entry.source === 'claim';
  return {
    ...entry,
    // Shows that the owner changed, but not who owned the listing before.
    ...(entry.field === 'userId' ? { before: entry.before !== null, after: entry.after !== null } : {}),
    by: showName ? (entry.madeWith ?? entry.userName) : isByStaff ? staff : null,
    canPutBack: isRestorable(entry.field),
  };
}
