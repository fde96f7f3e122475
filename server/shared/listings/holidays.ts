/** US federal holidays on their own dates, which is when dental offices close, not when the government observes them. */

const DAY_MS = 86_400_000;

const isoDate = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** The nth Monday (1) to Sunday (0) of a month; the last one if n is 0. */
function nthWeekday(year: number, month: number, weekday: number, n: number): string {
  if (n === 0) {
    const last = new Date(Date.UTC(year, month, 0));
    return isoDate(year, month, last.getUTCDate() - ((last.getUTCDay() - weekday + 7) % 7));
  }
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  return isoDate(year, month, 1 + ((weekday - first + 7) % 7) + 7 * (n - 1));
}

export interface Holiday {
  name: string;
  /** Such as 2026-11-26. */
  date: string;
}

export const listHolidays = (year: number): Holiday[] => [
  { name: 'New Year’s Day', date: isoDate(year, 1, 1) },
  { name: 'Martin Luther King Jr. Day', date: nthWeekday(year, 1, 1, 3) },
  { name: 'Presidents’ Day', date: nthWeekday(year, 2, 1, 3) },
  { name: 'Memorial Day', date: nthWeekday(year, 5, 1, 0) },
  { name: 'Juneteenth', date: isoDate(year, 6, 19) },
  { name: 'Independence Day', date: isoDate(year, 7, 4) },
  { name: 'Labor Day', date: nthWeekday(year, 9, 1, 1) },
  { name: 'Columbus Day', date: nthWeekday(year, 10, 1, 2) },
  { name: 'Veterans Day', date: isoDate(year, 11, 11) },
  { name: 'Thanksgiving Day', date: nthWeekday(year, 11, 4, 4) },
  { name: 'Christmas Day', date: isoDate(year, 12, 25) },
];

/** The next holidays from this date on, one of each. */
export function nextHolidays(today: string): Holiday[] {
  const year = Number(today.slice(0, 4));
  return [...listHolidays(year), ...listHolidays(year + 1)].filter(({ date }) => date >= today).slice(0, 11);
}

export const holidayName = (date: string): string | null =>
  listHolidays(Number(date.slice(0, 4))).find((holiday) => holiday.date === date)?.name ?? null;

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** 0 is Monday. */
export const weekdayOf = (date: string): number => (new Date(date).getUTCDay() + 6) % 7;
