import * as fc from 'fast-check';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { insurancePlans, parsePlans } from '#shared/places/insurance-plans.ts';
import { openDays } from '#shared/search-terms.ts';
import { rows } from '#server/base/db/knex.ts';
import { freshDatabase, type FreshDatabase } from '#server/test/programs/database.ts';
import {
  base,
  clock,
  fill as fillDatabase,
  listing,
  newYork,
  serviceIds,
  type Listing,
} from '#server/test/directory.ts';
import { expected } from '#server/test/plain-search.ts';
import { searchListings, type SearchQuery } from './search.ts';
import { thresholds } from './thresholds.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
const fill = (listings: Listing[]) => fillDatabase(database.db, listings);

function useThresholds(other: Partial<typeof thresholds>): void {
  const usual = { ...thresholds };
  Object.assign(thresholds, other);
  onTestFinished(() => void Object.assign(thresholds, usual));
}

const query = fc.record({
  location: fc.constantFrom('', '', 'ny', 'Springfield', '10001', '100', 'New York'),
  service: fc.constantFrom('', '', 'Veneers'),
  name: fc.constantFrom('', '', '', 'smith'),
  openNow: fc.constantFrom(false, false, true),
  insurance: fc.constantFrom(false, false, true),
  parking: fc.constantFrom(false, false, false, true),
  open24Hours: fc.constantFrom(false, false, false, false, true),
  language: fc.constantFrom('', '', 'Spanish', 'Spanish, Persian'),
  services: fc.subarray([0, 1, 2]),
  plan: fc.subarray(['delta-dental', 'aetna', 'spirit-dental', 'medicaid']),
  openOn: fc.subarray([...openDays], { maxLength: 3 }),
  evening: fc.constantFrom(false, false, true),
  gender: fc.constantFrom(undefined, undefined, 'female' as const, 'male' as const),
  maxPrice: fc.constantFrom(undefined, undefined, 1, 198, 199, 300, 100_000),
  minRating: fc.constantFrom(undefined, undefined, 1, 3.5, 5),
  minReviews: fc.constantFrom(undefined, undefined, 1, 40, 1000),
  box: fc.constantFrom(
    undefined,
    undefined,
    { west: -80, south: 40.2, east: -73.9, north: 45 },
    // The corner is the position of a listing.
    { west: -74.25, south: 38, east: -72, north: 40.5 },
    { west: -107, south: 25, east: -93, north: 37 },
    { west: -180, south: -90, east: 180, north: 90 },
    { west: 0, south: 0, east: 1, north: 1 },
  ),
  sort: fc.constantFrom('best', 'rating', 'name', 'price'),
  page: fc.constantFrom(1, 1, 2, 4),
  pageSize: fc.integer({ min: 1, max: 7 }),
}) satisfies fc.Arbitrary<SearchQuery>;
/** Sets few of the filters at a time, because hardly any listing matches all of them. */
const fewFilters = fc
  .tuple(
    query,
    fc.subarray(
      Object.keys({
        services: 0,
        plan: 0,
        openOn: 0,
        evening: 0,
        gender: 0,
        maxPrice: 0,
        minRating: 0,
        minReviews: 0,
        box: 0,
        language: 0,
        openNow: 0,
      }),
    ),
  )
  .map(([all, dropped]): SearchQuery => ({ ...all, ...Object.fromEntries(dropped.map((name) => [name, undefined])) }));

test.each([
  ['by reading all matches', {}],
  ['with their totals first', { deep: -1 }],
  ['in order', { deep: -1, counted: 2 }],
])('filters agree with a plain filter, %s', { timeout: 240_000 }, async (_, other) => {
  useThresholds(other);
  const isBounded = 'counted' in other;
  await fc.assert(
    fc.asyncProperty(
      fc.array(listing, { minLength: 4, maxLength: 16 }),
      fc.array(fewFilters, { minLength: 14, maxLength: 14 }),
      async (listings, queries) => {
        const all = await fill(listings);
        // Counts are cached per Knex object, and must not come from an earlier directory.
        const db = Object.create(database.db) as Knex;
        for (const drawn of queries) {
          const q = { ...drawn, services: drawn.services?.map((one) => serviceIds[one]!) };
          const ids = expected(all, q);
          const found = await searchListings(db, q, clock);
          const from = (q.page - 1) * q.pageSize;
          expect({ q, ids: found.items.map((item) => item.id) }).toEqual({
            q,
            ids: ids.slice(from, from + q.pageSize),
          });
          if (!isBounded || found.totalIsExact) expect({ q, total: found.total }).toEqual({ q, total: ids.length });
          else expect(found.total).toBeLessThanOrEqual(ids.length);
          // A full page is followed by another one, unless the result ends with it.
          if (ids.length > from + q.pageSize) expect(found.total).toBeGreaterThan(from + q.pageSize);
        }
      },
    ),
    { numRuns: 30 },
  );
});

test(
  'the sponsored places of a filter are the same, and before all other results, however they are found',
  { timeout: 120_000 },
  async () => {
    const all = await fill(
      Array.from({ length: 40 }, (_, index) => ({
        ...base,
        name: `Dentist ${index}`,
        owner: index % 3 === 0 ? ('pro_max' as const) : null,
        rating: index % 3 === 0 ? null : 4.5,
        place: index % 4 === 0 ? newYork : base.place,
        insurancePlans: index % 5 === 0 ? null : 'Aetna',
        parkingAvailable: index % 2 === 0,
      })),
    );
    const filters = [
      { plan: ['aetna'], parking: true },
      { parking: true },
      { plan: ['aetna'], location: 'NY' },
      { location: 'Albany', parking: true },
    ];
    for (const filter of filters) {
      const list = async () => {
        const ids: number[] = [];
        const sponsored: number[] = [];
        for (let page = 1; page <= 6; page++) {
          const found = await searchListings(database.db, { ...filter, page, pageSize: 7, top: true }, clock);
          ids.push(...found.items.map(({ id }) => id));
          sponsored.push(...found.items.filter(({ why }) => why.paid).map(({ id }) => id));
        }
        return { ids, sponsored };
      };
      const whole = await list();
      const plain = expected(all, { ...filter, page: 1, pageSize: 50 });
      expect(whole.sponsored).toHaveLength(3);
      expect(whole.ids).toEqual([...whole.sponsored, ...plain.filter((id) => !whole.sponsored.includes(id))]);
      useThresholds({ counted: 11 });
      expect(await list()).toEqual(whole);
      useThresholds({ counted: 10_000 });
    }
  },
);

test.each([
  ['by reading all matches', {}],
  ['in order', { counted: 1 }],
])('filters apply within a radius, in each order, %s', async (_, other) => {
  const at = (zipCode: string, name: string, rating: number): Listing => ({
    ...base,
    name,
    rating,
    place: { ...newYork, zipCode },
    insurancePlans: 'Aetna',
  });
  await fill([
    at('11201', 'Ann Far', 5),
    at('10002', 'Bea Near', 3),
    at('10002', 'Cal Near', 4),
    { ...at('10002', 'Dan Near', 5), insurancePlans: null },
    { ...base, name: 'Eve Away', insurancePlans: 'Aetna' },
  ]);
  useThresholds(other);
  const around = { location: '10002', radius: 25, plan: ['aetna'] };
  expect(await namesOf({ ...around, sort: 'distance' })).toEqual(['Cal Near', 'Bea Near', 'Ann Far']);
  expect(await namesOf(around)).toEqual(['Ann Far', 'Cal Near', 'Bea Near']);
  expect(await namesOf({ ...around, sort: 'name' })).toEqual(['Ann Far', 'Bea Near', 'Cal Near']);
  expect(await namesOf({ ...around, name: 'near' })).toEqual(['Cal Near', 'Bea Near']);
});

test('pages by name are in order, also if the first names don’t match', async () => {
  const names = Array.from(
    { length: 60 },
    (_, index) => `dr ${String.fromCharCode(97 + ((index * 7) % 26))} ${index}`,
  ).toSorted();
  await fill(
    names.map((name, index) => ({
      ...base,
      name,
      rating: (index * 3) % 50 === 0 ? null : ((index * 3) % 50) / 10,
      insurancePlans: index < 35 ? 'Aetna' : 'Spirit Dental',
    })),
  );
  useThresholds({ counted: 2 });
  const page = (plan: string, number: number) => namesOf({ plan: [plan], sort: 'name', page: number, pageSize: 2 });
  for (const number of [1, 2, 3, 17]) {
    expect(await page('aetna', number)).toEqual(names.slice(0, 35).slice(number * 2 - 2, number * 2));
    expect(await page('spirit-dental', number)).toEqual(names.slice(35).slice(number * 2 - 2, number * 2));
  }
});

const saturday = (hours: string): Listing => ({ ...base, name: hours, saturdayHours: hours });
const namesOf = async (q: Partial<SearchQuery>): Promise<string[]> =>
  (await searchListings(database.db, { page: 1, pageSize: 20, ...q }, clock)).items.map((item) => item.name);

test('a day counts from 5 AM, so a night shift opens the day it begins on', async () => {
  await fill(['9-1', '8 PM - 2 AM', '8 PM - 6 AM', '9 AM - 12 PM, 5 PM - 7 PM', 'Closed'].map(saturday));
  expect(await namesOf({ openOn: ['sat'] })).toEqual([
    '8 PM - 2 AM',
    '8 PM - 6 AM',
    '9 AM - 12 PM, 5 PM - 7 PM',
    '9-1',
  ]);
  expect(await namesOf({ openOn: ['sun'] })).toEqual(['8 PM - 6 AM']);
  expect(await namesOf({ openOn: ['sat'], evening: true })).toEqual([
    '8 PM - 2 AM',
    '8 PM - 6 AM',
    '9 AM - 12 PM, 5 PM - 7 PM',
  ]);
  expect(await namesOf({ openOn: ['sun'], evening: true })).toEqual([]);
});

test('a part of the day counts on the days of the search, and on any day without one', async () => {
  await fill([
    ...['9-1', '7-11', '12 PM - 5 PM', '8 PM - 2 AM', 'Closed'].map(saturday),
    { ...base, name: 'Weekdays', hours: '7-5', saturdayHours: '1-5' },
  ]);
  expect(await namesOf({ openAt: 'morning', openOn: ['sat'] })).toEqual(['7-11', '9-1']);
  expect(await namesOf({ openAt: 'early', openOn: ['sat'] })).toEqual(['7-11']);
  expect(await namesOf({ openAt: 'lunch', openOn: ['sat'] })).toEqual(['12 PM - 5 PM', '9-1']);
  expect(await namesOf({ openAt: 'early', openOn: ['wed', 'sat'] })).toEqual(['7-11', 'Weekdays']);
  expect(await namesOf({ openAt: 'morning', openOn: ['sun'] })).toEqual([]);
  expect(await namesOf({ openAt: '2026-11-28' })).toEqual(await namesOf({ openOn: ['sat'] }));
});

test('a practice is open 24 hours if it is on every day of its week', async () => {
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const week = (hours: string) => Object.fromEntries(days.map((day) => [`${day}Hours`, hours]));
  const [always, , , parts] = await fill([
    { ...base, name: 'Always', holidayHours: '2026-12-25: Closed' },
    { ...base, name: 'On Wednesdays', hours: '24 hours' },
    { ...base, name: 'Unknown' },
    { ...base, name: 'In two parts' },
  ]);
  const { db } = database;
  await db('dentists').where({ id: always!.id }).update(week('Open 24 hours'));
  await db('dentists').where({ id: parts!.id }).update(week('12 AM - 3 PM, 3 PM - 12 AM'));
  expect(await namesOf({ open24Hours: true })).toEqual(['Always', 'In two parts']);
  await db('dentists').where({ id: always!.id }).update({ sundayHours: '12 AM - 11 PM' });
  expect(await namesOf({ open24Hours: true })).toEqual(['In two parts']);
});

test('an evening begins at 6 PM in the zone of the listing', async () => {
  await fill([
    { ...base, name: 'Until six', hours: '9-6' },
    { ...base, name: 'Past six', hours: '9 AM - 6:01 PM' },
    { ...base, name: 'In New York', place: newYork, hours: '6 PM - 9 PM' },
  ]);
  expect(await namesOf({ evening: true })).toEqual(['In New York', 'Past six']);
  // The clock is at 9:30 AM in New York.
  expect(await namesOf({ evening: true, openNow: true })).toEqual(['Past six']);
});

test('many good reviews rank above one perfect review', async () => {
  await fill([
    { ...base, name: 'A', rating: 5, reviewCount: 1 },
    { ...base, name: 'B', rating: 4.9, reviewCount: 395 },
    { ...base, name: 'C', rating: 5, reviewCount: 395 },
    { ...base, name: 'D', rating: 3, reviewCount: 80 },
    { ...base, name: 'E' },
  ]);
  expect(await namesOf({ sort: 'rating' })).toEqual(['C', 'B', 'A', 'D', 'E']);
  await database.db('dentists').where({ name: 'A' }).update({ reviewCount: 900 });
  expect(await namesOf({ sort: 'rating' })).toEqual(['A', 'C', 'B', 'D', 'E']);
});

test('the database knows the plans of the contract by the same bits', async () => {
  const found = await rows<{ mask: number }>(
    database.db,
    'select plan_mask(name) as mask from unnest(cast(:names as text[])) with ordinality n (name, nth) order by nth',
    { names: insurancePlans.map(({ name }) => name) },
  );
  expect(found.map(({ mask }) => mask)).toEqual(insurancePlans.map((_, bit) => 2 ** bit));
  const [all] = await rows<{ mask: number }>(database.db, 'select plan_mask(:all) as mask', {
    all: insurancePlans.map(({ name }) => name).join('; '),
  });
  expect(all!.mask).toBe(2 ** insurancePlans.length - 1);
});

test('plans are read by their other names and kept in one order', () => {
  expect(parsePlans('cigna dental; DELTA DENTAL PPO | aetna')).toEqual({ text: 'Delta Dental; Aetna; Cigna' });
  expect(parsePlans('Aetna, BCBS')).toEqual({ text: 'Aetna; Blue Cross Blue Shield' });
  expect(parsePlans(' ; ')).toEqual({ text: null });
  expect(parsePlans('Aetna; Acme Teeth')).toEqual({ unknown: 'Acme Teeth' });
  for (const { slug, name } of insurancePlans) {
    expect(parsePlans(slug)).toEqual({ text: name });
    expect(parsePlans(`${name} insurance`)).toEqual({ text: name });
  }
});
