import { z } from 'zod';
import { reportIds } from '#shared/insights/reports/ids.ts';

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
/** When a report is due, in local time. A weekday of null means every day. */
export const whenSchema = z.object({
  weekday: z.int().min(0).max(6).nullable(),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
});
export type When = z.output<typeof whenSchema>;

export const scheduledSchema = z.object({
  key: z.string(),
  id: reportIdSchema,
  days: reportDaysSchema,
  when: whenSchema,
  formats: scheduledFormatsSchema,
  /** The folder's name. The page never sees its path. */
  folder: z.string(),
  next: z.string(),
  last: z.object({ at: z.string(), ok: z.boolean(), message: z.string() }).nullable(),
});
export type ScheduledReport = z.output<typeof scheduledSchema>;
