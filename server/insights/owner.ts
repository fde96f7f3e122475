import type { Knex } from 'knex';
import type { z } from 'zod';
import type { ownerInsights } from '#contract/analytics.ts';
import type { ComparedFigures } from '#contract/dashboard.ts';
import { addDays, dayOf, listDays, type Period } from '#contract/report-zone.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { notFound } from '#server/http/errors.ts';
import { requireActivePlan } from '#server/listings/owner/plan.ts';
import { withPreviousPeriod } from './analytics.ts';
import { isOwnedOrManaged } from './queries-analytics.ts';
import { findListingActions, sumActions } from './queries-daily.ts';
import { countAppointmentRequests, sumAppointmentRequests, sumCallAnswers } from './queries-practice-contacts.ts';
import { splitPeriod } from './close-days.ts';
import { findSearches, findSimilar } from './found.ts';

const ACTIONS = { views: 'view', calls: 'phone', directions: 'directions', website: 'website' } as const;
/** Requests are counted where they are stored, so those of visitors who aren't tracked count too. */
const APPOINTMENTS = 'appointment_request';

/** The last days including today, and as many before them. */
export function comparePeriods(count: number, now: Date) {
  const to = dayOf(now);
  return withPreviousPeriod({ from: addDays(to, 1 - count), to });
}

/** The views, calls, and appointment requests of listings in both periods. Listings without any have zeros. */
export async function sumListingActions(
  db: Knex,
  ids: readonly number[],
  { period, previous }: { period: Period; previous: Period },
  now: Date,
): Promise<Map<number, ComparedFigures>> {
  const none = () => ({ views: 0, calls: 0, appointments: 0 });
  const figures = new Map(ids.map((id) => [id, { now: none(), before: none() }]));
  if (ids.length === 0) return figures;
  const both = { from: previous.from, to: period.to };
  const { closed, live } = await splitPeriod(db, both, now);
  const [actions, requests] = await Promise.all([
    sumActions(db, ids, period.from, closed, live),
    sumAppointmentRequests(db, ids, period.from, both),
  ]);
  for (const { dentistId, isBefore, action, n } of actions) {
    const sums = figures.get(dentistId)![isBefore ? 'before' : 'now'];
    if (action === ACTIONS.views) sums.views += n;
    if (action === ACTIONS.calls) sums.calls += n;
  }
  for (const { dentistId, isBefore, n } of requests)
    figures.get(dentistId)![isBefore ? 'before' : 'now'].appointments = n;
  return figures;
}

/** The figures of a listing for its owner and managers, and for admins. To everyone else it does not exist. */
export async function findOwnerInsights(
  dentistId: number,
  count: number,
  { db, clock, actor }: Ctx<Actor>,
): Promise<z.input<(typeof ownerInsights)['reply']>> {
  if (actor.role !== 'admin') {
    if (!(await isOwnedOrManaged(db, dentistId, actor.userId))) throw notFound("We couldn't find this listing.");
    await requireActivePlan(db, dentistId, 'Insights are');
  }
  const periods = comparePeriods(count, clock.now());
  const [now, before, callAnswers, searches, similar] = await Promise.all([
    actionsIn(periods.period),
    actionsIn(periods.previous),
    sumCallAnswers(db, dentistId, periods.period),
    findSearches(db, dentistId, periods.period),
    findSimilar(db, dentistId, periods.period, clock.now()),
  ]);
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
    callAnswers,
    searches,
    similar,
  };

  async function actionsIn(period: Period) {
    const { closed, live } = await splitPeriod(db, period, clock.now());
    const [actions, requests] = await Promise.all([
      findListingActions(db, dentistId, closed, live),
      countAppointmentRequests(db, dentistId, period),
    ]);
    return [...actions, ...requests.map((row) => ({ ...row, action: APPOINTMENTS }))];
  }
}

const countActions = (count: (action: string) => number) => ({
  views: count(ACTIONS.views),
  calls: count(ACTIONS.calls),
  directions: count(ACTIONS.directions),
  website: count(ACTIONS.website),
  appointments: count(APPOINTMENTS),
});
