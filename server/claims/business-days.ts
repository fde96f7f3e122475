import { Temporal } from 'temporal-polyfill';

/** Support keeps New York's calendar: Monday to Friday until 5 PM, without the federal holidays. */
const zone = 'America/New_York';
const REVIEW_DAYS = 3;

const nth = (year: number, month: number, weekday: number, n: number): Temporal.PlainDate => {
  const first = Temporal.PlainDate.from({ year, month, day: 1 });
  return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + 7 * (n - 1) });
};
const last = (year: number, month: number, weekday: number): Temporal.PlainDate => {
  const first = nth(year, month, weekday, 5);
  return first.month === month ? first : first.subtract({ days: 7 });
};
/** A holiday on a Saturday is kept on the Friday before, one on a Sunday on the Monday after. */
const observed = (year: number, month: number, day: number): Temporal.PlainDate => {
  const date = Temporal.PlainDate.from({ year, month, day });
  if (date.dayOfWeek === 6) return date.subtract({ days: 1 });
  return date.dayOfWeek === 7 ? date.add({ days: 1 }) : date;
};

/** The federal holidays that begin in a year, as they are kept; the first may fall on the last day of the year before. */
export function federalHolidays(year: number): Temporal.PlainDate[] {
  return [
    observed(year, 1, 1),
    nth(year, 1, 1, 3),
    nth(year, 2, 1, 3),
    last(year, 5, 1),
    observed(year, 6, 19),
    observed(year, 7, 4),
    nth(year, 9, 1, 1),
    nth(year, 10, 1, 2),
    observed(year, 11, 11),
    nth(year, 11, 4, 4),
    observed(year, 12, 25),
  ];
}

export function isBusinessDay(date: Temporal.PlainDate): boolean {
  if (date.dayOfWeek > 5) return false;
  return ![...federalHolidays(date.year), observed(date.year + 1, 1, 1)].some((holiday) => holiday.equals(date));
}

/** Until when a claim is looked at: the end of the third business day after the day it came in. */
export function reviewDue(submitted: Date, days = REVIEW_DAYS): Date {
  let date = Temporal.Instant.fromEpochMilliseconds(submitted.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  for (let left = days; left > 0;) {
    date = date.add({ days: 1 });
    if (isBusinessDay(date)) left -= 1;
  }
  return new Date(date.toZonedDateTime({ timeZone: zone, plainTime: '17:00' }).epochMilliseconds);
}
