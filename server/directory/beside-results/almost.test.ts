import * as fc from 'fast-check';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDays } from '#shared/search-terms.ts';
import { freshDatabase, type FreshDatabase } from '#server/test/programs/database.ts';
import {
  albany,
  base,
  clock,
  fill as fillDatabase,
  listing,
  newYork,
  serviceIds,
  type Listing,
} from '#server/test/directory.ts';
import { expected } from '#server/test/plain-search.ts';
import { findAlmost } from './almost.ts';
import { searchListings, type SearchQuery } from '../search.ts';
import { thresholds } from '../thresholds.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** Areas of the map: New York and one of the positions with its edge, the Northeast, El Paso, and the Atlantic. */
const boxes = [
  { west: -74.25, south: 40.5, east: -73, north: 41 },
  { west: -76, south: 40, east: -71, north: 43.5 },
  { west: -107, south: 31, east: -106, north: 32 },
  { west: -60, south: 30, east: -50, north: 40 },
];

const query = fc.record({
  location: fc.constantFrom('', '', 'ny', 'Springfield', '1', '10001', 'New York', 'near 10001'),
  box: fc.constantFrom(undefined, undefined, ...boxes),
  service: fc.constantFrom('', 'Veneers'),
  name: fc.constantFrom('', '', '', 'smith'),
  openNow: fc.constantFrom(false, false, true),
  insurance: fc.constantFrom(false, false, true),
  language: fc.constantFrom('', '', 'Spanish', 'Spanish, Persian'),
  services: fc.subarray([0, 1]),
  plan: fc.subarray(['delta-dental', 'aetna', 'medicaid']),
  openOn: fc.subarray([...openDays], { maxLength: 2 }),
  evening: fc.constantFrom(false, false, true),
  gender: fc.constantFrom(undefined, undefined, 'female' as const),
  maxPrice: fc.constantFrom(undefined, undefined, 198, 300),
  minRating: fc.constantFrom(undefined, undefined, 3.5),
  minReviews: fc.constantFrom(undefined, undefined, 40),
  pageSize: fc.constantFrom(10, 10, 3),
}) satisfies fc.Arbitrary<Omit<SearchQuery, 'page'>>;
type Drawn = Omit<SearchQuery, 'page'>;
const names = ['evening', 'openNow', 'gender', 'maxPrice', 'minRating', 'minReviews', 'insurance', 'openOn'] as const;
const fewWishes = fc
  .tuple(query, fc.subarray([...names], { minLength: 3 }))
  .map(([all, dropped]): Drawn => ({ ...all, ...Object.fromEntries(dropped.map((name) => [name, undefined])) }));

/** Places within 200 miles of 10001, the nearest first. */
const aroundNewYork = ['10001', '01103', '12207'];
const isAround = ({ location }: Drawn): boolean => location === 'near 10001';
const toSearch = (q: Drawn): SearchQuery => ({ ...q, page: 1, ...(isAround(q) && { location: '10001', radius: 200 }) });

type Stored = Listing & { id: number };
const isNear = ({ place }: Stored): number => aroundNewYork.indexOf(place.zipCode?.slice(0, 5) ?? '');
function matchesOf(all: Stored[], q: Drawn): number[] {
  if (!isAround(q)) return expected(all, { ...q, page: 1 });
  const near = all.filter((one) => isNear(one) >= 0);
  const ids = expected(near, { ...q, page: 1, location: '' });
  const byId = new Map(near.map((one) => [one.id, isNear(one)]));
  return ids.toSorted((a, b) => byId.get(a)! - byId.get(b)!);
}

/** The wishes of a search and what is left of it without each, in the order in which a listing lacks them. */
function plainWishes(q: Drawn): { text: string; rest: (q: Drawn) => Drawn }[] {
  const keys = ['service', 'plan', 'evening', 'openOn', 'openNow', 'gender', 'maxPrice', 'minRating', 'minReviews', 'insurance'] as const; // prettier-ignore
  const without = (changes: Partial<Drawn>) => (other: Drawn) => ({ ...other, ...changes });
  const words = (text = '') => text.split(', ').filter(Boolean);
  return [
    ...keys
      .filter((key) => (Array.isArray(q[key]) ? q[key].length > 0 : q[key]))
      .map((key) => ({
        text: `${key}=${q[key] === true ? '1' : String(q[key])}`,
        rest: without({ [key]: undefined }),
      })),
    ...(q.services ?? []).map((id) => ({
      text: `services=${id}`,
      rest: (other: Drawn) => ({ ...other, services: other.services?.filter((one) => one !== id) }),
    })),
    ...words(q.language).map((word) => ({
      text: `language=${word}`,
      rest: (other: Drawn) => ({
        ...other,
        language: words(other.language)
          .filter((one) => one !== word)
          .join(', '),
      }),
    })),
  ];
}

/** All choices of `size` items of a list. */
const combine = <T>(list: readonly T[], size: number): T[][] =>
  size === 0 ? [[]] : list.flatMap((one, i) => combine(list.slice(i + 1), size - 1).map((rest) => [one, ...rest]));

/**
 * Tests the first listings of the place, name, and area against the search without one wish, or without more if that finds none.
 */
function plainAlmost(all: Stored[], q: Drawn): { id: number; missing: string[] }[] {
  const whole = new Set(matchesOf(all, q));
  const wishes = plainWishes(q);
  const most = wishes.length > 7 ? 1 : whole.size > 0 ? 2 : wishes.length;
  const inOrder = matchesOf(all, { location: q.location, box: q.box, name: q.name, pageSize: 10 });
  for (let size = 1; size <= Math.min(most, wishes.length); size++) {
    const choices = combine(wishes, size);
    const left = choices.map(
      (list) =>
        new Set(
          matchesOf(
            all,
            list.reduce((rest, wish) => wish.rest(rest), q),
          ),
        ),
    );
    const found = inOrder.slice(0, thresholds.near).flatMap((id) => {
      const choice = whole.has(id) ? -1 : left.findIndex((ids) => ids.has(id));
      return choice === -1 ? [] : [{ id, missing: choices[choice]!.map(({ text }) => text) }];
    });
    if (found.length > 0) return found.slice(0, q.pageSize - whole.size);
  }
  return [];
}

test.each([
  ['in all listings of a place', { near: 2_000, area: 6_000 }],
  ['in its first six', { near: 6, area: 2 }],
])(
  'near matches agree with a plain computation over all listings, looked for %s',
  { timeout: 240_000 },
  async (_, sizes) => {
    const usual = { ...thresholds };
    Object.assign(thresholds, sizes);
    onTestFinished(() => void Object.assign(thresholds, usual));
    let [singles, pairs, more] = [0, 0, 0];
    const placesFound = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(listing, { minLength: 4, maxLength: 16 }),
        fc.array(fewWishes, { minLength: 14, maxLength: 14 }),
        async (listings, queries) => {
          const all = await fillDatabase(database.db, listings);
          const db = Object.create(database.db) as Knex;
          for (const drawn of queries) {
            const q = { ...drawn, services: drawn.services?.map((one) => serviceIds[one]!) };
            const found = await searchListings(db, toSearch(q), clock);
            const almost = await findAlmost(db, toSearch(q), found, clock);
            if (found.total >= 5 || found.total >= q.pageSize) {
              expect(almost).toBeUndefined();
              continue;
            }
            const items = almost!.items.map(({ id, missing }) => ({
              id,
              missing: missing.map(({ filter, value }) => `${filter}=${value}`),
            }));
            expect({ q, items, wishes: almost!.wishes }).toEqual({
              q,
              items: plainAlmost(all, q),
              wishes: plainWishes(q).length,
            });
            singles += items.filter(({ missing }) => missing.length === 1).length;
            pairs += items.filter(({ missing }) => missing.length === 2).length;
            more += items.filter(({ missing }) => missing.length > 2).length;
            if (items.length > 0) placesFound.add(`${q.location}${q.box ? ' in a box' : ''}`);
          }
        },
      ),
      { numRuns: 30, endOnFailure: true },
    );
    expect(Math.min(singles, pairs, more)).toBeGreaterThan(20);
    // Seven kinds of places, each with and without a box.
    expect(placesFound.size).toBeGreaterThan(10);
  },
);

test('near matches are the nearest first, and a larger distance that finds more is offered', async () => {
  const spanish = { ...base, languages: 'Farsi, Spanish', rating: 3 } satisfies Listing;
  const all = await fillDatabase(database.db, [
    { ...spanish, name: 'Albany', place: albany, rating: 5 },
    { ...spanish, name: 'Brooklyn', place: { ...newYork, city: 'Brooklyn', zipCode: '11201' } },
    { ...spanish, name: 'Manhattan', place: newYork },
    { ...spanish, name: 'Yonkers', place: { ...newYork, city: 'Yonkers', zipCode: '10701' }, gender: 'female' },
  ]);
  const [albanyId, brooklynId, manhattanId, yonkersId] = all.map(({ id }) => id);
  const q: SearchQuery = { location: '10001', radius: 5, language: 'Spanish', gender: 'female', page: 1, pageSize: 10 };
  const find = async (search: SearchQuery) =>
    (await findAlmost(database.db, search, await searchListings(database.db, search, clock), clock))!;
  const near = await find(q);
  expect(near.items.map(({ id }) => id)).toEqual([manhattanId, brooklynId]);
  expect(near.items[0]!.missing).toEqual([{ filter: 'gender', value: 'female' }]);
  expect(near.wider).toEqual({ radius: 25, total: 1 });
  const far = await find({ ...q, radius: 200 });
  expect(far.items.map(({ id }) => id)).toEqual([manhattanId, brooklynId, albanyId]);
  expect([far.wider, far.items.some(({ id }) => id === yonkersId)]).toEqual([null, false]);
});
