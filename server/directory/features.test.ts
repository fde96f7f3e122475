import { afterAll, beforeAll, expect, it } from 'vitest';
import { featureFilters } from '#shared/listings/feature-filters.ts';
import { priceLimits, ratingLimits, reviewLimits } from '#shared/listings/filter-options.ts';
import { languageNames, languages } from '#shared/listings/languages.ts';
import { openDays } from '#shared/search-terms.ts';
import { insurancePlans } from '#shared/places/insurance-plans.ts';
import { rows } from '#server/base/db/knex.ts';
import { freshDatabase, type FreshDatabase } from '#server/test/programs/database.ts';
import { base, fill, newYork, serviceIds, type Listing } from '#server/test/directory.ts';
import * as features from './features.ts';

const SELF_PAY = 10_008;
const VERIFIED = 10_202;

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

type Values = Partial<Record<keyof Listing, unknown>>;

/** The features that the database gives each listing, without those of staff and of its schedule. */
async function listFeatures(listings: Values[], columns: object = {}): Promise<number[][]> {
  const { db } = database;
  await fill(
    db,
    listings.map((values) => ({ ...base, acceptsNewPatients: false, place: newYork, ...values }) as Listing),
  );
  if (Object.keys(columns).length > 0) await db('dentists').update(columns);
  const found = await rows<{ features: number[] }>(db, 'select features from listing_index order by id');
  const isForPatients = (feature: number): boolean =>
    (feature <= features.PRO_MAX || feature > 10_299 || feature === VERIFIED) && feature < features.scheduleFeature(0);
  const state = features.stateFeature('NY');
  return found.map((listing) => {
    expect(listing.features).toContain(state);
    return sorted(listing.features.filter((feature) => isForPatients(feature) && feature !== state));
  });
}
const featuresOf = async (values: Values, columns?: object): Promise<number[]> =>
  (await listFeatures([values], columns))[0]!;
const sorted = (list: number[]): number[] => list.toSorted((a, b) => a - b);

it('the database gives each yes-or-no filter its feature', async () => {
  const columns = {
    newPatients: { acceptsNewPatients: true },
    insurance: { acceptsInsurance: true },
    membershipPlan: { membershipPlan: true },
    selfPay: { whiteningPriceFrom: 99_000 },
    emergency: { emergencyServices: true },
    wheelchair: { wheelchairAccessible: true },
    parking: { parkingAvailable: true },
    verified: { isVerified: true },
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
  const words = languages.flatMap(([name, ...others], index) => [name, ...others].map((word) => ({ word, index })));
  expect(await listFeatures(words.map(({ word }) => ({ languages: `${word}, Klingon` })))).toEqual(
    words.map(({ index }) => [features.languageFeature(index)]),
  );
  expect(await featuresOf({ languages: languageNames.join(', ') })).toEqual(
    languageNames.map((_, index) => features.languageFeature(index)),
  );
  expect(await featuresOf({ gender: 'female' })).toEqual([features.genderFeature('female')]);
  expect(await featuresOf({ gender: 'male' })).toEqual([features.genderFeature('male')]);
  const [wed, sat] = [openDays.indexOf('wed'), openDays.indexOf('sat')];
  expect(await featuresOf({ hours: '9-5', saturdayHours: '1 PM - 7 PM' })).toEqual(
    sorted([features.dayFeature(wed), features.dayFeature(sat), features.eveningFeature(sat), features.EVENING]),
  );
  expect(await listFeatures(priceLimits.map((dollars) => ({ whiteningPriceFrom: dollars })))).toEqual(
    priceLimits.map((dollars) => [
      SELF_PAY,
      ...priceLimits.filter((limit) => limit >= dollars).map(features.priceFeature),
    ]),
  );
  expect(await listFeatures(ratingLimits.map((rating) => ({ rating })))).toEqual(
    ratingLimits.map((rating) => ratingLimits.filter((limit) => limit <= rating).map(features.ratingFeature)),
  );
  expect(await listFeatures(reviewLimits.map((reviewCount) => ({ reviewCount })))).toEqual(
    reviewLimits.map((reviews) => reviewLimits.filter((limit) => limit <= reviews).map(features.reviewsFeature)),
  );
});
