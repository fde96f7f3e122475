import type { Knex } from 'knex';
import type { z } from 'zod';
import type { ownerInsights } from '#contract/insights/analytics.ts';
import type { ComparedFigures } from '#contract/dashboard.ts';
import { addDays, dayOf, listDays, type Period } from '#shared/insights/report-zone.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { notFound } from '#server/base/http/errors.ts';
import { requireActivePlan } from '#server/listings/access/plan.ts';
import { withPreviousPeriod } from './analytics.ts';
import { isOwnedOrManaged } from './queries-analytics.ts';
import { findListingActions, sumActions } from './days/queries-daily.ts';
import {
  countAppointmentRequests,
  sumAppointmentRequests,
  sumCallAnswers,
} from './tracking/queries-practice-contacts.ts';
import { splitPeriod } from './days/seal-days.ts';
import { findShown } from './days/shown.ts';
import { findSearches, findSimilar } from './found.ts';
import { countReviews, findReviewMonths } from './queries-reviews.ts';

const ACTIONS = { views: 'view', calls: 'phone', directions: 'directions', website: 'website' } as const;
/** Requests are counted where they are stored, so those of visitors who aren't tracked count too. */
const APPOINTMENTS = 'appointment_request';

/** The last days including today, and as many before them. */
export function comparePeriods(count: number, now: Date) {
  const to = dayOf(now);
  return withPreviousPeriod({ from: addDays(to, 1 - count), to });
}

/** The views, calls, appointment requests, and reviews of listings in both periods. Listings without any have zeros. */
export async function sumListingActions(
  db: Knex,
  ids: readonly number[],
  { period, previous }: { period: Period; previous: Period },
): Promise<Map<number, ComparedFigures>> {
  const none = () => ({ views: 0, calls: 0, appointments: 0, reviews: 0 });
  const figures = new Map(ids.map((id) => [id, { now: none(), before: none() }]));
  if (ids.length === 0) return figures;
  const both = { from: previous.from, to: period.to };
  const { closed, live } = await splitPeriod(db, both);
  const [actions, requests, reviews] = await Promise.all([
    sumActions(db, ids, period.from, closed, live),
    sumAppointmentRequests(db, ids, period.from, both),
    countReviews(db, ids, { from: previous.from, middle: period.from }),
  ]);
  for (const { dentistId, isBefore, action, n } of actions) {
    const sums = figures.get(dentistId)![isBefore ? 'before' : 'now'];
    if (action === ACTIONS.views) sums.views += n;
    if (action === ACTIONS.calls) sums.calls += n;
  }
  for (const { dentistId, isBefore, n } of requests)
    figures.get(dentistId)![isBefore ? 'before' : 'now'].appointments = n;
  for (const { dentistId, now, before } of reviews) {
    const sums = figures.get(dentistId)!;
    sums.now.reviews = now;
    sums.before.reviews = before;
  }
  return figures;
}

/** The figures of a listing for its owner and managers, and for admins. To everyone else it does not exist. */
export async function findOwnerInsights(
  dentistId: number,
  count: number,
  { db, clock, actor }: Ctx<Actor>,
): Promise<z.input<(typeof ownerInsights)['reply']>> {
  const periods = comparePeriods(count, clock.now());
  const { period, previous } = periods;
  const both = { from: previous.from, to: period.to };
  const [isOwn, { closed, live }] = await Promise.all([
    actor.role === 'admin' || isOwnedOrManaged(db, dentistId, actor),
    splitPeriod(db, both),
  ]);
  if (!isOwn) throw notFound("We couldn't find this listing.");
  if (actor.role !== 'admin') await requireActivePlan(db, dentistId, 'Insights are');
  // Both periods are read at once, because the round trips take longer than the rows.
  const [actions, requests, callAnswers, searches, similar, reviews, shown] = await Promise.all([
    findListingActions(db, dentistId, closed, live),
    countAppointmentRequests(db, dentistId, both),
    sumCallAnswers(db, dentistId, period),
    findSearches(db, dentistId, period),
    findSimilar(db, dentistId, { closed: startAt(closed, period.from), live: startAt(live, period.from) }),
    findReviewMonths(db, dentistId, firstOfYear(period.to)),
    findShown(db, [dentistId], periods),
  ]);
  const rows = [...actions, ...requests.map((row) => ({ ...row, action: APPOINTMENTS }))];
  const now = rows.filter(({ day }) => day >= period.from);
  const before = rows.filter(({ day }) => day < period.from);
  const totals = (rows: typeof now) =>
    countActions((action) => rows.reduce((sum, row) => (row.action === action ? sum + row.n : sum), 0));
  return {
    ...periods,
    days: listDays(periods.period.from, periods.period.to).map((day) => ({
      day,
      ...totals(now.filter((row) => row.day === day)),
    })),
    totals: totals(now),
    before: totals(before),
    shown: shown?.get(dentistId) ?? null,
    callAnswers,
    searches,
    similar,
    reviews,
  };
}

/** The first day of the eleventh month before, so that twelve months are shown with this one. */
function firstOfYear(day: string): string {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 12;
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}

/** The part of a range from this day on. */
function startAt(range: Period | null, from: string): Period | null {
  if (range === null || range.to < from) return null;
  return { from: range.from < from ? from : range.from, to: range.to };
}

const countActions = (count: (action: string) => number) => ({
  views: count(ACTIONS.views),
  calls: count(ACTIONS.calls),
  directions: count(ACTIONS.directions),
  website: count(ACTIONS.website),
  appointments: count(APPOINTMENTS),
});
