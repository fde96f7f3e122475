import type pg from 'pg';
import { searchDirectory } from '#contract/listings/listings.ts';
import { languageNames } from '#shared/listings/languages.ts';
import { insurancePlans } from '#shared/places/insurance-plans.ts';
import type { Random } from '#server/sample/random.ts';
import { firstNames, lastNames } from '#server/sample/words.ts';
import type { SearchQuery } from '#server/directory/search.ts';
import { openDays } from '#shared/search-terms.ts';
import { formatBox, parseBox } from '#shared/places/box.ts';
import { toSteps } from '#ui/listings/map/pins.ts';

export type Query = Record<string, string | number | boolean>;

export interface Known {
  cities: { name: string; state: string; lat: number; lng: number }[];
  zips: string[];
  states: { code: string; total: number }[];
  services: string[];
  total: number;
}

const plans = insurancePlans.map(({ slug }) => slug);

/** Returns one random query of each kind. */
export const kinds: Record<string, (random: Random, known: Known) => Query> = {
  'no filter': () => ({}),
  city: (random, { cities }) => ({ location: random.pick(cities).name }),
  'city, ST': (random, { cities }) => {
    const { name, state } = random.pick(cities);
    return { location: `${name}, ${state}` };
  },
  state: (random, { states }) => ({ location: random.pick(states).code }),
  ZIP: (random, { zips }) => ({ location: random.pick(zips) }),
  'ZIP prefix': (random, { zips }) => ({ location: random.pick(zips).slice(0, 1 + random.below(4)) }),
  service: (random, { services }) => ({ service: random.pick(services) }),
  'name, first or last': (random) => ({ name: random.pick(random.chance(0.5) ? firstNames : lastNames) }),
  'name substring': (random) => ({ name: random.pick(lastNames).slice(0, 3 + random.below(3)) }),
  'full name': (random) => ({ name: `Dr. ${random.pick(firstNames)} ${random.pick(lastNames)}` }),
  'no such name': (random) => ({ name: `xq${random.below(1e6)}` }),
  'state + service': (random, { states, services }) => ({
    location: random.pick(states).code,
    service: random.pick(services),
  }),
  'state + name': (random, { states }) => ({ location: random.pick(states).code, name: random.pick(lastNames) }),
  'service + name': (random, { services }) => ({ service: random.pick(services), name: random.pick(lastNames) }),
  '25 miles': (random, { zips }) => ({ location: random.pick(zips), radius: 25 }),
  '25 miles, by distance': (random, { zips }) => ({ location: random.pick(zips), radius: 25, sort: 'distance' }),
  'by price': () => ({ sort: 'price' }),
  'state, by price': (random, { states }) => ({ location: random.pick(states).code, sort: 'price' }),
  'state, open now': (random, { states }) => ({ location: random.pick(states).code, openNow: true }),
  'everywhere, open now': () => ({ openNow: true }),
  'state + attributes': (random, { states }) => ({
    location: random.pick(states).code,
    emergency: true,
    insurance: true,
  }),
  'state + language': (random, { states }) => ({
    location: random.pick(states).code,
    language: random.pick(['Spanish', 'Korean', 'Persian']),
  }),
  'city + plan, Saturday': (random, { cities }) => {
    const { name, state } = random.pick(cities);
    return { location: `${name}, ${state}`, plan: random.pick(plans), openOn: 'sat' };
  },
  '25 miles, six filters': (random, { zips }) => ({
    location: random.pick(zips),
    radius: 25,
    plan: random.pick(plans),
    openOn: 'sat,sun',
    maxPrice: 400,
    minRating: 4,
    minReviews: 10,
    language: 'Spanish',
  }),
  'state + plan': (random, { states }) => ({ location: random.pick(states).code, plan: random.pick(plans) }),
  'state, evening, open now': (random, { states }) => ({
    location: random.pick(states).code,
    evening: true,
    openNow: true,
  }),
  'state + price + gender': (random, { states }) => ({
    location: random.pick(states).code,
    maxPrice: 149 + 50 * random.below(6),
    gender: random.pick(['female', 'male']),
  }),
  'everywhere, Saturday': () => ({ openOn: 'sat' }),
  'everywhere + plan': (random) => ({ plan: random.pick(plans) }),
  'everywhere, rated 4.5 by 100': () => ({ minRating: 4.5, minReviews: 100 }),
  'state + three services': (random, { states }) => ({
    location: random.pick(states).code,
    services: `${1 + random.below(6)},${7 + random.below(6)},${19 + random.below(6)}`,
  }),
  'everywhere, evening': () => ({ evening: true }),
  'everywhere + price': (random) => ({ maxPrice: 99 + 50 * random.below(4) }),
  'everywhere + gender': (random) => ({ gender: random.pick(['female', 'male']) }),
  'everywhere, almost nothing': (random) => ({
    plan: plans.at(-1 - random.below(10))!,
    openOn: 'sun',
    evening: true,
    maxPrice: 99,
    minRating: 5,
    minReviews: 300,
    services: '2,4,16',
  }),
  'everywhere, six filters': (random) => ({
    plan: random.pick(plans),
    openOn: 'sat',
    maxPrice: 300,
    gender: 'female',
    minRating: 4,
    services: '1,2,3',
  }),
  'state, by name': (random, { states }) => ({ location: random.pick(states).code, sort: 'name' }),
  'unpaid order': () => ({ paidFirst: false }),
  'state with Top 10': (random, { states }) => ({ location: random.pick(states).code, top: true }),
  'last page of all': (_, { total }) => ({ page: Math.ceil(total / 10) }),
  'page 10,000 of all': (_, { total }) => ({ page: Math.min(10_000, Math.ceil(total / 20)) }),
  'middle page of all': (_, { total }) => ({ page: Math.ceil(total / 20) }),
  'last page of a state': (random, { states }) => {
    const { code, total } = random.pick(states);
    return { location: code, page: Math.ceil(total / 10) };
  },
  'everywhere + language': (random) => ({ language: random.pick(languageNames) }),
  'everywhere, wheelchair': () => ({ wheelchair: true }),
  'everywhere + rare service': (random) => ({ service: String(16 + random.below(3)) }),
  '100 miles, plan + Saturday': (random, { zips }) => ({
    location: random.pick(zips),
    radius: 100,
    plan: random.pick(plans),
    openOn: 'sat',
  }),
  'name + plan': (random) => ({ name: random.pick(lastNames), plan: random.pick(plans) }),
  'plan, by name': (random) => ({ plan: random.pick(plans), sort: 'name' }),
  'state + plan, by name': (random, { states }) => ({
    location: random.pick(states).code,
    plan: random.pick(plans),
    sort: 'name',
  }),
};

/** Reads the places and services of a directory that searches can name. */
export async function findKnown(client: pg.Client): Promise<Known> {
  const read = async <T extends pg.QueryResultRow>(sql: string): Promise<T[]> => (await client.query<T>(sql)).rows;
  return {
    cities: await read(
      `select name, state, lat, lng from cities where exists (select from facets where scope = 'city' and key = cities.id::text)`,
    ),
    zips: (await read<{ key: string }>(`select distinct key from facets where scope = 'zip'`)).map((row) => row.key),
    states: await read(
      `select key as code, sum(n)::int as total from facets where scope = 'state' and feature = 0 group by 1`,
    ),
    services: (await read<{ name: string }>(`select name from services where id <= 24`)).map((row) => row.name),
    total: (await read<{ n: number }>(`select sum(n)::int as n from facets where scope = 'all' and feature = 0`))[0]!.n,
  };
}

/** The query as an address holds it. */
export const textsOf = (query: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
export const pathOf = (query: Query): string => `/api/directory?${new URLSearchParams(textsOf(query)).toString()}`;

/** The search that the server makes of a query. */
export const toSearch = (query: Query): SearchQuery => ({
  ...searchDirectory.query.parse(textsOf(query)),
  page: Number(query.page ?? 1),
  pageSize: 10,
});

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

/** A window around a city in the steps in which the map asks for it. */
const windowAround = (city: City, degrees: number, zoom: number): Query => ({
  view: formatBox(toSteps(parseBox(boxAround(city, degrees))!, zoom)),
  zoom,
});

const windows: Record<string, Draw> = {
  country: () => ({ view: '-135,22.5,-56.25,56.25', zoom: 4 }),
  state: (random, { cities }) => {
    const city = random.pick(cities);
    return { location: city.state, ...windowAround(city, 6, 6) };
  },
  'six degrees': (random, { cities }) => windowAround(random.pick(cities), 6, 6),
  city: (random, { cities }) => {
    const city = random.pick(cities);
    return { location: nameOf(city), ...windowAround(city, 0.3, 11) };
  },
  'city, 100 miles': (random, { cities }) => {
    const city = random.pick(cities);
    return { location: nameOf(city), radius: 100, ...windowAround(city, 3, 7) };
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
