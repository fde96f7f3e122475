import * as fc from 'fast-check';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freshDatabase, type FreshDatabase } from '#server/test/programs/database.ts';
import { base, clock, fill as fillDatabase, listing, newYork, type Listing } from '#server/test/directory.ts';
import { expected } from '#server/test/plain-search.ts';
import { searchListings, type SearchQuery } from './search.ts';
import { thresholds } from './thresholds.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
const fill = (listings: Listing[]) => fillDatabase(database.db, listings);

const locations = [
  '',
  'Springfield',
  'springfield, il',
  'Springfield IL',
  'New York',
  'ny',
  'New York, NY',
  '62701',
  '627',
  '1',
  '12',
  '1000',
  '10001-9999',
  'saint louis',
  'St Louis, Missouri',
  'el  paso',
  'Nowhere Hollow',
  'nowhere',
  'PR',
  'Puerto Rico',
  '%',
  '_',
  "O'",
  'zzz',
  '99999',
  'Springfield, ZZ',
];
const query = fc.record(
  {
    location: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...locations) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
    ),
    service: fc.constantFrom('', 'all', 'Veneers', 'laser whitening', '1', '9999', 'No such'),
    name: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          '',
          '',
          'smith',
          'sm',
          'Dr. Smith',
          'jose nunez',
          'NÚÑEZ',
          '%',
          '_',
          "'",
          '\\',
          'a',
          'ana smith',
          'dr',
          'linden',
          'ana linden',
          'dental care',
          'li',
        ),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
    ),
    openNow: fc.boolean(),
    newPatients: fc.boolean(),
    insurance: fc.boolean(),
    emergency: fc.boolean(),
    wheelchair: fc.boolean(),
    parking: fc.boolean(),
    language: fc.constantFrom('', '', 'Spanish', 'persian', 'Klingon', 'Spanish, Klingon'),
    sort: fc.constantFrom('best', 'rating', 'name', 'distance', 'price'),
    page: fc.integer({ min: 1, max: 4 }),
    pageSize: fc.integer({ min: 1, max: 7 }),
  },
  { requiredKeys: ['page', 'pageSize'] },
) satisfies fc.Arbitrary<SearchQuery>;

// Runs each test with the paths for small directories and those for large ones.
const LARGE_DIRECTORY = { deep: -1 };
function useThresholds(other: Partial<typeof thresholds>): void {
  const usual = { ...thresholds };
  Object.assign(thresholds, other);
  onTestFinished(() => void Object.assign(thresholds, usual));
}

test.each([
  ['read in order', {}],
  ['by lookups', LARGE_DIRECTORY],
])(
  'search agrees with a plain filter over random directories and queries, %s',
  { timeout: 240_000 },
  async (_, other) => {
    useThresholds(other);
    await fc.assert(
      fc.asyncProperty(
        fc.array(listing, { maxLength: 14 }),
        fc.array(query, { minLength: 12, maxLength: 12 }),
        async (listings, queries) => {
          const all = await fill(listings);
          // Counts are cached per Knex object, and must not come from an earlier directory.
          const db = Object.create(database.db) as Knex;
          for (const q of queries) {
            const ids = expected(all, q);
            const found = await searchListings(db, q, clock);
            const from = (q.page - 1) * q.pageSize;
            expect({
              q,
              ids: found.items.map((item) => item.id),
              total: found.total,
              exact: found.totalIsExact,
            }).toEqual({
              q,
              ids: ids.slice(from, from + q.pageSize),
              total: ids.length,
              exact: true,
            });
          }
        },
      ),
      { numRuns: 25 },
    );
  },
);

test('a radius widens a ZIP code, and results can be sorted by distance', async () => {
  const near = { ...newYork, zipCode: '10002' };
  const far = { ...newYork, zipCode: '11201' };
  await fill([
    { ...base, name: 'Far', place: far },
    { ...base, name: 'Near', place: near },
    { ...base, name: 'Away' },
  ]);
  const names = async (q: Partial<SearchQuery>): Promise<string[]> =>
    (await searchListings(database.db, { page: 1, pageSize: 10, location: '10002', ...q }, clock)).items.map(
      (item) => item.name,
    );
  expect(await names({})).toEqual(['Near']);
  expect(await names({ radius: 25, sort: 'distance' })).toEqual(['Near', 'Far']);
  expect(await names({ radius: 25, sort: 'name' })).toEqual(['Far', 'Near']);
  expect(await names({ radius: 1 })).toEqual(['Near']);
});

test('the nearest results are the same however many match', async () => {
  const zips = (await database
    .db('zips')
    .whereLike('zip', '1%')
    .where('state', 'NY')
    .orderBy('zip')
    .pluck('zip')) as string[];
  const inCity = zips.filter((zip) => /^1(?:00|12)/.test(zip)).slice(0, 90);
  await fill(
    inCity.map((zipCode, index) => ({
      ...base,
      name: `Dentist ${index}`,
      place: { ...newYork, zipCode },
      rating: (index * 7) % 5,
      reviewCount: 40,
      services: index % 3 === 0 ? [0] : [],
    })),
  );
  const find = async (counted: number, q: Partial<SearchQuery>) => {
    useThresholds({ counted });
    const query = { page: 1, pageSize: 4, location: '10002', radius: 25, sort: 'distance' as const, ...q };
    const { total, items } = await searchListings(database.db, query, clock);
    return { total, ids: items.map(({ id }) => id) };
  };
  for (const q of [{}, { page: 3 }, { service: 'Teeth Whitening' }]) {
    const whole = await find(10_000, q);
    expect(whole.ids).toHaveLength(4);
    expect((await find(1, q)).ids).toEqual(whole.ids);
    expect((await find(30, q)).ids).toEqual(whole.ids);
  }
});

test.each([
  ['read in order', {}],
  ['by lookups', LARGE_DIRECTORY],
])('no text causes an error, %s', { timeout: 60_000 }, async (_, other) => {
  useThresholds(other);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
      for (const field of ['location', 'service', 'name', 'language'] as const)
        await searchListings(database.db, { page: 1, pageSize: 10, [field]: text }, clock);
    }),
    {
      numRuns: 60,
      examples: [
        ['\0'],
        ['\ud800'],
        ["'; drop table dentists; --"],
        ['%_\\'],
        ['9'.repeat(5000)],
        ['ﷺ'.repeat(300)],
        [', ,'],
        ['1e3'],
        ['-1'],
      ],
    },
  );
});

test('counting a frequent name stops at the limit, but its pages are right', async () => {
  useThresholds({ ...LARGE_DIRECTORY, counted: 5 });
  const all = await fill(
    Array.from({ length: 9 }, (_, n) => ({ ...base, name: `Anna${n % 2 ? ' Hannah' : ''} ${n}`, rating: n % 3 })),
  );
  for (const sort of ['best', 'rating', 'name', 'price'] as const) {
    const query = { name: 'ann', sort, page: 1, pageSize: 4 };
    const found = await searchListings(database.db, query, clock);
    expect([found.total, found.totalIsExact]).toEqual([5, false]);
    expect(found.items.map((one) => one.id)).toEqual(expected(all, query).slice(0, 4));
    const last = await searchListings(database.db, { ...query, page: 3 }, clock);
    expect(last.items.map((one) => one.id)).toEqual(expected(all, query).slice(8));
  }
});
