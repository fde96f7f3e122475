import { reportRows } from '#contract/analytics.ts';
import { addDays, dayOf } from '#contract/report-zone.ts';
import { urlOf } from '#contract/url.ts';
import { ConsoleError } from '../../bridge/calls.ts';
import { reportSchema } from '../../bridge/shapes.ts';
import type { StaffConsole } from '../console.ts';

const ids = ['user-activity', 'search-analytics'] as const;
const spans = [7, 30, 90] as const;
/** Reports are fetched for work without a network this often. */
const FRESH_MS = 15 * 60_000;

const nameOf = (id: string, days: number) => `report ${id} ${days}`;

/** Answers that are kept when the page reads them: who is signed in, counts, and figures. */
export const isKept = (path: string): boolean =>
  path === '/api/auth/me' ||
  /^\/api\/admin\/(claim-requests\/counts|note-templates|analytics|content-analytics|reports\/)/.test(path);

/** The rows behind each report, so that it can be made here by the definitions the server has. */
export async function keepReports(staffConsole: StaffConsole): Promise<void> {
  const today = dayOf(new Date());
  for (const id of ids)
    for (const days of spans) {
      const kept = staffConsole.answers.get(nameOf(id, days));
      if (kept && Date.now() - Date.parse(kept.at) < FRESH_MS) continue;
      const path = urlOf(reportRows.path, { id }, { from: addDays(today, 1 - days), to: today });
      const answer = await staffConsole.background(path);
      const text = await answer.text();
      if (answer.ok) await staffConsole.answers.put(nameOf(id, days), text, new Date().toISOString());
    }
}

export function keptReport(staffConsole: StaffConsole, id: string, days: number) {
  const kept = staffConsole.answers.get(nameOf(id, days));
  if (!kept)
    throw new ConsoleError(
      'offline',
      'These figures have not been fetched yet. They come as soon as the server is in reach.',
    );
  return reportSchema.parse({ kind: 'report', ...(JSON.parse(kept.text) as object) });
}
