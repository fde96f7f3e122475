import type { Knex } from 'knex';
import type { z } from 'zod';
import {
  MOST_DAYS,
  type adminAnalytics,
  type analyticsDays,
  type analyticsQueues,
  type analyticsRevenue,
  type analyticsSearches,
  type contentAnalytics,
  type DayFigures,
} from '#contract/analytics.ts';
import { byDay, byKey, ratio, sumOf, type DailyRow } from '#contract/daily.ts';
import { contactTypes } from '#contract/insights.ts';
import {
  addDays,
  dayOf,
  daysBetween,
  listDays,
  periodBefore,
  REPORT_ZONE,
  type Period,
} from '#contract/report-zone.ts';
import type { Deps } from '#server/http/context.ts';
import { badRequest } from '#server/http/errors.ts';
import { stats } from '#server/places/places.ts';
import * as sql from './queries-analytics.ts';
import { paidCents, revenueSteps } from './queries-revenue.ts';
import { dailyFigures } from './queries-daily.ts';
import { topListings, topWords } from './queries-tops.ts';
import { split } from './close-days.ts';

type Base = Pick<Deps, 'db' | 'clock'>;
type Asked = { from?: string | undefined; to?: string | undefined };
type Sent<E extends { reply: z.ZodType }> = z.input<E['reply']>;

const TOPICS = 10;

/** The last 30 days when nobody says otherwise. */
export function periodOf({ from, to }: Asked, now: Date): Period {
  const last = to ?? (from && from > dayOf(now) ? from : dayOf(now));
  const first = from ?? addDays(last, -29);
  if (daysBetween(first, last) > MOST_DAYS) throw badRequest('Please choose at most three years.');
  return { from: first, to: last };
}
export const comparedOf = (period: Period) => ({ period, previous: periodBefore(period), timeZone: REPORT_ZONE });

export async function figuresOf(db: Knex, period: Period, now: Date): Promise<DailyRow[]> {
  const { sealed, live } = await split(db, period, now);
  return dailyFigures(db, sealed, live);
}

/** Sign-ups have a table of their own; here they become figures like the others. */
export async function signUpRows(db: Knex, period: Period): Promise<DailyRow[]> {
  const found = await sql.signUps(db, period);
  return found.map(({ day, n }) => ({ day, measure: 'sign_ups', key: '', n }));
}

const withSignUps = async (db: Knex, period: Period, now: Date): Promise<DailyRow[]> =>
  (await Promise.all([figuresOf(db, period, now), signUpRows(db, period)])).flat();

const figures = (rows: readonly DailyRow[]) => ({
  profileViews: sumOf(rows, 'profile_views'),
  visits: sumOf(rows, 'sessions'),
  pageViews: sumOf(rows, 'page_views'),
  searches: sumOf(rows, 'searches'),
  contacts: sumOf(rows, 'contacts'),
  newUsers: sumOf(rows, 'sign_ups'),
  avgSessionDuration: ratio(sumOf(rows, 'session_seconds'), sumOf(rows, 'sessions')),
});

export async function siteFigures(asked: Asked, { db, clock }: Base): Promise<Sent<typeof adminAnalytics>> {
  const now = clock.now();
  const period = periodOf(asked, now);
  const about = comparedOf(period);
  const today = dayOf(now);
  const [totals, rows, before, todays, directory] = await Promise.all([
    sql.totals(db),
    withSignUps(db, period, now),
    withSignUps(db, about.previous, now),
    figuresOf(db, { from: today, to: today }, now),
    stats(db),
  ]);
  const current = figures(rows);
  return {
    ...about,
    ...totals,
    profileViews: current.profileViews,
    avgSessionDuration: current.avgSessionDuration,
    totalDentists: directory.dentistCount,
    todaySearches: sumOf(todays, 'searches'),
    current,
    before: figures(before),
  };
}

export async function contentFigures(asked: Asked, { db, clock }: Base): Promise<Sent<typeof contentAnalytics>> {
  const now = clock.now();
  const about = comparedOf(periodOf(asked, now));
  const [totals, rows, before, directory] = await Promise.all([
    sql.articleTotals(db, dayOf(now), now),
    figuresOf(db, about.period, now),
    figuresOf(db, about.previous, now),
    stats(db),
  ]);
  return {
    ...about,
    ...totals,
    articleViews: sumOf(rows, 'article_views'),
    articleViewsBefore: sumOf(before, 'article_views'),
    categories: TOPICS,
    averagePerTopic: Math.round((totals.totalArticles / TOPICS) * 10) / 10,
    cities: directory.cityCount,
    states: directory.stateCount,
  };
}

function dayFigures(rows: readonly DailyRow[], period: Period): DayFigures[] {
  const days = listDays(period.from, period.to);
  const of = (measure: string, key?: string) => byDay(rows, days, measure, key);
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

const funnel = (rows: readonly DailyRow[]) => ({
  search: sumOf(rows, 'funnel', 'search'),
  profile: sumOf(rows, 'funnel', 'profile'),
  contact: sumOf(rows, 'funnel', 'contact'),
});

export async function figuresByDay(asked: Asked, { db, clock }: Base): Promise<Sent<typeof analyticsDays>> {
  const now = clock.now();
  const about = comparedOf(periodOf(asked, now));
  const [rows, before] = await Promise.all([withSignUps(db, about.period, now), withSignUps(db, about.previous, now)]);
  return {
    ...about,
    days: dayFigures(rows, about.period),
    before: dayFigures(before, about.previous),
    funnel: funnel(rows),
    funnelBefore: funnel(before),
    devices: byKey(rows, 'device'),
    sources: byKey(rows, 'source').slice(0, 10),
  };
}

async function revenueOf(db: Knex, period: Period) {
  const [steps, paid] = await Promise.all([revenueSteps(db, period), paidCents(db, period)]);
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

export async function revenue(asked: Asked, { db, clock }: Base): Promise<Sent<typeof analyticsRevenue>> {
  const about = comparedOf(periodOf(asked, clock.now()));
  const [now, before] = await Promise.all([revenueOf(db, about.period), revenueOf(db, about.previous)]);
  return {
    ...about,
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

export async function searchFigures(asked: Asked, { db, clock }: Base): Promise<Sent<typeof analyticsSearches>> {
  const now = clock.now();
  const about = comparedOf(periodOf(asked, now));
  const days = await split(db, about.period, now);
  const [top, empty, listings] = await Promise.all([
    topWords(db, 'search', days, 25),
    topWords(db, 'empty_search', days, 25),
    topListings(db, days, 15),
  ]);
  return { ...about, top, empty, listings };
}

const AGES: readonly [label: string, below: number][] = [
  ['Up to 1 day', 2],
  ['2 to 3 days', 4],
  ['4 to 7 days', 8],
  ['8 to 14 days', 15],
  ['Over 14 days', Infinity],
];

export async function queues({ db, clock }: Base): Promise<Sent<typeof analyticsQueues>> {
  const now = clock.now();
  const yearAgo = new Date(now);
  yearAgo.setUTCFullYear(now.getUTCFullYear() - 1);
  const [ages, oldest, confirmation, stalestStates] = await Promise.all([
    sql.claimAges(db, now),
    sql.oldestClaim(db),
    sql.confirmation(db, yearAgo),
    sql.stalestStates(db, yearAgo),
  ]);
  let over = 0;
  const claims = AGES.map(([age, below]) => {
    const n = ages.filter(({ days }) => days >= over && days < below).reduce((sum, one) => sum + one.n, 0);
    over = below;
    return { age, n };
  });
  return { claims, oldestClaimAt: oldest, confirmation, stalestStates };
}
