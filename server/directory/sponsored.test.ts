import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { testClock } from '#server/base/clock.ts';
import { freshDatabase, type FreshDatabase } from '#server/test/programs/database.ts';
import { base, clock, fill, listing, newYork, type Listing, type Place } from '#server/test/directory.ts';
import { expected } from '#server/test/plain-search.ts';
import { searchListings, type SearchItem, type SearchQuery } from './search.ts';
import { findSuggestions } from './suggest.ts';
import { thresholds } from './thresholds.ts';

const DAY = 86_400_000;
const houston: Place = { city: 'Houston', state: 'TX', zipCode: '77002', timeZone: 'America/Chicago' };
const austin: Place = { city: 'Austin', state: 'TX', zipCode: '78701', timeZone: 'America/Chicago' };
const boston: Place = { city: 'Boston', state: 'MA', zipCode: '02108', timeZone: 'America/New_York' };
const portland: Place = { city: 'Portland', state: 'ME', zipCode: '04101', timeZone: 'America/New_York' };

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const search = async (query: Partial<SearchQuery>, day = 0) =>
  searchListings(
    database.db,
    { page: 1, pageSize: 50, top: true, ...query },
    testClock(new Date(clock.now().getTime() + day * DAY)),
  );
const sponsoredOf = ({ items }: { items: SearchItem[] }) => items.filter(({ why }) => why.paid);
const proMax = (place: Place, count: number): Listing[] =>
  Array.from({ length: count }, (_, n) => ({ ...base, place, name: `Pro ${place.state} ${n}`, owner: 'pro_max' }));
const unpaid = (place: Place, count: number): Listing[] =>
  Array.from({ length: count }, (_, n) => ({ ...base, place, name: `Free ${place.state} ${n}` }));

function useThresholds(other: Partial<typeof thresholds>): void {
  const usual = { ...thresholds };
  Object.assign(thresholds, other);
  onTestFinished(() => void Object.assign(thresholds, usual));
}

/** Draws up to three of the Pro Max listings that match, as a plain program. */
function drawPlainly(all: (Listing & { id: number })[], matches: readonly number[], now: Date): number[] {
  if (matches.length < 10) return [];
  const day = Math.floor(now.getTime() / DAY);
  const seedOf = (id: number) => createHash('md5').update(`${id} ${day}`).digest('hex');
  const isProMax = (id: number) => ['pro_max', 'enterprise'].includes(all.find((one) => one.id === id)!.owner ?? '');
  const drawn = matches.filter(isProMax).toSorted((a, b) => (seedOf(a) < seedOf(b) ? -1 : 1));
  return matches.filter((id) => drawn.slice(0, 3).includes(id));
}

const query = fc.record({
  location: fc.constantFrom('', '', 'ny', 'New York, NY', 'Springfield', 'Springfield, IL', '10001', '100', 'New York'),
  service: fc.constantFrom('', '', '', 'Veneers'),
  name: fc.constantFrom('', '', '', 'a'),
  newPatients: fc.constantFrom(false, false, false, true),
  plan: fc.constantFrom(undefined, undefined, undefined, ['delta-dental', 'aetna']),
  pageSize: fc.constantFrom(1, 2, 3, 4, 7, 10, 10, 10),
}) satisfies fc.Arbitrary<Partial<SearchQuery>>;
const listings = fc
  .array(listing, { minLength: 20, maxLength: 32 })
  .map((all) =>
    all.map((one, index): Listing => ({ ...one, deleted: false, place: index % 3 === 0 ? one.place : newYork })),
  );

describe.each([
  ['read in order', {}],
  ['with their totals first', { deep: -1 }],
  ['with more matches than are counted', { deep: -1, counted: 10 }],
])('200 random searches, %s', (_, other) => {
  it('say “Sponsored” exactly where payment improved a position', { timeout: 240_000 }, async () => {
    useThresholds(other);
    let sponsored = 0;
    await fc.assert(
      fc.asyncProperty(listings, fc.array(query, { minLength: 25, maxLength: 25 }), async (drawnListings, queries) => {
        const all = await fill(database.db, drawnListings);
        // Counts are cached per Knex object, and must not come from an earlier directory.
        const db = Object.create(database.db) as Knex;
        for (const q of queries) {
          const shown: SearchItem[] = [];
          for (let page = 1; page === 1 || shown.length === (page - 1) * q.pageSize; page++) {
            const found = await searchListings(db, { ...q, page, top: true }, clock);
            if (found.items.length === 0) break;
            shown.push(...found.items);
          }
          const withoutPayment = expected(all, { ...q, page: 1 });
          const drawn = drawPlainly(all, withoutPayment, clock.now());
          const others = withoutPayment.filter((id) => !drawn.includes(id));
          const ids = shown.map(({ id }) => id);
          expect({ q, ids }).toEqual({ q, ids: [...drawn, ...others] });
          const improved = ids.filter((id, index) => index < withoutPayment.indexOf(id));
          expect(sponsoredOf({ items: shown }).map(({ id }) => id)).toEqual(improved);
          expect(ids.slice(0, 3)).toEqual(expect.arrayContaining(improved));
          for (const { why } of shown) {
            expect(why.top).toBe(why.paid);
            expect(why.sentence.startsWith('Sponsored: ')).toBe(why.paid);
          }
          sponsored += improved.length;
          const organic = await searchListings(db, { ...q, page: 1, pageSize: 50, top: true, paidFirst: false }, clock);
          expect(organic.items.map(({ id }) => id)).toEqual(withoutPayment);
          expect(sponsoredOf(organic)).toEqual([]);
        }
      }),
      { numRuns: 8 },
    );
    expect(sponsored).toBeGreaterThan(20);
  });
});

it('no other order, and no search that does not ask for them, has sponsored places', async () => {
  const all = await fill(
    database.db,
    [...unpaid(houston, 12), ...proMax(houston, 4)].map((one, n) => ({ ...one, rating: n % 2 ? null : 4 })),
  );
  for (const q of [{ sort: 'rating' }, { sort: 'name' }, { top: false }, { top: false, paidFirst: true }] as const) {
    const found = await search(q);
    expect(found.items.map(({ id }) => id)).toEqual(expected(all, { page: 1, pageSize: 50, ...q }));
    expect(sponsoredOf(found)).toEqual([]);
    for (const { why } of found.items) expect(why.sentence).toMatch(/ Payment has no effect\.$/);
  }
  const nearest = await search({ location: '77002', radius: 10, sort: 'distance' });
  expect(nearest.total).toBe(16);
  expect(sponsoredOf(nearest)).toEqual([]);
});

it('suggestions ignore payment', async () => {
  const named = (name: string, owner: Listing['owner'], rating: number): Listing => ({
    ...base,
    name,
    owner,
    rating,
    reviewCount: 100,
  });
  await fill(database.db, [
    named('Ana Paid', 'pro_max', 3),
    named('Ana Best', null, 5),
    named('Ana Claimed', 'professional', 4),
  ]);
  const { dentists } = await findSuggestions(database.db, 'ana');
  expect(dentists.map(({ name }) => name)).toEqual(['Ana Best', 'Ana Claimed', 'Ana Paid']);
});

it('a drawn practice that is first without payment is not sponsored', async () => {
  const [, , best] = await fill(database.db, [
    ...unpaid(houston, 2),
    { ...base, place: houston, name: 'Zed', rating: 5, reviewCount: 400, owner: 'pro_max' },
    ...unpaid(houston, 9),
  ]);
  const [first, second] = (await search({})).items;
  expect([first!.id, first!.why]).toEqual([
    best!.id,
    expect.objectContaining({
      paid: false,
      sentence: 'Sorted by rating and number of reviews. Rated 5.0. Payment has no effect.',
    }),
  ]);
  expect(second!.why.sentence).toBe(
    'Sorted by rating and number of reviews, after any sponsored places. Not rated yet.',
  );
});

describe('the draw', () => {
  const DAYS = 80;
  const places = [portland, boston, newYork, houston];
  beforeAll(async () => {
    // In the order of an import: every listing of a state has a neighboring id. Unpaid ones are rated better.
    const better = unpaid(houston, 20).map((one) => ({ ...one, rating: 5, reviewCount: 100 }));
    await fill(database.db, [...places.flatMap((place) => proMax(place, 20)), ...better]);
  });

  it('takes three of all eligible listings of the country each day', async () => {
    const timesShown = new Map<number, number>();
    const states = new Set<string | null>();
    for (let day = 0; day < DAYS; day++) {
      const drawn = sponsoredOf(await search({ pageSize: 10 }, day));
      expect(drawn.length).toBe(3);
      for (const { id, state } of drawn) {
        timesShown.set(id, (timesShown.get(id) ?? 0) + 1);
        states.add(state);
      }
    }
    // A fair share is 80 days × 3 places / 80 listings = 3 days. Chance leaves 4 of 80 listings without a day.
    expect(states.size).toBe(4);
    expect(timesShown.size).toBeGreaterThan(65);
    expect(Math.max(...timesShown.values())).toBeLessThan(12);
  });

  it.each([
    ['a state', 'TX', 20],
    ['a city', 'Boston', 20],
    ['a ZIP code', '04101', 20],
  ])('takes from all eligible listings of %s', async (_, location, eligible) => {
    const shown = new Set<number>();
    for (let day = 0; day < 60; day++)
      for (const { id } of (await search({ location, pageSize: 10 }, day)).items.slice(0, 3)) shown.add(id);
    expect(shown.size).toBe(eligible);
  });

  it('is the same all day and another the next day', async () => {
    const idsOn = async (day: number) => sponsoredOf(await search({}, day)).map(({ id }) => id);
    const midnight = DAY - (clock.now().getTime() % DAY);
    expect(await idsOn((midnight - 1) / DAY)).toEqual(await idsOn(0));
    expect(await idsOn(midnight / DAY)).not.toEqual(await idsOn(0));
  });

  it('is explained', async () => {
    const [first] = sponsoredOf(await search({}));
    expect(first!.why.sentence).toBe(
      'Sponsored: this practice pays for a chance at one of the first places, drawn daily. Not rated yet.',
    );
  });
});

it('is left out when a search has fewer than ten results', async () => {
  const rated = (listings: Listing[]) => listings.map((one) => ({ ...one, rating: 5, reviewCount: 9 }));
  await fill(database.db, [
    ...proMax(houston, 4),
    ...rated(unpaid(houston, 5)),
    ...proMax(boston, 4),
    ...rated(unpaid(boston, 6)),
  ]);
  const [small, large] = [await search({ location: 'Houston' }), await search({ location: 'Boston' })];
  expect([small.total, sponsoredOf(small).length, new Set(small.items.map(({ id }) => id)).size]).toEqual([9, 0, 9]);
  expect([large.total, sponsoredOf(large).length, new Set(large.items.map(({ id }) => id)).size]).toEqual([10, 3, 10]);
});

describe('near a searched place, a sponsored place', () => {
  // 10701 is about 15 miles from 10002, and 11201 about 3.
  const yonkers = { ...newYork, city: 'Yonkers', zipCode: '10701' };
  const brooklyn = { ...newYork, city: 'Brooklyn', zipCode: '11201' };
  const center = { ...newYork, zipCode: '10002' };
  const outskirts = { ...newYork, zipCode: '10471' };
  beforeAll(() =>
    fill(database.db, [
      ...proMax(yonkers, 12),
      ...proMax(brooklyn, 3),
      ...proMax(outskirts, 3),
      ...proMax(center, 2),
      ...unpaid(center, 9).map((one) => ({ ...one, rating: 5, reviewCount: 9 })),
      ...proMax(austin, 1),
    ]),
  );
  const DAYS = 20;
  const zipsDrawn = async (location: string, radius?: number) => {
    const zips = new Set<string | null>();
    for (let day = 0; day < DAYS; day++)
      for (const { zipCode } of sponsoredOf(await search({ location, radius }, day))) zips.add(zipCode);
    return [...zips].toSorted();
  };

  it('is never ahead of a practice that is more than 10 miles closer', async () => {
    expect(await zipsDrawn('10002', 25)).toEqual(['10002', '11201']);
    const { items } = await search({ location: '10002', radius: 25 });
    expect(items.some(({ why }) => why.miles! > 10)).toBe(true);
    for (const [index, { why }] of items.entries())
      if (why.paid)
        for (const later of items.slice(index + 1)) expect(why.miles! - later.why.miles!).toBeLessThanOrEqual(10);
  });

  it('is not for listings of the city that are far from its center', async () => {
    const { items } = await search({ location: 'New York, NY' });
    expect(items.filter(({ zipCode }) => zipCode === '10471').length).toBe(3);
    expect(await zipsDrawn('New York, NY')).toEqual(['10002']);
  });
});
