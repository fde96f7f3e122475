import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testClock } from '#server/clock.ts';
import { freshDatabase, type FreshDatabase } from '#server/test/database.ts';
import { base, clock, fill, newYork, type Listing, type Place } from '#server/test/directory.ts';
import { searchListings, type SearchItem, type SearchQuery } from './search.ts';

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
const topOf = ({ items }: { items: SearchItem[] }) => items.filter(({ why }) => why.top);
const proMax = (place: Place, count: number): Listing[] =>
  Array.from({ length: count }, (_, n) => ({ ...base, place, name: `Pro ${place.state} ${n}`, owner: 'pro_max' }));
const unpaid = (place: Place, count: number): Listing[] =>
  Array.from({ length: count }, (_, n) => ({ ...base, place, name: `Free ${place.state} ${n}` }));

describe('the Top 10', () => {
  const DAYS = 60;
  const places = [portland, boston, newYork, houston];
  beforeAll(async () => {
    // In the order of an import: every listing of a state has a neighboring id.
    await fill(database.db, [...places.flatMap((place) => proMax(place, 20)), ...unpaid(houston, 20)]);
  });

  it('draws from all eligible listings of the country, with states mixed each day', async () => {
    const timesShown = new Map<number, number>();
    for (let day = 0; day < DAYS; day++) {
      const top = topOf(await search({}, day));
      expect(top.length).toBe(10);
      expect(new Set(top.map(({ state }) => state)).size).toBeGreaterThan(1);
      for (const { id } of top) timesShown.set(id, (timesShown.get(id) ?? 0) + 1);
    }
    // A fair share is 60 days × 10 spots / 80 listings = 7.5 days.
    expect(timesShown.size).toBe(80);
    expect(Math.max(...timesShown.values())).toBeLessThan(20);
  });

  it.each([
    ['a state', 'TX', 20],
    ['a city', 'Boston', 20],
    ['a ZIP code', '04101', 20],
  ])('draws from all eligible listings of %s', async (_, location, eligible) => {
    const shown = new Set<number>();
    for (let day = 0; day < 20; day++) for (const { id } of topOf(await search({ location }, day))) shown.add(id);
    expect(shown.size).toBe(eligible);
  });

  it('is the same all day and another the next day', async () => {
    const idsOn = async (day: number) => topOf(await search({}, day)).map(({ id }) => id);
    const midnight = DAY - (clock.now().getTime() % DAY);
    expect(await idsOn((midnight - 1) / DAY)).toEqual(await idsOn(0));
    expect(await idsOn(midnight / DAY)).not.toEqual(await idsOn(0));
  });

  it('explains itself as paid', async () => {
    const [first] = topOf(await search({}));
    expect(first!.why.sentence).toBe('Sponsored: this practice pays for a Top 10 spot. These spots rotate daily.');
  });
});

it('is left out when a search has fewer than ten results', async () => {
  await fill(database.db, [...proMax(houston, 4), ...unpaid(houston, 5), ...proMax(boston, 4), ...unpaid(boston, 6)]);
  const [small, large] = [await search({ location: 'Houston' }), await search({ location: 'Boston' })];
  expect([small.total, topOf(small).length, new Set(small.items.map(({ id }) => id)).size]).toEqual([9, 0, 9]);
  expect([large.total, topOf(large).length, new Set(large.items.map(({ id }) => id)).size]).toEqual([10, 4, 10]);
});

describe('near a searched place, the Top 10', () => {
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
      ...unpaid(center, 9),
      ...proMax(austin, 1),
    ]),
  );
  const inOrder = async (query: Partial<SearchQuery>) =>
    (await search(query)).items.map(({ zipCode, why }) => ({ zipCode, top: why.top, miles: why.miles }));

  it('never puts a practice ahead of one that is more than 10 miles closer', async () => {
    const results = await inOrder({ location: '10002', radius: 25 });
    const topZips = results.filter(({ top }) => top).map(({ zipCode }) => zipCode);
    expect(topZips.toSorted()).toEqual(['10002', '10002', '11201', '11201', '11201']);
    for (const [index, { top, miles }] of results.entries())
      if (top) for (const later of results.slice(index + 1)) expect(miles! - later.miles!).toBeLessThanOrEqual(10);
  });

  it('leaves out listings of the city that are far from its center', async () => {
    const results = await inOrder({ location: 'New York, NY' });
    expect(results.filter(({ zipCode }) => zipCode === '10471').length).toBe(3);
    expect(results.filter(({ top }) => top).map(({ zipCode }) => zipCode)).toEqual(['10002', '10002']);
    const city = await search({ location: 'Yonkers, NY' });
    expect(topOf(city).length).toBe(10);
  });
});
