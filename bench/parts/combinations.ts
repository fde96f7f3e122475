import { insurancePlans } from '#shared/places/insurance-plans.ts';
import { languageNames } from '#shared/listings/languages.ts';
import { openDays } from '#shared/search-terms.ts';
import type { Random } from '#server/sample/random.ts';
import type { Known, Query } from './searches.ts';

type Draw = (random: Random, known: Known) => Query;
type City = Known['cities'][number];

const nameOf = ({ name, state }: City): string => `${name}, ${state}`;

/** A box around a city, as a window of the map is. */
const boxAround = ({ lat, lng }: City, degrees: number): string =>
  [lng - degrees, lat - 0.7 * degrees, lng + degrees, lat + 0.7 * degrees].map((edge) => edge.toFixed(3)).join();

const placeKinds = {
  everywhere: () => ({}),
  state: (random, { states }) => ({ location: random.pick(states).code }),
  city: (random, { cities }) => ({ location: nameOf(random.pick(cities)) }),
  '25 miles': (random, { zips }) => ({ location: random.pick(zips), radius: 25 }),
  '100 miles': (random, { zips }) => ({ location: random.pick(zips), radius: 100 }),
  'ZIP prefix': (random, { zips }) => ({ location: random.pick(zips).slice(0, 1 + random.below(3)) }),
  ZIP: (random, { zips }) => ({ location: random.pick(zips) }),
  box: (random, { cities }) => ({ box: boxAround(random.pick(cities), 0.3) }),
  'large box': (random, { cities }) => ({ box: boxAround(random.pick(cities), 4) }),
} satisfies Record<string, Draw>;

const places: readonly Draw[] = Object.values(placeKinds).slice(0, 6);

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

function pickFilters(random: Random, count: number): Draw[] {
  const picked = new Set<Draw>();
  while (picked.size < count) picked.add(random.pick(filters));
  return [...picked];
}

const drawAll = (draws: readonly Draw[], random: Random, known: Known): Query =>
  Object.assign({}, ...draws.map((draw) => draw(random, known))) as Query;

const MOST_FILTERS = 6;

/** Two to six filters in a random place, as the directory's page sends them. */
export function drawCombination(random: Random, known: Known): Query {
  const picked = pickFilters(random, 2 + random.below(MOST_FILTERS - 1));
  return { top: true, ...drawAll([random.pick(places), ...picked], random, known) };
}

const MOST_WISHES = 5;

/** Two to five wishes in each kind of place. */
export const nearKinds: Record<string, Draw> = Object.fromEntries(
  Object.entries(placeKinds).map(([place, draw]): [string, Draw] => [
    `almost, ${place}`,
    (random, known) => drawAll([draw, ...pickFilters(random, 2 + random.below(MOST_WISHES - 1))], random, known),
  ]),
);

/** The windows that the map asks for, in steps around what a screen shows. */
const windows: Record<string, Draw> = {
  country: () => ({ view: '-135,22.5,-56.25,56.25', zoom: 4 }),
  state: (random, { cities }) => {
    const city = random.pick(cities);
    return { location: city.state, view: boxAround(city, 6), zoom: 6 };
  },
  'six degrees': (random, { cities }) => ({ view: boxAround(random.pick(cities), 6), zoom: 6 }),
  city: (random, { cities }) => {
    const city = random.pick(cities);
    return { location: nameOf(city), view: boxAround(city, 0.3), zoom: 11 };
  },
  'city, 100 miles': (random, { cities }) => {
    const city = random.pick(cities);
    return { location: nameOf(city), radius: 100, view: boxAround(city, 3), zoom: 7 };
  },
};

/** The map's requests without and with two filters. */
export const mapKinds: Record<string, Draw> = Object.fromEntries(
  Object.entries(windows).flatMap(([window, draw]): [string, Draw][] => [
    [`map, ${window}`, draw],
    [`map, ${window}, filters`, (random, known) => drawAll([draw, ...pickFilters(random, 2)], random, known)],
  ]),
);

/** Searches whose pages say what whitening costs there. */
export const priceKinds: Record<string, Draw> = Object.fromEntries(
  (['city', 'ZIP', '25 miles', '100 miles'] as const).map((place): [string, Draw] => [
    `prices, ${place}`,
    (random, known) => ({
      ...placeKinds[place](random, known),
      ...random.pick<Query>([{ service: 'Teeth Whitening' }, { sort: 'price' }, { maxPrice: 300 }]),
    }),
  ]),
);
