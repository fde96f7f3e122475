import type { Knex } from 'knex';
import { findState, usStates } from '#shared/places/states.ts';
import { ShortCache } from '#server/base/db/short-cache.ts';
import { cleanText, parseLocation, type PlaceName } from './location.ts';
import * as sql from './queries.ts';
import { cacheUntilChange } from './directory-cache.ts';
import { findLabeledNeighborhood, labelOf, NEIGHBORHOOD_MILES } from './neighborhoods.ts';

/** A place as visitors see it. */
export interface Place {
  kind: 'state' | 'city' | 'zip' | 'zipPrefix';
  label: string;
  state: string | null;
  city: string | null;
  slug: string | null;
}

/** The area of a search, as disjoint keys of the search indexes. Without keys it matches nothing. */
export interface Scope {
  everywhere: boolean;
  states: string[];
  cities: number[];
  zip3s: string[];
  zips: string[];
  /** Miles from the center to each of `zips`, for a search by radius. */
  miles: number[] | null;
  /** The centers of the cities that the location text can mean, if their positions are known. */
  centers: Position[];
  places: Place[];
}

interface Position {
  lat: number;
  lng: number;
}

const emptyScope = (): Scope => ({
  everywhere: false,
  states: [],
  cities: [],
  zip3s: [],
  zips: [],
  miles: null,
  centers: [],
  places: [],
});
const toPlace = (city: sql.City): Place => ({
  kind: 'city',
  label: `${city.name}, ${city.state}`,
  state: city.state,
  city: city.name,
  slug: city.slug,
});

interface ZipTable {
  byZip: ReadonlyMap<string, sql.ZipPlace>;
  byLatitude: readonly sql.ZipPlace[];
}
let zipTable: Promise<ZipTable> | undefined;

const EARTH_RADIUS_MILES = 3958.8;
const MILES_PER_LATITUDE = 68.9;
const RADIANS = Math.PI / 180;
function milesBetween(a: Position, b: Position): number {
  const h =
    Math.sin(((b.lat - a.lat) * RADIANS) / 2) ** 2 +
    Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * Math.sin(((b.lng - a.lng) * RADIANS) / 2) ** 2;
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** ZIP codes are read once per process, because they are the same in every database. */
function readZipTable(db: Knex): Promise<ZipTable> {
  zipTable ??= sql.findZips(db).then(
    (zips) => ({
      byZip: new Map(zips.map((zip) => [zip.zip, zip])),
      byLatitude: zips.toSorted((a, b) => a.lat - b.lat),
    }),
    (error: unknown) => {
      zipTable = undefined;
      throw error;
    },
  );
  return zipTable;
}

/** The index of the first ZIP code at this latitude or north of it. */
function findLatitude(byLatitude: readonly Position[], latitude: number): number {
  let [low, high] = [0, byLatitude.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byLatitude[middle]!.lat < latitude) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function findZipsWithin(db: Knex, center: Position, miles: number): Promise<{ zip: string; miles: number }[]> {
  const { byLatitude } = await readZipTable(db);
  const maxLatitudes = miles / MILES_PER_LATITUDE;
  // Far fewer ZIP codes are left to measure, because a band of latitudes crosses the country.
  const narrowest = Math.cos((Math.abs(center.lat) + maxLatitudes) * RADIANS);
  const maxLongitudes = (2 * Math.asin(Math.min(1, Math.sin(miles / 2 / EARTH_RADIUS_MILES) / narrowest))) / RADIANS;
  const zipsWithin: { zip: string; miles: number }[] = [];
  for (let index = findLatitude(byLatitude, center.lat - maxLatitudes); index < byLatitude.length; index++) {
    const zip = byLatitude[index]!;
    if (zip.lat > center.lat + maxLatitudes) break;
    if (Math.abs(zip.lng - center.lng) > maxLongitudes) continue;
    const distance = milesBetween(center, zip);
    if (distance <= miles) zipsWithin.push({ zip: zip.zip, miles: distance });
  }
  return zipsWithin.toSorted((a, b) => a.miles - b.miles || (a.zip < b.zip ? -1 : 1));
}

const cityCache = new ShortCache<sql.City[]>('cities');

/** Caches an empty result only if the text is also a state, so that a new city is found right away. */
async function findNamedCities(db: Knex, readings: readonly PlaceName[], isAlsoState: boolean): Promise<sql.City[]> {
  const names = readings.map((reading) => reading.city!);
  const states = readings.map((reading) => reading.state?.code ?? null);
  const key = JSON.stringify([names, states]);
  const cachedCities = cityCache.get(db, key);
  if (cachedCities) return cachedCities;
  const cities = await sql.findCitiesNamed(db, names, states);
  return cities.length > 0 || isAlsoState ? cityCache.set(db, key, cities) : cities;
}

/** A neighborhood has the listings around its center. Null if no neighborhood has this name, or if its center is not known. */
async function resolveNeighborhood(db: Knex, text: string, miles: number): Promise<Scope | null> {
  const neighborhood = findLabeledNeighborhood(cleanText(text));
  if (!neighborhood?.center) return null;
  const scope = emptyScope();
  addRadius(scope, await findZipsWithin(db, neighborhood.center, miles));
  const [city = '', state = null] = neighborhood.city.split(', ');
  scope.places.push({ kind: 'city', label: labelOf(neighborhood), state, city, slug: null });
  return scope;
}

/** Turns a location text into index keys. An unknown place gives an empty scope, not an error. */
export async function resolveLocation(db: Knex, text: string, radius?: number): Promise<Scope> {
  const neighborhood = await resolveNeighborhood(db, text, radius ?? NEIGHBORHOOD_MILES);
  if (neighborhood) return neighborhood;
  const location = parseLocation(text);
  const scope = emptyScope();
  if (location.kind === 'everywhere') return { ...scope, everywhere: true };
  if (location.kind === 'zipPrefix') {
    const { prefix } = location;
    scope.places.push({
      kind: 'zipPrefix',
      label: `ZIP codes starting with ${prefix}`,
      state: null,
      city: null,
      slug: null,
    });
    const missingDigits = Math.abs(3 - prefix.length);
    const keys =
      prefix.length === 3
        ? [prefix]
        : Array.from({ length: 10 ** missingDigits }, (_, n) => prefix + String(n).padStart(missingDigits, '0'));
    scope[prefix.length <= 3 ? 'zip3s' : 'zips'] = keys;
    return scope;
  }
  if (location.kind === 'zip') {
    const place = radius ? (await readZipTable(db)).byZip.get(location.zip) : await sql.findZip(db, location.zip);
    scope.places.push({
      kind: 'zip',
      label: place ? `${place.zip} (${place.city}, ${place.state})` : location.zip,
      state: place?.state ?? null,
      city: place?.city ?? null,
      slug: null,
    });
    if (place && radius) addRadius(scope, await findZipsWithin(db, place, radius));
    else scope.zips = [location.zip];
    return scope;
  }

  const states = location.readings.flatMap((reading) =>
    reading.state && reading.city === undefined ? [reading.state] : [],
  );
  const cityReadings = location.readings.filter((reading) => reading.city !== undefined);
  let cities = cityReadings.length === 0 ? [] : await findNamedCities(db, cityReadings, states.length > 0);
  if (cities.length === 0 && states.length === 0) {
    const partial = cityReadings.at(-1);
    if (partial) cities = await sql.findCitiesLike(db, partial.city!, partial.state?.code ?? null, 200);
  }
  const [city] = cities;
  if (radius && cities.length === 1 && states.length === 0 && city?.lat != null && city.lng != null) {
    addRadius(scope, await findZipsWithin(db, { lat: city.lat, lng: city.lng }, radius));
    scope.places.push(toPlace(city));
    return scope;
  }
  for (const state of states)
    scope.places.push({ kind: 'state', label: state.name, state: state.code, city: null, slug: null });
  scope.states = states.map((state) => state.code);
  scope.cities = cities.filter(({ state }) => !scope.states.includes(state)).map(({ id }) => id);
  scope.places.push(...cities.map(toPlace));
  if (states.length === 0)
    scope.centers = cities.flatMap(({ lat, lng }) => (lat === null || lng === null ? [] : [{ lat, lng }]));
  return scope;
}

/** Farther from every ZIP code than this, a position is not in the country. */
const MAX_MILES_TO_ZIP = 50;

/** The ZIP code whose center is nearest to a position. */
export async function findNearestZip(db: Knex, position: Position): Promise<string | null> {
  let nearest: { zip: string; miles: number } | null = null;
  for (const center of (await readZipTable(db)).byZip.values()) {
    const miles = milesBetween(position, center);
    if (miles <= (nearest?.miles ?? MAX_MILES_TO_ZIP)) nearest = { zip: center.zip, miles };
  }
  return nearest?.zip ?? null;
}

/** Enough for a name that several cities share. Beyond it, the search means no place in particular. */
const MAX_CENTERS = 5;

/** The ZIP codes of a scope within this distance from the searched place; null if the place has no center. */
export async function findZipsNearby(db: Knex, scope: Scope, miles: number): Promise<string[] | null> {
  const distances = scope.miles;
  if (distances) return scope.zips.filter((_, index) => distances[index]! <= miles);
  if (scope.centers.length === 0 || scope.centers.length > MAX_CENTERS) return null;
  const nearby = await Promise.all(scope.centers.map((center) => findZipsWithin(db, center, miles)));
  return [...new Set(nearby.flat().map(({ zip }) => zip))];
}

function addRadius(scope: Scope, zipsWithin: { zip: string; miles: number }[]): void {
  scope.zips = zipsWithin.map(({ zip }) => zip);
  scope.miles = zipsWithin.map(({ miles }) => miles);
}

export const findStats = (db: Knex): ReturnType<typeof sql.countDirectory> =>
  cacheUntilChange(db, 'stats', () => sql.countDirectory(db));
export const listStates = (db: Knex): ReturnType<typeof sql.countByState> =>
  cacheUntilChange(db, 'states', () => sql.countByState(db));

export async function listCities(db: Knex, stateText: string): Promise<sql.CityCount[]> {
  const state = findState(stateText);
  return state ? cacheUntilChange(db, `cities ${state.code}`, () => sql.findCitiesOfState(db, state.code)) : [];
}

const LARGEST_CITIES = 8;

interface CountedCity {
  label: string;
  state: string;
  slug: string;
  count: number;
}

/** The cities with the most listings. */
export async function listLargestCities(db: Knex): Promise<CountedCity[]> {
  const cities = await cacheUntilChange(db, 'largest cities', () => sql.countByCity(db, null, LARGEST_CITIES));
  return cities.map(({ city, state, slug, dentistCount }) => {
    const { code } = findState(state)!;
    return { label: `${city}, ${code}`, state: code, slug, count: dentistCount };
  });
}

interface GeographicItem {
  state: string;
  city?: string;
  dentistCount: number;
}

/** The tiles of the map: states or cities, with the number of listings in each. */
export async function findGeographicData(
  db: Knex,
  { state: stateText, viewMode }: { state?: string | undefined; viewMode: 'states' | 'cities' },
): Promise<GeographicItem[]> {
  const state = stateText ? findState(stateText) : undefined;
  if (stateText && !state) return [];
  if (viewMode === 'cities') {
    const code = state?.code ?? null;
    return cacheUntilChange(db, `map ${code}`, () => sql.countByCity(db, code));
  }
  const counts = await listStates(db);
  return counts
    .filter(({ code, dentistCount }) => dentistCount > 0 && (!state || code === state.code))
    .toSorted((a, b) => b.dentistCount - a.dentistCount || a.name.localeCompare(b.name))
    .map(({ name, dentistCount }) => ({ state: name, dentistCount }));
}

export const listStateNames = (): string[] => usStates.map((state) => state.name).toSorted();
export { cacheUntilChange } from './directory-cache.ts';
export { findCitiesLike, findDirectoryVersion, type City, type CityCount } from './queries.ts';

/** The towns of our list among these names, each with one spelling of its name. */
export async function listTowns(db: Knex, names: readonly string[]): Promise<Map<string, string>> {
  return new Map((await sql.findTowns(db, names)).map(({ name, town }) => [name, town]));
}
