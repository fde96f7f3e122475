import { CONFIRMED_DAYS } from '#contract/confirmations.ts';
import { addDays, dayOf } from '#shared/insights/report-zone.ts';
import type { Deps } from '#server/base/http/context.ts';
import { replaceCallList } from './queries-call-list.ts';

/** More than staff can call in an hour, and few enough for any list. */
const LONGEST_LIST = 1_000;

/** Rebuilds the list. It is stored, because adding up the views of 90 days for each of its pages would read too many rows. */
export async function countCallList({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const from = addDays(dayOf(now), -CONFIRMED_DAYS);
  await db.transaction((trx) => replaceCallList(trx, { now, from, limit: LONGEST_LIST }));
}
