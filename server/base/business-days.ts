import { Temporal } from 'temporal-polyfill';

/** Support works Monday to Friday until 5 PM Eastern, except on federal holidays. */
const zone = 'America/New_York';
const REVIEW_DAYS = 3;

const nthWeekday = (year: number, month: number, weekday: number, n: number): Temporal.PlainDate => {
  const first = Temporal.PlainDate.from({ year, month, day: 1 });
  return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + 7 * (n - 1) });
};
const lastWeekday = (year: number, month: number, weekday: number): Temporal.PlainDate => {
  const first = nthWeekday(year, month, weekday, 5);
  return first.month === month ? first : first.subtract({ days: 7 });
};
/** A holiday on a Saturday is observed on Friday, and one on a Sunday is observed on Monday. */
const observedDate = (year: number, month: number, day: number): Temporal.PlainDate => {
  const date = Temporal.PlainDate.from({ year, month, day });
  if (date.dayOfWeek === 6) return date.subtract({ days: 1 });
  return date.dayOfWeek === 7 ? date.add({ days: 1 }) : date;
};

/** The observed federal holidays of a year. New Year's Day may be observed on December 31 of the year before. */
export function federalHolidays(year: number): Temporal.PlainDate[] {
  return [
    observedDate(year, 1, 1),
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    lastWeekday(year, 5, 1),
    observedDate(year, 6, 19),
    observedDate(year, 7, 4),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 10, 1, 2),
    observedDate(year, 11, 11),
    nthWeekday(year, 11, 4, 4),
    observedDate(year, 12, 25),
  ];
}

export function isBusinessDay(date: Temporal.PlainDate): boolean {
  if (date.dayOfWeek > 5) return false;
  return ![...federalHolidays(date.year), observedDate(date.year + 1, 1, 1)].some((holiday) => holiday.equals(date));
}

/** A claim is due at the end of the third business day after it was submitted. */
export function reviewDue(submitted: Date, days = REVIEW_DAYS): Date {
  let date = Temporal.Instant.fromEpochMilliseconds(submitted.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  for (let left = days; left > 0;) {
    date = date.add({ days: 1 });
    if (isBusinessDay(date)) left -= 1;
  }
  return new Date(date.toZonedDateTime({ timeZone: zone, plainTime: '17:00' }).epochMilliseconds);
}
