import type { Knex } from 'knex';
import type { z } from 'zod';
import {
  MAX_DAYS,
  type adminAnalytics,
  type analyticsDays,
  type analyticsQueues,
  type analyticsRevenue,
  type analyticsSearches,
  type contentAnalytics,
  type DayFigures,
} from '#contract/insights/analytics.ts';
import { groupByDay, groupByKey, ratio, sumMeasure, type DailyRow } from '#shared/insights/daily.ts';
import { contactTypes } from '#contract/insights/insights.ts';
import {
  addDays,
  dayOf,
  daysBetween,
  listDays,
  periodBefore,
  REPORT_ZONE,
  type Period,
} from '#shared/insights/report-zone.ts';
import type { Deps } from '#server/base/http/context.ts';
import { badRequest } from '#server/base/http/errors.ts';
import { findStats } from '#server/places/places.ts';
import * as sql from './queries-analytics.ts';
import { sumPaidCents, findRevenueSteps } from './queries-revenue.ts';
import * as daily from './days/queries-daily.ts';
import { findTopListings, findTopSearches } from './days/queries-tops.ts';
import { splitPeriod } from './days/seal-days.ts';

type AnalyticsDeps = Pick<Deps, 'db' | 'clock'>;
type PeriodQuery = { from?: string | undefined; to?: string | undefined };
type Reply<E extends { reply: z.ZodType }> = z.input<E['reply']>;

const TOPIC_COUNT = 10;

/** Without dates: the last 30 days. */
export function choosePeriod({ from, to }: PeriodQuery, now: Date): Period {
  const last = to ?? (from && from > dayOf(now) ? from : dayOf(now));
  const first = from ?? addDays(last, -29);
  if (daysBetween(first, last) > MAX_DAYS) throw badRequest('Please choose at most three years.');
  return { from: first, to: last };
}
export const withPreviousPeriod = (period: Period) => ({
  period,
  previous: periodBefore(period),
  timeZone: REPORT_ZONE,
});

export async function findDailyFigures(db: Knex, period: Period): Promise<DailyRow[]> {
  const { closed, live } = await splitPeriod(db, period);
  return daily.findDailyFigures(db, closed, live);
}

/** Sign-ups are counted from the users, and returned as figures like the others. */
export async function findSignUps(db: Knex, period: Period): Promise<DailyRow[]> {
  const days = await sql.countSignUps(db, period);
  return days.map(({ day, n }) => ({ day, measure: 'sign_ups', key: '', n }));
}

const findFiguresAndSignUps = async (db: Knex, period: Period): Promise<DailyRow[]> =>
  (await Promise.all([findDailyFigures(db, period), findSignUps(db, period)])).flat();

const sumFigures = (rows: readonly DailyRow[]) => ({
  profileViews: sumMeasure(rows, 'profile_views'),
  visits: sumMeasure(rows, 'sessions'),
  pageViews: sumMeasure(rows, 'page_views'),
  searches: sumMeasure(rows, 'searches'),
  contacts: sumMeasure(rows, 'contacts'),
  newUsers: sumMeasure(rows, 'sign_ups'),
  avgSessionDuration: ratio(sumMeasure(rows, 'session_seconds'), sumMeasure(rows, 'sessions')),
});

export async function findSiteFigures(
  query: PeriodQuery,
  { db, clock }: AnalyticsDeps,
): Promise<Reply<typeof adminAnalytics>> {
  const now = clock.now();
  const period = choosePeriod(query, now);
  const periods = withPreviousPeriod(period);
  const today = dayOf(now);
  const [totals, rows, before, todayRows, directory] = await Promise.all([
    sql.countTotals(db),
    findFiguresAndSignUps(db, period),
    findFiguresAndSignUps(db, periods.previous),
    findDailyFigures(db, { from: today, to: today }),
    findStats(db),
  ]);
  const current = sumFigures(rows);
  return {
    ...periods,
    ...totals,
    profileViews: current.profileViews,
    avgSessionDuration: current.avgSessionDuration,
    totalDentists: directory.dentistCount,
    todaySearches: sumMeasure(todayRows, 'searches'),
    current,
    before: sumFigures(before),
  };
}

export async function findContentFigures(
  query: PeriodQuery,
  { db, clock }: AnalyticsDeps,
): Promise<Reply<typeof contentAnalytics>> {
  const now = clock.now();
  const periods = withPreviousPeriod(choosePeriod(query, now));
  const [totals, rows, before, directory] = await Promise.all([
    sql.countArticles(db, dayOf(now), now),
    findDailyFigures(db, periods.period),
    findDailyFigures(db, periods.previous),
    findStats(db),
  ]);
  return {
    ...periods,
    ...totals,
    articleViews: sumMeasure(rows, 'article_views'),
    articleViewsBefore: sumMeasure(before, 'article_views'),
    categories: TOPIC_COUNT,
    averagePerTopic: Math.round((totals.totalArticles / TOPIC_COUNT) * 10) / 10,
    cities: directory.cityCount,
    states: directory.stateCount,
  };
}

function toDayFigures(rows: readonly DailyRow[], period: Period): DayFigures[] {
  const days = listDays(period.from, period.to);
  const of = (measure: string, key?: string) => groupByDay(rows, days, measure, key);
  const columns = {
    searches: of('searches'),
    emptySearches: of('empty_searches'),
    profileViews: of('profile_views'),
    visits: of('sessions'),
    pageViews: of('page_views'),
    contacts: of('contacts'),
    signUps: of('sign_ups'),
  };
  const kinds = Object.fromEntries(contactTypes.map((kind) => [kind, of('contacts', kind)])) as Record<
    (typeof contactTypes)[number],
    number[]
  >;
  return days.map((day, at) => ({
    day,
    ...mapValues(columns, (values) => values[at]!),
    ...mapValues(kinds, (values) => values[at]!),
  }));
}
const mapValues = <K extends string, V, W>(of: Record<K, V>, by: (value: V) => W): Record<K, W> =>
  Object.fromEntries(Object.entries<V>(of).map(([key, value]) => [key, by(value)])) as Record<K, W>;

const sumFunnel = (rows: readonly DailyRow[]) => ({
  search: sumMeasure(rows, 'funnel', 'search'),
  profile: sumMeasure(rows, 'funnel', 'profile'),
  contact: sumMeasure(rows, 'funnel', 'contact'),
});

export async function findFiguresByDay(
  query: PeriodQuery,
  { db, clock }: AnalyticsDeps,
): Promise<Reply<typeof analyticsDays>> {
  const now = clock.now();
  const periods = withPreviousPeriod(choosePeriod(query, now));
  const [rows, before] = await Promise.all([
    findFiguresAndSignUps(db, periods.period),
    findFiguresAndSignUps(db, periods.previous),
  ]);
  return {
    ...periods,
    days: toDayFigures(rows, periods.period),
    before: toDayFigures(before, periods.previous),
    funnel: sumFunnel(rows),
    funnelBefore: sumFunnel(before),
    devices: groupByKey(rows, 'device'),
    sources: groupByKey(rows, 'source').slice(0, 10),
  };
}

async function findRevenueOf(db: Knex, period: Period) {
  const [steps, paid] = await Promise.all([findRevenueSteps(db, period), sumPaidCents(db, period)]);
  const opening = steps.find(({ day }) => day === null);
  const byDate = new Map(steps.map((step) => [step.day, step]));
  let cents = (opening?.newCents ?? 0) - (opening?.lostCents ?? 0);
  const days = listDays(period.from, period.to).map((day) => {
    const step = byDate.get(day);
    cents += (step?.newCents ?? 0) - (step?.lostCents ?? 0);
    return {
      day,
      mrrCents: Math.round(cents),
      newCents: Math.round(step?.newCents ?? 0),
      lostCents: Math.round(step?.lostCents ?? 0),
    };
  });
  const inside = steps.filter(({ day }) => day !== null);
  const atStart = (opening?.won ?? 0) - (opening?.lost ?? 0);
  const lost = inside.reduce((sum, step) => sum + step.lost, 0);
  return { days, won: inside.reduce((sum, step) => sum + step.won, 0), lost, atStart, paid };
}

export async function findRevenue(
  query: PeriodQuery,
  { db, clock }: AnalyticsDeps,
): Promise<Reply<typeof analyticsRevenue>> {
  const periods = withPreviousPeriod(choosePeriod(query, clock.now()));
  const [now, before] = await Promise.all([findRevenueOf(db, periods.period), findRevenueOf(db, periods.previous)]);
  return {
    ...periods,
    days: now.days,
    mrrCents: now.days.at(-1)?.mrrCents ?? 0,
    mrrCentsBefore: before.days.at(-1)?.mrrCents ?? 0,
    newSubscriptions: now.won,
    lostSubscriptions: now.lost,
    subscriptionsAtStart: now.atStart,
    churn: ratio(now.lost, now.atStart),
    churnBefore: ratio(before.lost, before.atStart),
    paidCents: now.paid,
    paidCentsBefore: before.paid,
  };
}

export async function findSearchFigures(
  query: PeriodQuery,
  { db, clock }: AnalyticsDeps,
): Promise<Reply<typeof analyticsSearches>> {
  const now = clock.now();
  const periods = withPreviousPeriod(choosePeriod(query, now));
  const days = await splitPeriod(db, periods.period);
  const [top, empty, listings] = await Promise.all([
    findTopSearches(db, 'search', days, 25),
    findTopSearches(db, 'empty_search', days, 25),
    findTopListings(db, days, 15),
  ]);
  return { ...periods, top, empty, listings };
}

const AGE_BANDS: readonly [label: string, below: number][] = [
  ['Up to 1 day', 2],
  ['2 to 3 days', 4],
  ['4 to 7 days', 8],
  ['8 to 14 days', 15],
  ['Over 14 days', Infinity],
];

export async function findQueues({ db, clock }: AnalyticsDeps): Promise<Reply<typeof analyticsQueues>> {
  const now = clock.now();
  const yearAgo = new Date(now);
  yearAgo.setUTCFullYear(now.getUTCFullYear() - 1);
  const [ages, oldest, confirmation, stalestStates] = await Promise.all([
    sql.countClaimsByAge(db, now),
    sql.findOldestClaim(db),
    sql.countByConfirmation(db, yearAgo),
    sql.findStalestStates(db, yearAgo),
  ]);
  let from = 0;
  const claims = AGE_BANDS.map(([age, below]) => {
    const n = ages.filter(({ days }) => days >= from && days < below).reduce((sum, band) => sum + band.n, 0);
    from = below;
    return { age, n };
  });
  return { claims, oldestClaimAt: oldest, confirmation, stalestStates };
}
