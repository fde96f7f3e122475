import { afterAll, beforeAll, expect, it } from 'vitest';
import { featureFilters } from '#contract/listings/feature-filters.ts';
import { priceLimits, ratingLimits, reviewLimits } from '#contract/listings/filter-options.ts';
import { languageNames, languages } from '#contract/listings/languages.ts';
import { openDays } from '#contract/listings/search-terms.ts';
import { insurancePlans } from '#contract/places/insurance-plans.ts';
import { rows } from '#server/db/knex.ts';
import { freshDatabase, type FreshDatabase } from '#server/test/database.ts';
import { base, fill, newYork, serviceIds, type Listing } from '#server/test/directory.ts';
import * as features from './features.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** The features that the database gives a listing, without those of staff and of its schedule. */
async function featuresOf(values: Partial<Record<keyof Listing, unknown>>, columns: object = {}): Promise<number[]> {
  const [listing] = await fill(database.db, [
    { ...base, acceptsNewPatients: false, place: newYork, ...values } as Listing,
  ]);
  if (Object.keys(columns).length > 0) await database.db('dentists').where({ id: listing!.id }).update(columns);
  const [found] = await rows<{ features: number[] }>(database.db, 'select features from listing_index');
  const isForPatients = (feature: number): boolean =>
    (feature < features.PRO_MAX + 1 || feature > 10_299) && feature < features.scheduleFeature(0);
  const state = features.stateFeature('NY');
  expect(found!.features).toContain(state);
  return found!.features.filter((feature) => isForPatients(feature) && feature !== state).toSorted((a, b) => a - b);
}
const sorted = (list: number[]): number[] => list.toSorted((a, b) => a - b);

it('the database gives each yes-or-no filter its feature', async () => {
  const columns = {
    newPatients: { acceptsNewPatients: true },
    insurance: { acceptsInsurance: true },
    emergency: { emergencyServices: true },
    wheelchair: { wheelchairAccessible: true },
    parking: { parkingAvailable: true },
    open24Hours: Object.fromEntries(
      ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
        `${day}Hours`,
        '24 hours',
      ]),
    ),
  };
  for (const { name, feature } of featureFilters) expect([name, await featuresOf({}, columns[name])]).toEqual([name, expect.arrayContaining([feature])]); // prettier-ignore
  expect(await featuresOf({})).toEqual([]);
});

it('the database numbers services, plans, languages, genders, days, and limits as searches do', async () => {
  expect(await featuresOf({ services: [0, 2] })).toEqual(sorted([serviceIds[0]!, serviceIds[2]!]));
  const plans = insurancePlans.map(({ name }) => name);
  expect(await featuresOf({ insurancePlans: plans.join('; ') })).toEqual(
    features.planFeatures(2n ** BigInt(plans.length) - 1n),
  );
  for (const [index, [name, ...words]] of languages.entries())
    for (const word of [name, ...words])
      expect([word, await featuresOf({ languages: `${word}, Klingon` })]).toEqual([word, [features.languageFeature(index)]]); // prettier-ignore
  expect(await featuresOf({ languages: languageNames.join(', ') })).toEqual(
    languageNames.map((_, index) => features.languageFeature(index)),
  );
  expect(await featuresOf({ gender: 'female' })).toEqual([features.genderFeature('female')]);
  expect(await featuresOf({ gender: 'male' })).toEqual([features.genderFeature('male')]);
  const [wed, sat] = [openDays.indexOf('wed'), openDays.indexOf('sat')];
  expect(await featuresOf({ hours: '9-5', saturdayHours: '1 PM - 7 PM' })).toEqual(
    sorted([features.dayFeature(wed), features.dayFeature(sat), features.eveningFeature(sat), features.EVENING]),
  );
  for (const dollars of priceLimits)
    expect(await featuresOf({ whiteningPriceFrom: dollars })).toEqual(
      priceLimits.filter((limit) => limit >= dollars).map(features.priceFeature),
    );
  for (const rating of ratingLimits)
    expect(await featuresOf({ rating })).toEqual(
      ratingLimits.filter((limit) => limit <= rating).map(features.ratingFeature),
    );
  for (const reviewCount of reviewLimits)
    expect(await featuresOf({ reviewCount })).toEqual(
      reviewLimits.filter((limit) => limit <= reviewCount).map(features.reviewsFeature),
    );
});
