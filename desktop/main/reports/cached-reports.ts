import { reportRows } from '#contract/insights/analytics.ts';
import { reportIds } from '#shared/insights/reports/ids.ts';
import { addDays, dayOf } from '#shared/insights/report-zone.ts';
import { urlOf } from '#shared/url.ts';
import { ConsoleError } from '../../bridge/calls.ts';
import { reportSchema } from '../../bridge/shapes.ts';
import type { ConsoleContext } from '../console-context.ts';

const periods = [7, 30, 90] as const;
const MAX_AGE_MS = 15 * 60_000;

const cacheKey = (id: string, days: number) => `report ${id} ${days}`;

/** True for answers that are cached whenever the page reads them: the account, Home, counts, and figures. */
export const isCachedPath = (path: string): boolean =>
  path === '/api/auth/me' ||
  /^\/api\/admin\/(claim-requests\/counts|note-templates|home$|counts$|inbox-assignees$|import-recipes$|imports\?pageSize=\d+$|analytics|content-analytics|reports\/)/.test(
    path,
  );

/** Fetches the rows behind each report, so that the console can build reports offline. */
export async function cacheReports(context: Pick<ConsoleContext, 'answers' | 'requestInBackground'>): Promise<void> {
  const { answers } = context;
  const today = dayOf(new Date());
  for (const id of reportIds)
    for (const days of periods) {
      const cached = answers.get(cacheKey(id, days));
      if (cached && Date.now() - Date.parse(cached.at) < MAX_AGE_MS) continue;
      const path = urlOf(reportRows.path, { id }, { from: addDays(today, 1 - days), to: today });
      const response = await context.requestInBackground(path);
      const text = await response.text();
      if (response.ok) await answers.put(cacheKey(id, days), text, new Date().toISOString());
    }
}

/** When any report was last downloaded. The times are ISO texts, so they sort as texts. */
export const newestReportTime = ({ answers }: Pick<ConsoleContext, 'answers'>): string | null =>
  reportIds
    .flatMap((id) => periods.map((days) => answers.get(cacheKey(id, days))?.at ?? ''))
    .toSorted()
    .at(-1) || null;

export function readCachedReport({ answers }: Pick<ConsoleContext, 'answers'>, id: string, days: number) {
  const cached = answers.get(cacheKey(id, days));
  if (!cached)
    throw new ConsoleError('offline', 'These figures haven’t been downloaded yet. Connect to the server to get them.');
  return reportSchema.parse({ kind: 'report', ...(JSON.parse(cached.text) as object) });
}
