import { dayOf } from '#shared/insights/report-zone.ts';
import type { HealthCheck } from '#shared/data-health/health-checks.ts';
import type { Deps } from '#server/base/http/context.ts';
import { findConfirmedShare } from '#server/confirmations/confirmed-share.ts';
import { explainMatch, findLikelyDuplicates } from '#server/listings/matching/matching.ts';
import type { Slice } from '#server/base/tables/pagination.ts';
import { countChecks, findDays, findUnhealthy, saveDay } from './queries.ts';

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 90;

export async function describeDataHealth({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const at = clock.now();
  const since = dayOf(new Date(at.getTime() - SHOWN_DAYS * DAY_MS));
  const [current, days] = [await countChecks(db), await findDays(db, since)];
  return { at, ...current, confirmed: await findConfirmedShare({ db, clock }), days };
}

/** The listings that fail a check. A possible duplicate has the listing that it most likely repeats. */
export async function listFailing({ db }: Pick<Deps, 'db'>, check: HealthCheck, slice: Slice) {
  const listings = await findUnhealthy(db, check, slice);
  const ids = check === 'duplicate' ? listings.map(({ id }) => id) : [];
  const found = ids.length > 0 ? await findLikelyDuplicates(db, ids) : [];
  const matches = new Map(
    found.map(({ row, id, name, score, evidence }) => [row, { id, name, score, why: explainMatch(evidence) }]),
  );
  return listings.map((listing) => ({ ...listing, match: matches.get(listing.id) ?? null }));
}

/** The counts that were stored last, of the last week. */
export async function findLastDay({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return (await findDays(db, dayOf(new Date(clock.now().getTime() - 7 * DAY_MS)))).at(-1);
}

/** Stores today's counts. A second run on the same day replaces them. */
export async function saveDataHealth({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await saveDay(db, dayOf(clock.now()), await countChecks(db));
}
