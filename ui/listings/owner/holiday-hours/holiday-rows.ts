import {
  findHolidayProblem,
  findListProblem,
  formatHolidayHours,
  parseHolidayHours,
  type HolidayHours,
} from '#shared/listings/holiday-hours.ts';
import { addDays, nextHolidays, type Holiday } from '#shared/listings/holidays.ts';
import { findDayProblem, formatDay, parseDay, type Day } from './hours-text.ts';

/** A date in the editor. Its key stays while its values change. */
export interface HolidayRow {
  key: number;
  from: string;
  to: string;
  day: Day;
}

let lastKey = 0;
const toRow = ({ from, to, hours }: HolidayHours): HolidayRow => {
  const day = parseDay(hours);
  // The row has one pair of times, so more of them are edited as text.
  return { key: ++lastKey, from, to, day: day.spans.length > 1 ? { ...day, mode: 'text', text: hours } : day };
};
const toEntry = ({ from, to, day }: HolidayRow): HolidayHours => ({ from, to: to || from, hours: formatDay(day) });

/** The dates that haven't passed. The next save removes the others. */
export const toRows = (text: string, today: string): HolidayRow[] =>
  parseHolidayHours(text)
    .filter(({ to }) => to >= today)
    .map(toRow);

export const findRowProblem = (row: HolidayRow): string | null =>
  findDayProblem(row.day) ?? findHolidayProblem(toEntry(row));

export const findRowsProblem = (rows: readonly HolidayRow[]): string | null =>
  rows.map(findRowProblem).find((problem) => problem !== null) ?? findListProblem(rows.map(toEntry));

export const formatRows = (rows: readonly HolidayRow[]): string => formatHolidayHours(rows.map(toEntry));

const isListed = (rows: readonly HolidayRow[], date: string): boolean =>
  rows.some(({ from, to }) => from <= date && date <= (to || from));

/** A closed day: the given one, or the first from tomorrow on that is not listed. */
export function closedRow(rows: readonly HolidayRow[], today: string, date?: string): HolidayRow {
  let free = date ?? addDays(today, 1);
  while (date === undefined && isListed(rows, free)) free = addDays(free, 1);
  return toRow({ from: free, to: free, hours: 'Closed' });
}

/** The next federal holidays that are not listed yet. */
export const suggestHolidays = (rows: readonly HolidayRow[], today: string): Holiday[] =>
  nextHolidays(today).filter(({ date }) => !isListed(rows, date));
