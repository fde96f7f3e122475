import { adminAnalytics, reportRows } from '#contract/insights/analytics.ts';
import { reportIds } from '#shared/insights/reports/ids.ts';
import { addDays, dayOf, daysBetween, type Period } from '#shared/insights/report-zone.ts';
import { urlOf } from '#shared/url.ts';
import { ConsoleError } from '../../bridge/calls.ts';
import type { Answers } from '../../offline/answers.ts';
import type { CachedReport } from '../../offline/report-csv.ts';
import type { ConsoleContext } from '../console-context.ts';

/** The periods that are kept of each report. */
const keptDays = [7, 30, 90] as const;
const MAX_AGE_MS = 15 * 60_000;

/** True for answers that are cached whenever the page reads them: the account, Home, counts, and figures. */
export const isCachedPath = (path: string): boolean =>
  path === '/api/auth/me' ||
  /^\/api\/admin\/(claim-requests\/counts|note-templates|home$|counts$|inbox-assignees$|import-recipes$|imports\?pageSize=\d+$|analytics|content-analytics|reports\/)/.test(
    path,
  );

/** The last days up to today, as the Reports page asks for them. */
export function lastDays(days: number): Period {
  const to = dayOf(new Date());
  return { from: addDays(to, 1 - days), to };
}
const pathOf = (id: string, { from, to }: Period): string => urlOf(reportRows.path, { id }, { from, to });

/** Fetches what the Reports page shows, so that it works without a connection. */
export async function cacheReports(context: Pick<ConsoleContext, 'answers' | 'requestInBackground'>): Promise<void> {
  const { answers } = context;
  const paths = reportIds.flatMap((id) => keptDays.map((days) => pathOf(id, lastDays(days))));
  for (const path of [urlOf(adminAnalytics.path, {}, lastDays(30)), ...paths]) {
    const cached = answers.get(path);
    if (cached && Date.now() - Date.parse(cached.at) < MAX_AGE_MS) continue;
    const response = await context.requestInBackground(path);
    const text = await response.text();
    if (response.ok) await answers.put(path, text, new Date().toISOString());
  }
}

const PERIOD_PATH = /^(.+\?)from=(\d{4}-\d\d-\d\d)&to=(\d{4}-\d\d-\d\d)$/;

/** The kept answer to a call. For the figures of a period, the newest of as many days will do. */
export function findKept(answers: Answers, path: string): { text: string; at: string } | null {
  const exact = answers.get(path);
  const [, start, from, to] = PERIOD_PATH.exec(path) ?? [];
  if (exact || !start) return exact;
  const days = daysBetween(from!, to!);
  const isAlike = (name: string) => {
    const [, otherStart, otherFrom, otherTo] = PERIOD_PATH.exec(name) ?? [];
    return otherStart === start && daysBetween(otherFrom!, otherTo!) === days;
  };
  return answers.newest(isAlike);
}

/** When any report was last downloaded. */
export const newestReportTime = ({ answers }: Pick<ConsoleContext, 'answers'>): string | null =>
  answers.newest((name) => name.startsWith('/api/admin/reports/'))?.at ?? null;

export function readCachedReport(
  { answers }: Pick<ConsoleContext, 'answers'>,
  id: string,
  period: Period,
): CachedReport {
  const kept = findKept(answers, pathOf(id, period));
  if (!kept)
    throw new ConsoleError('offline', 'These figures haven’t been downloaded yet. Connect to the server to get them.');
  return reportRows.reply.parse(JSON.parse(kept.text));
}
