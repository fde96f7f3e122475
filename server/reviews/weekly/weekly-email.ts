import { z } from 'zod';
import { addDays, dayOf, type Period } from '#shared/insights/report-zone.ts';
import { unsubscribeLink } from '#server/accounts/notifications.ts';
import type { Deps } from '#server/base/http/context.ts';
import { enqueue, job } from '#server/base/jobs/queue.ts';
import { emailWeeklyReviews } from '../emails.ts';
import { findPerson } from '../reports/queries-reports.ts';
import * as sql from './queries-weekly.ts';

/** The last whole week in New York, from Monday to Sunday. */
export function lastWeek(now: Date): Period {
  const today = dayOf(now);
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const to = addDays(today, -1 - sinceMonday);
  return { from: addDays(to, -6), to };
}

/** Emails one owner. The week is marked in the same transaction, so a repeated job sends nothing twice. */
export const sendWeeklyReviews = job('reviews.weekly-email', {
  payload: z.object({ userId: z.int(), from: z.string() }),
  async handle({ userId, from }, deps: Deps) {
    const week = lastWeek(deps.clock.now());
    if (week.from !== from) return;
    await deps.db.transaction(async (trx) => {
      const owner = await findPerson(trx, userId);
      const listings = await sql.findWeeklyListings(trx, userId, week);
      if (!owner || listings.length === 0 || !(await sql.markWeeklySent(trx, userId, from))) return;
      const unsubscribe = unsubscribeLink(deps, userId, 'weeklyReviews');
      await emailWeeklyReviews(trx, deps, owner, { listings, unsubscribe });
    });
  },
});

/** Runs on Mondays, when the last week is over in New York. */
export async function enqueueWeeklyReviews({ db, clock }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const week = lastWeek(clock.now());
  for (const userId of await sql.findWeeklyReaders(db, week))
    await enqueue(db, sendWeeklyReviews, { userId, from: week.from }, { key: `reviews.weekly-email:${userId}` });
}
