import { formatHolidayHours } from '#shared/listings/holiday-hours.ts';
import { addDays, nextHolidays } from '#shared/listings/holidays.ts';

/** The holiday hours that sample practices have entered for the next holidays. Few, so that many share a schedule. */
export function inventHolidayTexts(now: Date): string[] {
  const [first, second, third] = nextHolidays(now.toISOString().slice(0, 10)).map(({ date }) => date);
  const closedOn = (date: string) => ({ from: date, to: date, hours: 'Closed' });
  const dayBefore = addDays(second!, -1);
  return [
    [closedOn(first!), closedOn(second!)],
    [closedOn(first!), closedOn(second!), closedOn(third!)],
    [{ from: dayBefore, to: dayBefore, hours: '8:00 AM – 12:00 PM' }, closedOn(second!)],
  ].map(formatHolidayHours);
}
