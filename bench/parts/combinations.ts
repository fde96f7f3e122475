import { insurancePlans } from '#shared/places/insurance-plans.ts';
import { languageNames } from '#shared/listings/languages.ts';
import { openDays } from '#shared/search-terms.ts';
import type { Random } from '#server/sample/random.ts';
import type { Known, Query } from './searches.ts';

type Draw = (random: Random, known: Known) => Query;

const places: readonly Draw[] = [
  () => ({}),
  (random, { states }) => ({ location: random.pick(states).code }),
  (random, { cities }) => {
    const { name, state } = random.pick(cities);
    return { location: `${name}, ${state}` };
  },
  (random, { zips }) => ({ location: random.pick(zips), radius: 25 }),
  (random, { zips }) => ({ location: random.pick(zips), radius: 100 }),
  (random, { zips }) => ({ location: random.pick(zips).slice(0, 1 + random.below(3)) }),
];

/** Up to `most` of these, in their order, separated by commas. */
const drawList = (random: Random, values: readonly (string | number)[], most: number): string => {
  const drawn = new Set(Array.from({ length: 1 + random.below(most) }, () => random.pick(values)));
  return values.filter((value) => drawn.has(value)).join(',');
};

const prices = [150, 200, 300, 400, 500, 750, 1_000];
const reviewCounts = [10, 50, 100, 250];
const plans = insurancePlans.map(({ slug }) => slug);
const serviceIds = Array.from({ length: 24 }, (_, index) => index + 1);

/** The filters of the directory's panel. */
const filters: readonly Draw[] = [
  (random, { services }) => ({ service: random.pick(services) }),
  (random) => ({ services: drawList(random, serviceIds, 3) }),
  (random) => ({ plan: drawList(random, plans, 2) }),
  (random) => ({ openOn: drawList(random, openDays, 3) }),
  () => ({ evening: true }),
  () => ({ openNow: true }),
  () => ({ newPatients: true }),
  () => ({ insurance: true }),
  () => ({ emergency: true }),
  () => ({ wheelchair: true }),
  (random) => ({ language: random.pick(languageNames) }),
  (random) => ({ gender: random.pick(['female', 'male']) }),
  (random) => ({ maxPrice: random.pick(prices) }),
  (random) => ({ minRating: random.pick([3.5, 4, 4.5]) }),
  (random) => ({ minReviews: random.pick(reviewCounts) }),
];

const MOST_FILTERS = 6;

/** Two to six filters in a random place, as the directory's page sends them. */
export function drawCombination(random: Random, known: Known): Query {
  const count = 2 + random.below(MOST_FILTERS - 1);
  const drawn = new Set<Draw>();
  while (drawn.size < count) drawn.add(random.pick(filters));
  return Object.assign({ top: true }, ...[random.pick(places), ...drawn].map((draw) => draw(random, known))) as Query;
}
