import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PriceFacts } from '#contract/listings/price-facts.ts';
import { findCityFacts } from '#server/places/city-facts.ts';
import { freshDatabase, type FreshDatabase } from '#server/test/programs/database.ts';
import { albany, base, clock, fill, newYork, type Listing } from '#server/test/directory.ts';
import { findSearchPrices } from './prices.ts';
import type { SearchQuery } from '../search.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const whitens = (price: number | null, place = newYork): Listing => ({
  ...base,
  services: [0],
  place,
  whiteningPriceFrom: price as Listing['whiteningPriceFrom'],
});
const findPrices = (query: Partial<SearchQuery>): Promise<PriceFacts | undefined> =>
  findSearchPrices(database.db, { page: 1, pageSize: 10, location: 'New York, NY', ...query }, clock);

test('prices of a place are shown from five practices on, with the days of their statements', async () => {
  const { db } = database;
  const listings = [150, 200, 300, 450, null].map((price) => whitens(price));
  await fill(db, [...listings, whitens(99, albany)]);
  const readCity = () => findCityFacts(db, { state: 'new-york', city: 'new-york' }, '');
  expect(await findPrices({ service: 'Teeth Whitening' })).toBeUndefined();
  expect(await readCity()).toMatchObject({ priced: 4, lowestPrice: null, middlePrice: null, highestPrice: null });

  const filled = await fill(db, [...listings, whitens(600), whitens(99, albany), { ...whitens(700), services: [2] }]);
  await db('dentists').where({ id: filled[0]!.id }).update({ whiteningPriceTo: 900 });
  await db('dentists').where({ id: filled[0]!.id }).update({ whiteningPriceOn: '2024-05-02' });
  await db('dentists')
    .whereNot({ id: filled[0]!.id })
    .whereNotNull('whiteningPriceFrom')
    .update({ whiteningPriceOn: '2026-03-01' });
  const facts = { practices: 5, lowest: 150, middle: 300, highest: 900, since: '2024-05-02', until: '2026-03-01' };
  expect(await findPrices({ service: 'Teeth Whitening', openNow: true })).toEqual(facts);
  expect(await findPrices({ sort: 'price' })).toEqual({ ...facts, practices: 6 });
  expect(await findPrices({ maxPrice: 160 })).toEqual({ ...facts, practices: 6 });
  expect(await readCity()).toMatchObject({ priced: 6, lowestPrice: 150, prices: { ...facts, practices: 6 } });
  for (const others of [
    { service: 'Veneers' },
    {},
    { sort: 'price', page: 2 },
    { sort: 'price', location: 'NY' },
  ] as const)
    expect(await findPrices(others)).toBeUndefined();
});
