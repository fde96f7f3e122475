import { z } from 'zod';
import { addDays, dayOf, type Period } from '#shared/insights/report-zone.ts';
import { unsubscribeLink } from '#server/accounts/notifications.ts';
import type { Deps } from '#server/base/http/context.ts';
import { enqueue, job } from '#server/base/jobs/queue.ts';
import { emailMonthlyInsights } from './emails.ts';
import { sumListingActions } from './owner.ts';
import * as sql from './queries-monthly.ts';

/** The last whole month in New York, and the month before it. */
export function lastMonths(now: Date): { period: Period; previous: Period } {
  const firstOf = (day: string) => `${day.slice(0, 7)}-01`;
  const to = addDays(firstOf(dayOf(now)), -1);
  const from = firstOf(to);
  const previousTo = addDays(from, -1);
  return { period: { from, to }, previous: { from: firstOf(previousTo), to: previousTo } };
}

/** Emails one owner. The month is marked in the same transaction, so a repeated job sends nothing twice. */
export const sendMonthlyInsights = job('insights.monthly-email', {
  payload: z.object({ userId: z.int(), month: z.string() }),
  async handle({ userId, month }, deps: Deps) {
    const now = deps.clock.now();
    const periods = lastMonths(now);
    if (periods.period.from !== month) return;
    await deps.db.transaction(async (trx) => {
      const reader = await sql.findReader(trx, userId);
      if (!reader || reader.listings.length === 0 || !(await sql.markMonthlySent(trx, userId, month))) return;
      const { listings } = reader;
      const figures = await sumListingActions(
        trx,
        listings.map(({ id }) => id),
        periods,
      );
      await emailMonthlyInsights(trx, deps, reader, {
        month,
        monthBefore: periods.previous.from,
        listings: listings.map((listing) => ({ ...listing, figures: figures.get(listing.id)! })),
        unsubscribe: unsubscribeLink(deps, userId, 'monthlyInsights'),
      });
    });
  },
});

/** Runs on the second of each month, when every day of the last month is counted. */
export async function enqueueMonthlyInsights({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const month = lastMonths(clock.now()).period.from;
  for (const userId of await sql.findMonthlyReaders(db, month))
    await enqueue(db, sendMonthlyInsights, { userId, month }, { key: `insights.monthly-email:${userId}` });
}
