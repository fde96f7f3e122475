import { localDate } from '#shared/listings/holiday-hours.ts';

/** Figures are counted by days in New York. Every page that shows figures names the time zone. */
export const REPORT_ZONE = 'America/New_York';
export const REPORT_ZONE_LABEL = 'Eastern Time (New York)';

/** The day of an instant, such as 2026-01-31. */
export const dayOf = (at: Date): string => localDate(REPORT_ZONE, at);

const DAY = 86_400_000;
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
/** The number of days, including the first and the last. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY) + 1;
export const listDays = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to)) }, (_, n) => addDays(from, n));

export interface Period {
  from: string;
  to: string;
}
/** The period of the same length right before a period. */
export const periodBefore = ({ from, to }: Period): Period => ({
  from: addDays(from, -daysBetween(from, to)),
  to: addDays(from, -1),
});
