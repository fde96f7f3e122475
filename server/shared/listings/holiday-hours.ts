import { addDays, holidayName, weekdayOf } from './holidays.ts';
import {
  clockOf,
  dayNames,
  findNextOpening,
  formatDayHours,
  formatMinute,
  isOpenAt,
  minuteOfWeek,
  parseDayHours,
  parseWeekHours,
  type DayName,
  type HoursTexts,
  type Interval,
} from './opening-hours.ts';

/**
 * Dates on which a listing has other hours than in its regular week, stored as one text:
 *
 *   2026-11-26: Closed; 2026-12-24 to 2026-12-31: 8:00 AM – 12:00 PM
 *
 * Such hours replace those of the whole date, from midnight to midnight on the clock of the practice. holiday_spans() in the
 * database reads the same notation.
 */
export interface HolidayHours {
  /** Such as 2026-11-26. */
  from: string;
  /** The last day; the same as `from` for one day. */
  to: string;
  /** As for a day of the week. */
  hours: string;
}

export interface DatedHours extends HoursTexts {
  readonly holidayHours?: string | null;
}

const DAY = 1440;
const LONGEST_RANGE = 92;
export const MAX_HOLIDAY_HOURS = 40;
const entry = /^(\d{4}-\d\d-\d\d)(?: to (\d{4}-\d\d-\d\d))?: (.+)$/;

export function parseHolidayHours(text: string | null | undefined): HolidayHours[] {
  if (!text) return [];
  return text.split('; ').flatMap((part) => {
    const match = entry.exec(part);
    return match ? [{ from: match[1]!, to: match[2] ?? match[1]!, hours: match[3]! }] : [];
  });
}

/** The notation above, in the order of the dates; empty for no dates. */
export const formatHolidayHours = (list: readonly HolidayHours[]): string =>
  list
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .map(({ from, to, hours }) => `${from === to ? from : `${from} to ${to}`}: ${hours.replaceAll(';', ',')}`)
    .join('; ');

/** The same hours in the notation above, or the first problem, as a sentence for people. */
export function normalizeHolidayHours(text: string): { text: string } | { problem: string } {
  const list = parseHolidayHours(text).map((one) => ({ ...one, hours: formatDayHours(one.hours) }));
  const problem =
    list.length === text.split('; ').length
      ? (list.map(findHolidayProblem).find(Boolean) ?? findListProblem(list))
      : 'Please enter dates such as 2026-11-26: Closed, separated by semicolons.';
  return problem ? { problem } : { text: formatHolidayHours(list) };
}

const isDate = (text: string): boolean =>
  /^2\d{3}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().slice(0, 10) === text;

/** Finds the first problem of one entry, as a sentence for people; null for none. */
export function findHolidayProblem({ from, to, hours }: HolidayHours): string | null {
  if (!isDate(from) || !isDate(to)) return 'Please choose a date.';
  if (to < from) return 'The last day can’t be before the first.';
  if (addDays(from, LONGEST_RANGE) < to) return 'Please choose at most three months.';
  const intervals = parseDayHours(hours);
  if (intervals === null) return 'Please enter hours such as 8 AM - 12 PM, or Closed.';
  return intervals.some(([, end]) => end > DAY) ? 'Hours on a date end at midnight at the latest.' : null;
}

/** Finds the first problem of the whole list, as a sentence for people; null for none. */
export function findListProblem(list: readonly HolidayHours[]): string | null {
  if (list.length > MAX_HOLIDAY_HOURS) return `Please enter at most ${MAX_HOLIDAY_HOURS} dates.`;
  const sorted = list.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const overlap = sorted.find(({ from }, index) => index > 0 && from <= sorted[index - 1]!.to);
  return overlap ? 'Two of these dates overlap.' : null;
}

/** The date on the clock of a zone. Read from parts, because browsers disagree on which locale writes 2026-01-31. */
export const localDate = clockOf(
  { year: 'numeric', month: '2-digit', day: '2-digit' },
  ({ year, month, day }) => `${year}-${month}-${day}`,
);

const findOn = (list: readonly HolidayHours[], date: string): HolidayHours | undefined =>
  list.find(({ from, to }) => from <= date && date <= to);

/** The open minutes of a date; null if neither the date nor the week has known hours. */
function intervalsOn(list: readonly HolidayHours[], week: readonly Interval[] | null, date: string): Interval[] | null {
  const exception = findOn(list, date);
  if (exception) return (parseDayHours(exception.hours) ?? []).map(([start, end]) => [start, Math.min(end, DAY)]);
  if (week === null) return null;
  const midnight = weekdayOf(date) * DAY;
  return week
    .filter(([start, end]) => start < midnight + DAY && end > midnight)
    .map(([start, end]) => [Math.max(0, start - midnight), Math.min(DAY, end - midnight)]);
}

interface Opening {
  day: DayName;
  date: string;
  daysAhead: number;
  time: string;
}
const MOST_DAYS_AHEAD = 100;

/** Whether a practice is open, and when it opens next. Null if its regular hours or its time zone are unknown. */
export function findOpening(
  hours: DatedHours,
  zone: string | null,
  instant: Date,
): { isOpen: boolean; next: Opening | null } | null {
  const week = parseWeekHours(hours);
  if (week === null || zone === null) return null;
  const today = localDate(zone, instant);
  const list = parseHolidayHours(hours.holidayHours).filter(({ to }) => to >= today);
  if (list.length === 0) {
    if (isOpenAt(week, zone, instant)) return { isOpen: true, next: null };
    const next = findNextOpening(week, zone, instant);
    return { isOpen: false, next: next && { ...next, date: addDays(today, next.daysAhead) } };
  }
  const now = minuteOfWeek(zone, instant) % DAY;
  const isOpen = intervalsOn(list, week, today)!.some(([start, end]) => start <= now && now < end);
  if (isOpen) return { isOpen, next: null };
  for (let daysAhead = 0; daysAhead < MOST_DAYS_AHEAD; daysAhead++) {
    const date = addDays(today, daysAhead);
    const start = intervalsOn(list, week, date)!.find(([opens]) => daysAhead > 0 || opens > now)?.[0];
    if (start !== undefined)
      return { isOpen, next: { day: dayNames[weekdayOf(date)]!, date, daysAhead, time: formatMinute(start) } };
  }
  return { isOpen, next: null };
}

interface DateHours {
  readonly day: DayName;
  readonly date: string;
  readonly text: string;
  /** The hours are those of the date instead of the week. */
  readonly isHoliday: boolean;
}

/** The hours of the next days, starting today on the clock of the practice. Empty if no day has hours. */
export function upcomingHours(hours: DatedHours, zone: string | null, instant: Date, days = 7): DateHours[] {
  const today = localDate(zone ?? 'America/New_York', instant);
  const list = parseHolidayHours(hours.holidayHours);
  if (list.length === 0 && !dayNames.some((day) => hours[`${day}Hours`]?.trim())) return [];
  return Array.from({ length: days }, (_, ahead) => {
    const date = addDays(today, ahead);
    const day = dayNames[weekdayOf(date)]!;
    const exception = findOn(list, date);
    return { day, date, text: formatDayHours(exception?.hours ?? hours[`${day}Hours`]), isHoliday: Boolean(exception) };
  });
}

export interface UpcomingHoliday extends HolidayHours {
  /** The holiday's name, if it is one day. */
  name: string | null;
  text: string;
}

/** The dates with special hours that haven't passed. */
export function listUpcomingHolidays(
  text: string | null | undefined,
  zone: string | null,
  instant: Date,
): UpcomingHoliday[] {
  const today = localDate(zone ?? 'America/New_York', instant);
  return parseHolidayHours(text)
    .filter(({ to }) => to >= today)
    .map((one) => ({
      ...one,
      name: one.from === one.to ? holidayName(one.from) : null,
      text: formatDayHours(one.hours),
    }));
}

/** Finds the next dates on which holiday hours close the practice, among the days of the week that a patient looks for. */
export function findClosedDates(
  hours: DatedHours,
  zone: string | null,
  instant: Date,
  days: readonly DayName[],
): string[] {
  if (!hours.holidayHours) return [];
  return upcomingHours(hours, zone, instant)
    .filter(({ day, isHoliday, text }) => isHoliday && text === 'Closed' && days.includes(day))
    .map(({ date }) => date);
}
