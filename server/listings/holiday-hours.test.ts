import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findClosedDates,
  findHolidayProblem,
  findListProblem,
  findOpening,
  formatHolidayHours,
  listUpcomingHolidays,
  parseHolidayHours,
  upcomingHours,
} from '#shared/listings/holiday-hours.ts';
import { addDays, listHolidays, nextHolidays } from '#shared/listings/holidays.ts';
import { rows } from '#server/base/db/knex.ts';
import { freshDatabase, type FreshDatabase } from '#server/test/programs/database.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const week = { mondayHours: '8-5', thursdayHours: '8-12, 1-5', fridayHours: '8 PM - 2 AM', saturdayHours: '9-1' };
// A Wednesday.
const FIRST_DAY = '2026-11-25';

const dayHours = fc.constantFrom(
  'Closed',
  '8:00 AM – 12:00 PM',
  '9:00 AM – 10:00 AM, 3:00 PM – 11:00 PM',
  'Open 24 hours',
);
/** Ranges that don't overlap. */
const holidays = fc
  .array(fc.record({ gap: fc.integer({ min: 1, max: 4 }), days: fc.integer({ min: 0, max: 3 }), hours: dayHours }), {
    maxLength: 5,
  })
  .map((parts) => {
    let next = addDays(FIRST_DAY, -4);
    return formatHolidayHours(
      parts.map(({ gap, days, hours }) => {
        const from = addDays(next, gap);
        next = addDays(from, days);
        return { from, to: next, hours };
      }),
    );
  });
const instant = fc
  .integer({ min: 0, max: 9 * 96 })
  .map((quarters) => new Date(Date.parse(`${FIRST_DAY}T07:00:00Z`) + quarters * 900_000));

test('the database and TypeScript agree on when a practice with holiday hours is open, in every zone', async () => {
  const zone = fc.constantFrom('America/New_York', 'America/Phoenix', 'Pacific/Honolulu', 'America/Puerto_Rico');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(holidays, instant, zone), { minLength: 20, maxLength: 30 }), async (cases) => {
      const open = await rows<{ isOpen: boolean }>(
        database.db,
        `select case when holiday_dates(c.text) @> here::date then holiday_times(c.text) @> here
           else week_hours('8-5', null, null, '8-12, 1-5', '8 PM - 2 AM', '9-1', null)
             @> (extract(isodow from here) * 1440 - 1440 + extract(hour from here) * 60 + extract(minute from here))::int end as is_open
         from unnest(cast(? as text[]), cast(? as timestamptz[]), cast(? as text[])) with ordinality as c (text, at, zone, nth)
         cross join lateral (select c.at at time zone c.zone as here) l order by nth`,
        [cases.map(([text]) => text), cases.map(([, at]) => at.toISOString()), cases.map(([, , name]) => name)],
      );
      expect(open.map(({ isOpen }) => isOpen)).toEqual(
        cases.map(([holidayHours, at, name]) => findOpening({ ...week, holidayHours }, name, at)!.isOpen),
      );
    }),
    { numRuns: 20 },
  );
});

test('the next opening is the first open minute, whatever the holidays', () => {
  const at = (start: Date, quarters: number) => new Date(start.getTime() + quarters * 900_000);
  fc.assert(
    fc.property(holidays, instant, (holidayHours, now) => {
      // Phoenix keeps its clocks all year.
      const listing = { ...week, holidayHours };
      const opening = findOpening(listing, 'America/Phoenix', now)!;
      const isOpen = (quarters: number) => findOpening(listing, 'America/Phoenix', at(now, quarters))!.isOpen;
      expect(opening.isOpen).toBe(isOpen(0));
      if (opening.isOpen) return;
      let quarters = 1;
      while (!isOpen(quarters)) quarters += 1;
      const opens = new Date(at(now, quarters).getTime() - 7 * 3_600_000);
      const time = opens.toLocaleTimeString('en-US', { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' });
      expect([opening.next!.date, opening.next!.time]).toEqual([
        opens.toISOString().slice(0, 10),
        time.replace(/\u202f/g, ' '),
      ]);
    }),
    { numRuns: 60 },
  );
});

test('a date replaces the hours of its whole day, and only those', () => {
  const listing = { ...week, holidayHours: '2026-11-26: Closed; 2026-11-28: 10:00 AM – 11:00 AM' };
  const isOpenAt = (local: string) => findOpening(listing, 'America/New_York', new Date(`${local}-05:00`))!.isOpen;
  expect(isOpenAt('2026-11-26T09:00')).toBe(false);
  expect(isOpenAt('2026-12-03T09:00')).toBe(true);
  // Friday's night shift ends at midnight, because Saturday has hours of its own.
  expect(isOpenAt('2026-11-27T23:59')).toBe(true);
  expect(isOpenAt('2026-11-28T00:00')).toBe(false);
  expect(isOpenAt('2026-11-28T10:30')).toBe(true);
  expect(isOpenAt('2026-11-28T12:00')).toBe(false);
  const days = upcomingHours(listing, 'America/New_York', new Date('2026-11-26T12:00:00-05:00'), 3);
  expect(days.map(({ day, text, isHoliday }) => [day, text, isHoliday])).toEqual([
    ['thursday', 'Closed', true],
    ['friday', '8:00 PM – 2:00 AM', false],
    ['saturday', '10:00 AM – 11:00 AM', true],
  ]);
});

test('a search for a day of the week learns that holiday hours close the next one', () => {
  const listing = { ...week, holidayHours: '2026-11-26: Closed; 2026-11-28: 10:00 AM – 11:00 AM; 2026-12-05: Closed' };
  const closedOn = (local: string, days: Parameters<typeof findClosedDates>[3]) =>
    findClosedDates(listing, 'America/New_York', new Date(`${local}T12:00:00-05:00`), days);
  expect(closedOn('2026-11-25', ['thursday', 'saturday'])).toEqual(['2026-11-26']);
  expect(closedOn('2026-11-25', ['saturday'])).toEqual([]);
  expect(closedOn('2026-11-29', ['saturday'])).toEqual(['2026-12-05']);
  expect(findClosedDates(week, 'America/New_York', new Date(), ['tuesday'])).toEqual([]);
});

test('federal holidays have their dates and names', () => {
  expect(listHolidays(2026).map(({ date }) => date.slice(5))).toEqual(
    ['01-01', '01-19', '02-16', '05-25', '06-19', '07-04', '09-07', '10-12', '11-11', '11-26', '12-25'], // prettier-ignore
  );
  expect(listHolidays(2027).map(({ date }) => date.slice(5))).toEqual(
    ['01-01', '01-18', '02-15', '05-31', '06-19', '07-04', '09-06', '10-11', '11-11', '11-25', '12-25'], // prettier-ignore
  );
  expect(nextHolidays('2026-11-26').slice(0, 3)).toEqual([
    { name: 'Thanksgiving Day', date: '2026-11-26' },
    { name: 'Christmas Day', date: '2026-12-25' },
    { name: 'New Year’s Day', date: '2027-01-01' },
  ]);
  const text = '2026-11-20: Closed; 2026-11-26: Closed; 2026-12-24 to 2026-12-31: 8:00 AM – 12:00 PM';
  const listed = listUpcomingHolidays(text, 'America/New_York', new Date('2026-11-26T12:00:00Z'));
  expect(listed.map(({ name, from, to, text: hours }) => [name, from, to, hours])).toEqual([
    ['Thanksgiving Day', '2026-11-26', '2026-11-26', 'Closed'],
    [null, '2026-12-24', '2026-12-31', '8:00 AM – 12:00 PM'],
  ]);
  expect(formatHolidayHours(parseHolidayHours(text))).toBe(text);
});

test('dates and hours that make no sense are explained', () => {
  const problem = (from: string, to: string, hours: string) => findHolidayProblem({ from, to, hours });
  expect(problem('2026-12-24', '2026-12-24', '8-12')).toBeNull();
  expect(problem('2026-02-30', '2026-02-30', 'Closed')).toMatch(/choose a date/);
  expect(problem('', '2026-12-24', 'Closed')).toMatch(/choose a date/);
  expect(problem('2026-12-24', '2026-12-23', 'Closed')).toMatch(/can’t be before/);
  expect(problem('2026-12-24', '2027-12-24', 'Closed')).toMatch(/three months/);
  expect(problem('2026-12-24', '2026-12-24', 'mornings')).toMatch(/8 AM - 12 PM, or Closed/);
  expect(problem('2026-12-24', '2026-12-24', '8 PM - 2 AM')).toMatch(/midnight/);
  const day = (from: string, to = from) => ({ from, to, hours: 'Closed' });
  expect(findListProblem([day('2026-12-24', '2026-12-26'), day('2026-12-27')])).toBeNull();
  expect(findListProblem([day('2026-12-26'), day('2026-12-24', '2026-12-26')])).toMatch(/overlap/);
  expect(findListProblem(Array.from({ length: 41 }, (_, n) => day(addDays('2027-01-01', n))))).toMatch(/at most 40/);
});
