import type { z } from 'zod';
import type { reportRows } from '#contract/insights/analytics.ts';
import type { DailyRow } from '#shared/insights/daily.ts';
import { reports, type ReportId } from '#shared/insights/reports.ts';
import type { Period } from '#shared/insights/report-zone.ts';
import type { Deps } from '#server/base/http/context.ts';
import { withPreviousPeriod, findDailyFigures, choosePeriod, findSignUps } from './analytics.ts';
import { countTotals } from './queries-analytics.ts';
import { countClaims, countOpenClaims } from './queries-claims.ts';
import { findTopSearches } from './days/queries-tops.ts';
import { splitPeriod } from './days/seal-days.ts';

const MAX_SEARCH_TERMS = 100;
type ReportDeps = Pick<Deps, 'db' | 'clock'>;

/** The daily rows of a report. Search terms are summed over the period and dated on its first day. */
export async function findReportRows(
  id: ReportId,
  query: { from?: string | undefined; to?: string | undefined },
  { db, clock }: ReportDeps,
): Promise<z.input<(typeof reportRows)['reply']>> {
  const now = clock.now();
  const periods = withPreviousPeriod(choosePeriod(query, now));
  const measures = new Set(reports[id].measures);
  const [rows, previousRows] = await Promise.all([gather(periods.period), gather(periods.previous)]);
  return { ...periods, generatedAt: now.toISOString(), rows, previousRows };

  async function gather(period: Period): Promise<DailyRow[]> {
    const parts = await Promise.all([
      findDailyFigures(db, period),
      measures.has('sign_ups') ? findSignUps(db, period) : [],
      measures.has('search') ? words('search', period) : [],
      measures.has('empty_search') ? words('empty_search', period) : [],
      measures.has('accounts') ? accounts(period) : [],
      measures.has('claims_submitted') ? countClaims(db, period) : [],
      measures.has('claims_pending') ? openClaims(period) : [],
    ]);
    return parts.flat().filter(({ measure }) => measures.has(measure));
  }
  async function words(measure: 'search' | 'empty_search', period: Period): Promise<DailyRow[]> {
    const top = await findTopSearches(db, measure, await splitPeriod(db, period), MAX_SEARCH_TERMS);
    return top.map(({ key, n }) => ({ day: period.from, measure, key, n }));
  }
  /** Counted as of now, so only the current period has them. */
  async function openClaims(period: Period): Promise<DailyRow[]> {
    if (period !== periods.period) return [];
    const { pending, overdue } = await countOpenClaims(db, now);
    return [
      { day: period.to, measure: 'claims_pending', key: '', n: pending },
      { day: period.to, measure: 'claims_overdue', key: '', n: overdue },
    ];
  }
  /** Counted as of now, so only the current period has them. */
  async function accounts(period: Period): Promise<DailyRow[]> {
    if (period !== periods.period) return [];
    const { totalUsers, activeSubscriptions } = await countTotals(db);
    return [
      { day: period.to, measure: 'accounts', key: '', n: totalUsers },
      { day: period.to, measure: 'subscribers', key: '', n: activeSubscriptions },
    ];
  }
}
