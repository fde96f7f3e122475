import type { z } from 'zod';
import type { reportRows } from '#contract/analytics.ts';
import type { DailyRow } from '#contract/daily.ts';
import { reports, type ReportId } from '#contract/reports.ts';
import type { Period } from '#contract/report-zone.ts';
import type { Deps } from '#server/http/context.ts';
import { withPreviousPeriod, findDailyFigures, choosePeriod, findSignUps } from './analytics.ts';
import { countTotals } from './queries-analytics.ts';
import { findTopSearches } from './queries-tops.ts';
import { splitPeriod } from './close-days.ts';

const MAX_SEARCH_TERMS = 100;
type ReportDeps = Pick<Deps, 'db' | 'clock'>;

/** The counted days behind a report. What the words of searches were comes as sums over the period, on its first day. */
export async function findReportRows(
  id: ReportId,
  asked: { from?: string | undefined; to?: string | undefined },
  { db, clock }: ReportDeps,
): Promise<z.input<(typeof reportRows)['reply']>> {
  const now = clock.now();
  const about = withPreviousPeriod(choosePeriod(asked, now));
  const wanted = new Set(reports[id].measures);
  const [rows, previousRows] = await Promise.all([gather(about.period), gather(about.previous)]);
  return { ...about, generatedAt: now.toISOString(), rows, previousRows };

  async function gather(period: Period): Promise<DailyRow[]> {
    const parts = await Promise.all([
      findDailyFigures(db, period, now),
      wanted.has('sign_ups') ? findSignUps(db, period) : [],
      wanted.has('search') ? words('search', period) : [],
      wanted.has('empty_search') ? words('empty_search', period) : [],
      wanted.has('accounts') ? accounts(period) : [],
    ]);
    return parts.flat().filter(({ measure }) => wanted.has(measure));
  }
  async function words(measure: 'search' | 'empty_search', period: Period): Promise<DailyRow[]> {
    const top = await findTopSearches(db, measure, await splitPeriod(db, period, now), MAX_SEARCH_TERMS);
    return top.map(({ key, n }) => ({ day: period.from, measure, key, n }));
  }
  /** As they are now, so they stand in the present period alone. */
  async function accounts(period: Period): Promise<DailyRow[]> {
    if (period !== about.period) return [];
    const { totalUsers, activeSubscriptions } = await countTotals(db);
    return [
      { day: period.to, measure: 'accounts', key: '', n: totalUsers },
      { day: period.to, measure: 'subscribers', key: '', n: activeSubscriptions },
    ];
  }
}
