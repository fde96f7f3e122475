import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { freshDatabase, type FreshDatabase } from '#server/test/database.ts';
import { base, clock, fill, newYork, type Listing } from '#server/test/directory.ts';
import type { Filter, Keys } from '../queries-conditions.ts';
import { combineFilters, type FilterQuery } from '../filters.ts';
import { searchThresholds } from '../search-thresholds.ts';
import { buildFilterBits } from './build-bits.ts';
import { findCandidates } from './candidates.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const everywhere = { everywhere: true, states: [], cities: [], zip3s: [], zips: [], miles: null } satisfies Keys;
const toFilter = (query: FilterQuery): Filter => combineFilters(query, clock.now())!.toFilter(null, null, []);
const find = async (query: FilterQuery, keys: Keys = everywhere) =>
  (await findCandidates(database.db, keys, toFilter(query))).ids?.toSorted((a, b) => a - b) ?? null;

const listings: Listing[] = [
  { ...base, name: 'A', insurancePlans: 'Delta Dental', gender: 'female', whiteningPriceFrom: 199 },
  { ...base, name: 'B', insurancePlans: 'Aetna', gender: 'female', saturdayHours: '9-1' },
  { ...base, name: 'C', insurancePlans: 'Delta Dental; Aetna', gender: 'male', saturdayHours: '9-7' },
  { ...base, name: 'D', rating: 4.5, reviewCount: 60 },
];

function useThresholds(other: Partial<typeof searchThresholds>): void {
  const usual = { ...searchThresholds };
  Object.assign(searchThresholds, other);
  onTestFinished(() => void Object.assign(searchThresholds, usual));
}

it('are the listings with every feature of the filter, and those written since', async () => {
  useThresholds({ examined: 1, candidates: 3 });
  const ids = (await fill(database.db, listings)).map(({ id }) => id);
  const [a, b, c, d] = ids as [number, number, number, number];
  expect(await find({ plan: ['delta-dental'] })).toBeNull();

  await buildFilterBits(database);
  expect(await find({ plan: ['delta-dental'] })).toEqual([a, c]);
  expect(await find({ plan: ['delta-dental'], gender: 'male' })).toEqual([c]);
  expect(await find({ plan: ['delta-dental', 'aetna'], openOn: ['sat', 'sun'] })).toEqual([b, c]);
  expect(await find({ plan: ['aetna'], openOn: ['sat'], evening: true })).toEqual([c]);
  expect(await find({ minRating: 4.5, minReviews: 55 })).toEqual([d]);
  expect(await find({ maxPrice: 198 })).toEqual([a]);
  expect(await find({ maxPrice: 99 })).toEqual([]);
  expect(await find({ gender: 'male' }, { ...everywhere, everywhere: false, states: ['ZZ'] })).toEqual([]);
  // Reading in order finds a page of many listings sooner.
  useThresholds({ candidates: 1 });
  const countMany = (query: FilterQuery) => findCandidates(database.db, everywhere, toFilter(query));
  expect(await countMany({ plan: ['delta-dental'] })).toEqual({
    ids: null,
    topIds: [],
    estimate: 2,
    regionSize: null,
    least: 2,
    unsureIds: [],
  });
  expect(await countMany({ gender: 'female', newPatients: true, openNow: true })).toEqual({
    ids: [],
    topIds: [],
    estimate: 0,
    regionSize: null,
    least: 0,
    unsureIds: [],
  });
  // The bitmaps have no step at this price.
  useThresholds({ candidates: 0 });
  expect(await countMany({ maxPrice: 201 })).toEqual({
    ids: null,
    topIds: [],
    estimate: 1,
    regionSize: null,
    least: null,
    unsureIds: null,
  });
  useThresholds({ candidates: 3 });

  await database.db('dentists').where({ id: b }).update({ insurancePlans: 'Spirit Dental' });
  await database.db('dentists').where({ id: d }).update({ bio: 'Not a feature.' });
  expect(await find({ plan: ['spirit-dental'] })).toEqual([b]);
  expect(await find({ plan: ['aetna'] })).toEqual([b, c]);
  await buildFilterBits(database);
  expect(await database.db('filterChanges')).toEqual([]);
  expect(await find({ plan: ['aetna'] })).toEqual([c]);
  expect(await find({ plan: ['spirit-dental'] })).toEqual([b]);
});

it('around a ZIP code are those in the regions of the area, also after a move', async () => {
  useThresholds({ examined: 1, nearbyCandidates: 1 });
  const at = (zipCode: string): Listing => ({
    ...base,
    name: zipCode,
    place: { ...newYork, zipCode },
    gender: 'female',
  });
  const [newYorker, brooklyner, albanian] = (await fill(database.db, ['10002', '11201', '12203'].map(at))).map(
    ({ id }) => id,
  );
  await buildFilterBits(database);
  const around = (...zips: string[]): Keys => ({ ...everywhere, everywhere: false, zips });
  expect(await find({ gender: 'female' }, around('10001', '10009'))).toEqual([newYorker]);
  expect(await find({ gender: 'female' }, around('11238'))).toEqual([brooklyner]);
  expect(await find({ gender: 'female' }, around('90001'))).toEqual([]);
  expect(await findCandidates(database.db, around('10001', '12203'), toFilter({ gender: 'female' }))).toMatchObject({
    ids: null,
    estimate: 2,
    regionSize: 2,
  });
  // So many regions are found by their first digit.
  const regions = Array.from({ length: 13 }, (_, index) => `${10 + index}001`);
  useThresholds({ nearbyCandidates: 9 });
  expect(await find({ gender: 'female' }, around(...regions))).toEqual([newYorker, brooklyner, albanian]);
  expect(await find({ gender: 'female' }, around(...regions.slice(0, 10), '20001'))).toEqual([
    newYorker,
    brooklyner,
    albanian,
  ]);
  expect(await find({ gender: 'female' }, around(...regions.slice(1, 10)))).toEqual([brooklyner, albanian]);

  await database.db('dentists').where({ id: albanian }).update({ zipCode: '90001' });
  expect(await find({ gender: 'female' }, around('90001'))).toEqual([albanian]);
});

it('are unknown after a load without triggers, and in a small directory', async () => {
  useThresholds({ examined: 1 });
  await fill(database.db, listings);
  await buildFilterBits(database);
  expect(await find({ gender: 'female' })).toHaveLength(2);
  await database.db.raw('select fill_listing_keys()');
  expect(await find({ gender: 'female' })).toBeNull();
  await buildFilterBits(database);
  expect(await find({ gender: 'female' })).toHaveLength(2);
  useThresholds({ examined: 100 });
  await buildFilterBits(database);
  expect(await find({ gender: 'female' })).toBeNull();
  expect([await database.db('filterBits'), await database.db('filterChanges')]).toEqual([[], []]);
});

it('a search for open practices finds those open in this hour, by their zones and holidays', async () => {
  useThresholds({ examined: 1, candidates: 10 });
  const elPaso = { city: 'El Paso', state: 'TX', zipCode: '79901', timeZone: 'America/Denver' };
  const open = (name: string, hours: string, other: Partial<Listing> = {}): Listing => ({
    ...base,
    name,
    hours,
    place: newYork,
    ...other,
  });
  // The clock is at 9:30 AM in New York and at 7:30 AM in El Paso.
  const filled = await fill(database.db, [
    open('Open', '8-5'),
    open('Soon', '9:45 AM - 5 PM'),
    open('Afternoon', '1 PM - 5 PM'),
    open('Too early', '8-5', { place: elPaso }),
    open('Early', '7-5', { place: elPaso }),
    open('Holiday', '1 PM - 5 PM', { holidayHours: '2026-03-04: Open 24 hours' }),
  ]);
  await buildFilterBits(database);
  const names = (await find({ openNow: true }))!.map((id) => filled.find((one) => one.id === id)!.name);
  expect(names).toEqual(['Open', 'Soon', 'Early', 'Holiday']);

  // The first and the third are open for the whole hour, so only the others need a look at the time.
  useThresholds({ candidates: 2 });
  const [, soon, , , , holiday] = filled.map(({ id }) => id);
  expect(await findCandidates(database.db, everywhere, toFilter({ openNow: true }))).toEqual({
    ids: null,
    topIds: [],
    estimate: 4,
    regionSize: null,
    least: 2,
    unsureIds: [soon, holiday],
  });
});
