import { z } from 'zod';
import { shown } from '../dashboard.ts';
import { endpoint } from '../endpoint.ts';
import { reportIds } from '#shared/insights/reports/ids.ts';
import { daysBetween } from '#shared/insights/report-zone.ts';

const isDay = (value: string): boolean => {
  const at = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
};
const day = z
  .string()
  .regex(/^20\d\d-\d\d-\d\d$/, 'A day looks like 2026-01-31.')
  .refine(isDay, 'That day does not exist.');

export const MAX_DAYS = 1_100;
/** Without dates: the last 30 days including today. */
const periodQuery = z
  .object({ from: day.optional(), to: day.optional() })
  .refine(({ from, to }) => !from || !to || from <= to, 'The first day must not be after the last.')
  .refine(({ from, to }) => !from || !to || daysBetween(from, to) <= MAX_DAYS, 'Please choose at most three years.');

const period = z.object({ from: z.string(), to: z.string() });
const compared = z.object({ period, previous: period, timeZone: z.string() });
const count = z.number();

const periodFigures = z.object({
  profileViews: count,
  visits: count,
  pageViews: count,
  searches: count,
  contacts: count,
  newUsers: count,
  /** In seconds; null without visits. */
  avgSessionDuration: count.nullable(),
});
export const adminAnalytics = endpoint('GET', '/api/admin/analytics', {
  summary: 'Figures of the site for a period and the previous one',
  query: periodQuery,
  reply: compared.extend({
    totalUsers: count,
    profileViews: count,
    activeSubscriptions: count,
    avgSessionDuration: count.nullable(),
    totalDentists: count,
    verifiedPractices: count,
    claimRequests: count,
    pendingClaims: count,
    registeredUsers: count,
    todaySearches: count,
    current: periodFigures,
    before: periodFigures,
  }),
});
export const contentAnalytics = endpoint('GET', '/api/admin/content-analytics', {
  summary: 'Figures of the articles, and the number of cities and states',
  query: periodQuery,
  reply: compared.extend({
    totalArticles: count,
    articleViews: count,
    articleViewsBefore: count,
    publishedToday: count,
    publishedArticles: count,
    draftArticles: count,
    scheduledArticles: count,
    categories: count,
    averagePerTopic: count,
    cities: count,
    states: count,
  }),
});

const dayFigures = z.object({
  day: z.string(),
  searches: count,
  emptySearches: count,
  profileViews: count,
  visits: count,
  pageViews: count,
  phone: count,
  directions: count,
  website: count,
  email: count,
  appointment: count,
  other: count,
  contacts: count,
  signUps: count,
});
export type DayFigures = z.output<typeof dayFigures>;
const funnel = z.object({ search: count, profile: count, contact: count });
const keyed = z.array(z.object({ key: z.string(), n: count }));
export const analyticsDays = endpoint('GET', '/api/admin/analytics/days', {
  summary: 'Searches, views, contacts, and sign-ups by day, for a period and the previous one',
  query: periodQuery,
  reply: compared.extend({
    days: z.array(dayFigures),
    before: z.array(dayFigures),
    funnel,
    funnelBefore: funnel,
    devices: keyed,
    sources: keyed,
  }),
});

export const analyticsRevenue = endpoint('GET', '/api/admin/analytics/revenue', {
  summary: 'Monthly recurring revenue by day, new and lost',
  query: periodQuery,
  reply: compared.extend({
    days: z.array(z.object({ day: z.string(), mrrCents: count, newCents: count, lostCents: count })),
    mrrCents: count,
    mrrCentsBefore: count,
    newSubscriptions: count,
    lostSubscriptions: count,
    subscriptionsAtStart: count,
    /** Lost subscriptions divided by those at the start; null if there were none. */
    churn: count.nullable(),
    churnBefore: count.nullable(),
    paidCents: count,
    paidCentsBefore: count,
  }),
});

export const analyticsSearches = endpoint('GET', '/api/admin/analytics/searches', {
  summary: 'Top searches, searches without results, and the most viewed listings',
  query: periodQuery,
  reply: compared.extend({
    top: keyed,
    empty: keyed,
    listings: z.array(
      z.object({
        dentistId: z.int(),
        name: z.string(),
        city: z.string().nullable(),
        state: z.string().nullable(),
        views: count,
        contacts: count,
      }),
    ),
  }),
});

export const analyticsQueues = endpoint('GET', '/api/admin/analytics/queues', {
  summary: 'Pending claims by age, and listings that were not confirmed for a year',
  reply: z.object({
    claims: z.array(z.object({ age: z.string(), n: count })),
    oldestClaimAt: z.union([z.date(), z.string()]).nullable(),
    confirmation: z.object({ withinYear: count, overYear: count, never: count }),
    stalestStates: z.array(z.object({ state: z.string(), n: count })),
  }),
});

const foundBy = z.array(z.object({ key: z.string(), n: count }));
const ownerFigures = z.object({ views: count, calls: count, directions: count, website: count, appointments: count });
export const ownerInsights = endpoint('GET', '/api/user/dentists/:id/insights', {
  summary:
    'Views, calls, directions, website clicks, and appointment requests of a listing you own or manage; one action per visitor and hour',
  params: z.object({
    id: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'This is not a valid id.')
      .transform(Number),
  }),
  query: z.object({
    days: z.enum(['30', '90'], 'Choose 30 or 90 days.').default('30').transform(Number),
  }),
  reply: compared.extend({
    days: z.array(ownerFigures.extend({ day: z.string() })),
    totals: ownerFigures,
    before: ownerFigures,
    /** Null before the first day was counted. */
    shown: shown.nullable(),
    /** The answers of callers to "Did they answer?", in the months of the period. */
    callAnswers: z.object({ yes: count, no: count, wrongNumber: count }),
    /** Searches that ended with a click on the listing. Terms and places are those of at least `fewestVisits` visits. */
    searches: z.object({ visits: count, terms: foundBy, places: foundBy, fewestVisits: count }),
    /** The published reviews of each of the last twelve months that has some, oldest first. */
    reviews: z.array(z.object({ month: z.string(), count, average: z.number() })),
    /** Averages of practices of the same type in the same city; null if there are fewer than five others. */
    similar: z.object({ practices: count, city: z.string(), views: count, calls: count }).nullable(),
  }),
});
export const exportOwnerInsights = endpoint('GET', '/api/user/dentists/:id/insights/export', {
  summary: 'The insights of a listing you own or manage, as CSV',
  params: ownerInsights.params,
  query: ownerInsights.query,
  streams: 'text/csv',
  download: true,
});

const dailyRow = z.object({ day: z.string(), measure: z.string(), key: z.string(), n: count });
export const reportRows = endpoint('GET', '/api/admin/reports/:id/rows', {
  summary: 'The daily rows that a report is made from',
  params: z.object({ id: z.enum(reportIds, 'That report does not exist.') }),
  query: periodQuery,
  reply: compared.extend({ generatedAt: z.string(), rows: z.array(dailyRow), previousRows: z.array(dailyRow) }),
});

export const exportUserAnalytics = endpoint('GET', '/api/admin/export/user-analytics', {
  summary: 'Every visit with its pages, events, and conversions, as JSON',
  query: periodQuery,
  streams: 'application/json',
  download: true,
});
export const exportSearchData = endpoint('GET', '/api/admin/export/search-data', {
  summary: 'Every search with its results and clicks, as JSON',
  query: periodQuery,
  streams: 'application/json',
  download: true,
});
