import { z } from 'zod';
import { reportIds } from '#shared/insights/reports/ids.ts';
import type * as page from '#shared/console-state.ts';

export type { ConsoleState, Job, OpenFile, ScheduledReport, WatchedFolderState } from '#shared/console-state.ts';

export const reportIdSchema = z.enum(reportIds);
export const reportDaysSchema = z.union([z.literal(7), z.literal(30), z.literal(90)]);
export const reportFormatSchema = z.enum(['pdf', 'csv', 'xlsx']);
export type ReportFormat = z.output<typeof reportFormatSchema>;
/** The formats of a scheduled report. */
export const scheduledFormatsSchema = z
  .array(reportFormatSchema.exclude(['xlsx']))
  .min(1)
  .max(2);
export type ScheduledFormat = z.output<typeof scheduledFormatsSchema>[number];
export const whenSchema = z.object({
  weekday: z.int().min(0).max(6).nullable(),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
});
export type When = z.output<typeof whenSchema>;
/** Whether the files of a watched folder are only previewed, or also applied if nothing looks wrong. */
export const folderModeSchema = z.enum(['preview', 'apply']);

export const settingsSchema = z.strictObject({
  startsAtLogin: z.boolean(),
  staysInTray: z.boolean(),
  hasPaletteShortcut: z.boolean(),
});
export type Settings = z.output<typeof settingsSchema>;
export const PALETTE_SHORTCUT = 'CommandOrControl+Shift+Space';

export interface Saved {
  job: string | null;
  saved: boolean;
  name: string;
}
export type CsvState = { kind: 'state' } & page.CsvState;
export type CsvProblems = { kind: 'problems'; from: number; problems: page.CsvProblem[] };
export type CsvAnswer =
  | CsvState
  | CsvProblems
  | { kind: 'rows'; from: number; rows: page.CsvRow[] }
  | { kind: 'sent'; file: string; run: number }
  /** A file that the workbench has now. */
  | { kind: 'opened'; file: string; id: number }
  | null;

/** Events from the main process to the page. */
export type ConsoleEvent =
  | { kind: 'state'; state: page.ConsoleState }
  | { kind: 'csv'; state: CsvState }
  | Exclude<page.ConsoleEvent, { kind: 'csv' }>;
