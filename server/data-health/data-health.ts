import type { Knex } from 'knex';
import { dayOf } from '#shared/insights/report-zone.ts';
import type { HealthCheck } from '#shared/data-health/health-checks.ts';
import type { Deps } from '#server/base/http/context.ts';
import { findConfirmedShare } from '#server/confirmations/confirmed-share.ts';
import { healthConditions } from '#server/listings/admin/listing-health.ts';
import { explainMatch, findDuplicates } from '#server/listings/matching/matching.ts';
import type { Slice } from '#server/base/tables/pagination.ts';
import * as sql from './queries.ts';

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 90;

/** Counts all checks, and the groups of listings that are each other's most likely duplicates. */
async function countAll(db: Knex): Promise<sql.HealthCounts & { clusters: number }> {
  const { total, counts } = await sql.countChecks(db);
  const duplicates = await findDuplicates(db);
  const best = new Map(duplicates.map(({ row, id }) => [row, id]));
  return {
    total,
    counts: { ...counts, duplicate: duplicates.length } as sql.HealthCounts['counts'],
    clusters: duplicates.filter(({ row, id }) => row < id && best.get(id) === row).length,
  };
}

export async function describeDataHealth({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const at = clock.now();
  const since = dayOf(new Date(at.getTime() - SHOWN_DAYS * DAY_MS));
  const [current, days] = [await countAll(db), await sql.findDays(db, since)];
  return { at, ...current, confirmed: await findConfirmedShare({ db, clock }), days };
}

/** The SQL condition of a check about a listing d. Possible duplicates are found together, because a test of each listing is slow. */
export const conditionOf = async (db: Knex, check: HealthCheck): Promise<string> =>
  check === 'duplicate' ? sql.isAmong((await findDuplicates(db)).map(({ row }) => row)) : healthConditions[check];

/** The listings that fail a check, and how many there are. A possible duplicate has the listing that it most likely repeats. */
export async function listFailing({ db }: Pick<Deps, 'db'>, check: HealthCheck, slice: Slice) {
  const condition = await conditionOf(db, check);
  const isDuplicate = check === 'duplicate';
  const listings = await sql.findUnhealthy(db, condition, isDuplicate ? 'name' : 'newest', slice);
  const matches = new Map(
    (isDuplicate ? await findDuplicates(db) : []).map(({ row, id, name, score, evidence }) => [
      row,
      { id, name, score, why: explainMatch(evidence) },
    ]),
  );
  return {
    items: listings.map((listing) => ({ ...listing, match: matches.get(listing.id) ?? null })),
    total: await sql.countUnhealthy(db, condition),
  };
}

/** The counts that were stored last, of the last week. */
export async function findLastDay({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return (await sql.findDays(db, dayOf(new Date(clock.now().getTime() - 7 * DAY_MS)))).at(-1);
}

/** Stores today's counts. A second run on the same day replaces them. */
export async function saveDataHealth({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await sql.saveDay(db, dayOf(clock.now()), await countAll(db));
}
