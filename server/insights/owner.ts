import type { z } from 'zod';
import type { ownerInsights } from '#contract/analytics.ts';
import { addDays, dayOf, listDays, type Period } from '#contract/report-zone.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { notFound } from '#server/http/errors.ts';
import { requireActivePlan } from '#server/listings/owner/plan.ts';
import { withPreviousPeriod } from './analytics.ts';
import { isOwnedOrManaged } from './queries-analytics.ts';
import { findListingActions } from './queries-daily.ts';
import { splitPeriod } from './close-days.ts';

const ACTIONS = { views: 'view', calls: 'phone', directions: 'directions', website: 'website' } as const;

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
  const to = dayOf(clock.now());
  const periods = withPreviousPeriod({ from: addDays(to, 1 - count), to });
  const [now, before] = await Promise.all([actionsIn(periods.period), actionsIn(periods.previous)]);
  const totals = (rows: typeof now) =>
    countActions((action) => rows.reduce((sum, row) => (row.action === action ? sum + row.n : sum), 0));
  return {
    ...periods,
    days: listDays(periods.period.from, to).map((day) => ({ day, ...totals(now.filter((row) => row.day === day)) })),
    totals: totals(now),
    before: totals(before),
  };

  async function actionsIn(period: Period) {
    const { closed, live } = await splitPeriod(db, period, clock.now());
    return findListingActions(db, dentistId, closed, live);
  }
}

const countActions = (count: (action: string) => number) => ({
  views: count(ACTIONS.views),
  calls: count(ACTIONS.calls),
  directions: count(ACTIONS.directions),
  website: count(ACTIONS.website),
});
