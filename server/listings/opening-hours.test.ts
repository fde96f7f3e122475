import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  formatDayHours,
  isOpenAt,
  minuteOfWeek,
  parseDayHours,
  parseWeekHours,
} from '#shared/listings/opening-hours.ts';
import { upcomingHours } from '#shared/listings/holiday-hours.ts';
import { rows } from '#server/base/db/knex.ts';
import { freshDatabase, type FreshDatabase } from '#server/test/programs/database.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const h = (hour: number, minute = 0): number => hour * 60 + minute;

test.each<[string | null, [number, number][] | null]>([
  ['8:00 AM - 5:00 PM', [[h(8), h(17)]]],
  ['8-5', [[h(8), h(17)]]],
  ['8am–5pm', [[h(8), h(17)]]],
  ['08:00-17:00', [[h(8), h(17)]]],
  ['8:30 a.m. to 5:30 p.m.', [[h(8, 30), h(17, 30)]]],
  [
    '9:00 AM–12:00 PM, 1:00 PM–5:00 PM',
    [
      [h(9), h(12)],
      [h(13), h(17)],
    ],
  ],
  [
    '8-12, 1-5',
    [
      [h(8), h(12)],
      [h(13), h(17)],
    ],
  ],
  ['8-12 and 12-5', [[h(8), h(17)]]],
  ['8-5pm', [[h(8), h(17)]]],
  ['1-5pm', [[h(13), h(17)]]],
  ['9-12pm', [[h(9), h(12)]]],
  ['8am-5', [[h(8), h(17)]]],
  ['10-2', [[h(10), h(14)]]],
  ['7:00 AM - 12:00 noon', [[h(7), h(12)]]],
  ['noon - 8pm', [[h(12), h(20)]]],
  ['6pm - 2am', [[h(18), h(26)]]],
  ['5pm - midnight', [[h(17), h(24)]]],
  ['24 hours', [[0, h(24)]]],
  ['Open 24 Hours', [[0, h(24)]]],
  ['24/7', [[0, h(24)]]],
  ['Closed', []],
  [' closed ', []],
  ['', null],
  [null, null],
  ['By appointment', null],
  ['8-5, call us', null],
  ['25-26', null],
  ['8:75-9', null],
  ['13pm-2pm', null],
  ['8', null],
  ['8-5-9', null],
])('%j', async (text, expected) => {
  expect(parseDayHours(text)).toEqual(expected);
});

/** Parses the texts in the database. */
async function inDatabase(texts: (string | null)[]): Promise<([number, number][] | null)[]> {
  const found = await rows<{ spans: [number, number][] | null }>(
    database.db,
    `select case when parsed is not null then
       (select coalesce(json_agg(json_build_array(lower(s), upper(s))), '[]') from unnest(parsed) s) end as spans
     from (select parse_hours(text) as parsed, nth from unnest(?::text[]) with ordinality as t (text, nth)) p order by nth`,
    [texts],
  );
  return found.map((row) => row.spans);
}

const time = fc
  .tuple(
    fc.integer({ min: 0, max: 25 }),
    fc.constantFrom('', ':00', ':30', ':5', ':60'),
    fc.constantFrom('', 'am', 'pm', ' AM', ' p.m.'),
  )
  .map((parts) => parts.join(''));
const range = fc.tuple(time, fc.constantFrom('-', ' - ', '–', ' to ', ' until '), time).map((parts) => parts.join(''));
const hoursText = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .array(range, { minLength: 1, maxLength: 3 })
      .chain((parts) => fc.constantFrom(', ', ';', ' and ', '/').map((by) => parts.join(by))),
  },
  { weight: 1, arbitrary: fc.constantFrom('Closed', 'noon-5', '24/7', 'open 24 hrs', 'midnight - noon', '') },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }).map((text) => text.replaceAll('\0', '')) },
);

test('TypeScript and the database parse hours alike', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hoursText, { minLength: 20, maxLength: 40 }), async (texts) => {
      expect(await inDatabase(texts)).toEqual(texts.map((text) => parseDayHours(text)));
    }),
    { numRuns: 60 },
  );
});

test('TypeScript and the database parse a week alike, across Sunday midnight too', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(hoursText), { minLength: 7, maxLength: 7 }), async (days) => {
      const week = parseWeekHours({
        mondayHours: days[0],
        tuesdayHours: days[1],
        wednesdayHours: days[2],
        thursdayHours: days[3],
        fridayHours: days[4],
        saturdayHours: days[5],
        sundayHours: days[6],
      });
      const [row] = await rows<{ spans: [number, number][] | null }>(
        database.db,
        `select case when week is not null then (select coalesce(json_agg(json_build_array(lower(s), upper(s))), '[]') from unnest(week) s) end as spans
         from (select week_hours(?, ?, ?, ?, ?, ?, ?) as week) w`,
        days,
      );
      expect(row!.spans).toEqual(week);
    }),
    { numRuns: 100 },
  );
});

test('a practice is open by its local time', () => {
  const week = parseWeekHours({ mondayHours: '8-5', sundayHours: '8pm - 2am' });
  const monday = (utc: string): Date => new Date(`2026-03-02T${utc}Z`);
  expect(isOpenAt(week, 'America/New_York', monday('13:00'))).toBe(true);
  expect(isOpenAt(week, 'America/New_York', monday('12:59'))).toBe(false);
  expect(isOpenAt(week, 'America/New_York', monday('22:00'))).toBe(false);
  expect(isOpenAt(week, 'America/Los_Angeles', monday('13:00'))).toBe(false);
  expect(isOpenAt(week, 'America/New_York', monday('06:59'))).toBe(true);
  expect(isOpenAt(week, 'America/New_York', monday('07:00'))).toBe(false);
  expect(isOpenAt(null, 'America/New_York', monday('13:00'))).toBe(false);
});

test('8 a.m. stays 8 a.m. when daylight saving time changes', () => {
  expect(minuteOfWeek('America/New_York', new Date('2026-03-09T12:00:00Z'))).toBe(h(8));
  expect(minuteOfWeek('America/New_York', new Date('2026-03-02T13:00:00Z'))).toBe(h(8));
  expect(minuteOfWeek('America/Phoenix', new Date('2026-07-06T15:00:00Z'))).toBe(h(8));
});

test('hours are formatted uniformly, starting today, and unparsed text is unchanged', () => {
  expect(formatDayHours('8-12, 1-5:30')).toBe('8:00 AM – 12:00 PM, 1:00 PM – 5:30 PM');
  expect(formatDayHours('By appointment')).toBe('By appointment');
  expect(formatDayHours('')).toBe('Closed');
  expect(formatDayHours('24 hours')).toBe('Open 24 hours');
  const sunday = new Date('2026-03-02T04:00:00Z');
  expect(upcomingHours({ mondayHours: '8-5', sundayHours: null }, 'America/New_York', sunday, 3)).toEqual([
    { day: 'sunday', date: '2026-03-01', text: 'Closed', isHoliday: false },
    { day: 'monday', date: '2026-03-02', text: '8:00 AM – 5:00 PM', isHoliday: false },
    { day: 'tuesday', date: '2026-03-03', text: 'Closed', isHoliday: false },
  ]);
  expect(upcomingHours({ mondayHours: ' ', sundayHours: null }, 'America/New_York', sunday)).toEqual([]);
});
