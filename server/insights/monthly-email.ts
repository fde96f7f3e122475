import { z } from 'zod';
import type { ComparedFigures } from '#contract/dashboard.ts';
import { addDays, dayOf, type Period } from '#contract/insights/report-zone.ts';
import { unsubscribeLink } from '#server/accounts/notifications.ts';
import { enqueueEmail } from '#server/email.ts';
import type { Deps } from '#server/http/context.ts';
import { enqueue, job } from '#server/jobs/queue.ts';
import { sumListingActions } from './owner.ts';
import * as sql from './queries-monthly.ts';

/** Longer lists would hide what matters; the dashboard has them all. */
const MOST_LISTINGS = 5;

/** The last whole month in New York, and the month before it. */
export function lastMonths(now: Date): { period: Period; previous: Period } {
  const firstOf = (day: string) => `${day.slice(0, 7)}-01`;
  const to = addDays(firstOf(dayOf(now)), -1);
  const from = firstOf(to);
  const previousTo = addDays(from, -1);
  return { period: { from, to }, previous: { from: firstOf(previousTo), to: previousTo } };
}

const monthName = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' });

const count = (n: number, one: string, many: string): string => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

/** "12 calls, 3 more than in September". */
function compareMonths(now: number, before: number, one: string, many: string, month: string): string {
  const words = count(now, one, many);
  if (now === before) return now === 0 ? `No ${many}` : `${words}, as many as in ${month}`;
  return `${words}, ${Math.abs(now - before).toLocaleString('en-US')} ${now > before ? 'more' : 'fewer'} than in ${month}`;
}

const describeFigures = ({ now, before }: ComparedFigures, month: string): string =>
  [
    compareMonths(now.calls, before.calls, 'call', 'calls', month),
    compareMonths(now.views, before.views, 'profile view', 'profile views', month),
    compareMonths(now.appointments, before.appointments, 'appointment request', 'appointment requests', month),
  ].join('\n');

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
        now,
      );
      const before = monthName(periods.previous.from);
      const busiest = listings
        .toSorted((a, b) => figures.get(b.id)!.now.views - figures.get(a.id)!.now.views)
        .slice(0, MOST_LISTINGS);
      const [only] = listings.length === 1 ? listings : [];
      const left = listings.length - busiest.length;
      await enqueueEmail(trx, deps, {
        to: reader.email,
        name: reader.name,
        subject: `${only ? only.name : 'Your practices'} in ${monthName(month)}`.replace(/[\r\n]+/g, ' '),
        text: [
          ...busiest.map(
            ({ id, name, city }) =>
              `${only ? '' : `${[name, city].filter(Boolean).join(', ')}\n`}${describeFigures(figures.get(id)!, before)}`,
          ),
          ...(left > 0
            ? [`The figures of ${count(left, 'more practice', 'more practices')} are on your dashboard.`]
            : []),
          'Each visitor is counted once per hour. Your own visits are excluded.',
        ],
        action: only
          ? { label: 'See the insights', url: `${deps.config.PUBLIC_URL}/dashboard/listings/${only.id}/insights` }
          : { label: 'Open your dashboard', url: `${deps.config.PUBLIC_URL}/dashboard` },
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
