import type { Knex } from 'knex';
import { findState, usStates } from '#contract/states.ts';
import { ShortCache } from '#server/db/short-cache.ts';
import { parseLocation, type Reading } from './location.ts';
import * as sql from './queries.ts';
import { untilChange } from './version.ts';

/** A place as people see it. */
export interface Place {
  kind: 'state' | 'city' | 'zip' | 'zipPrefix';
  label: string;
  state: string | null;
  city: string | null;
  slug: string | null;
}

/** Where a search looks: disjoint keys of the search indexes. Empty means nowhere. */
export interface Scope {
  everywhere: boolean;
  states: string[];
  cities: number[];
  zip3s: string[];
  zips: string[];
  /** Miles from the middle to each of `zips`, for a search by radius. */
  miles: number[] | null;
  places: Place[];
}

const nowhere = (): Scope => ({
  everywhere: false,
  states: [],
  cities: [],
  zip3s: [],
  zips: [],
  miles: null,
  places: [],
});
const nameOf = (code: string): string => findState(code)?.name ?? code;
const cityPlace = (city: sql.City): Place => ({
  kind: 'city',
  label: `${city.name}, ${city.state}`,
  state: city.state,
  city: city.name,
  slug: city.slug,
});

let centres: Promise<{ zip: string; lat: number; lng: number }[]> | undefined;

const RADIUS_OF_EARTH = 3958.8;
function milesBetween(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const rad = Math.PI / 180;
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lng - a.lng) * rad) / 2) ** 2;
  return 2 * RADIUS_OF_EARTH * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** ZIP codes are the same in every database, so one reading of them serves the process. */
async function zipsWithin(
  db: Knex,
  centre: { lat: number; lng: number },
  miles: number,
): Promise<{ zip: string; miles: number }[]> {
  centres ??= sql.zipCentres(db).catch((error: unknown) => {
    centres = undefined;
    throw error;
  });
  const box = miles / 68.9;
  const near: { zip: string; miles: number }[] = [];
  for (const one of await centres) {
    if (Math.abs(one.lat - centre.lat) > box) continue;
    const away = milesBetween(centre, one);
    if (away <= miles) near.push({ zip: one.zip, miles: away });
  }
  return near.toSorted((a, b) => a.miles - b.miles || (a.zip < b.zip ? -1 : 1));
}

const cityCache = new ShortCache<sql.City[]>();

/** Nothing is only remembered where something else was meant as well: a place that is new is found at once. */
async function namedCities(db: Knex, readings: readonly Reading[], forSure: boolean): Promise<sql.City[]> {
  const names = readings.map((reading) => reading.city!);
  const states = readings.map((reading) => reading.state?.code ?? null);
  const key = JSON.stringify([names, states]);
  const known = cityCache.get(db, key);
  if (known) return known;
  const found = await sql.citiesNamed(db, names, states);
  return found.length > 0 || forSure ? cityCache.set(db, key, found) : found;
}

/** Turns what a person typed into index keys. An unknown place is nowhere, never an error. */
export async function resolveLocation(db: Knex, text: string, radius?: number): Promise<Scope> {
  const location = parseLocation(text);
  const scope = nowhere();
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
    const free = Math.abs(3 - prefix.length);
    const keys =
      prefix.length === 3
        ? [prefix]
        : Array.from({ length: 10 ** free }, (_, n) => prefix + String(n).padStart(free, '0'));
    scope[prefix.length <= 3 ? 'zip3s' : 'zips'] = keys;
    return scope;
  }
  if (location.kind === 'zip') {
    const place = await sql.zipPlace(db, location.zip);
    scope.places.push({
      kind: 'zip',
      label: place ? `${place.zip} (${place.city}, ${place.state})` : location.zip,
      state: place?.state ?? null,
      city: place?.city ?? null,
      slug: null,
    });
    if (place && radius) addRadius(scope, await zipsWithin(db, place, radius));
    else scope.zips = [location.zip];
    return scope;
  }

  const states = location.readings.flatMap((reading) =>
    reading.state && reading.city === undefined ? [reading.state] : [],
  );
  const cities = location.readings.filter((reading) => reading.city !== undefined);
  let found = cities.length === 0 ? [] : await namedCities(db, cities, states.length > 0);
  if (found.length === 0 && states.length === 0) {
    const partial = cities.at(-1);
    if (partial) found = await sql.citiesLike(db, partial.city!, partial.state?.code ?? null, 200);
  }
  const [only] = found;
  if (radius && found.length === 1 && states.length === 0 && only?.lat != null && only.lng != null) {
    addRadius(scope, await zipsWithin(db, { lat: only.lat, lng: only.lng }, radius));
    scope.places.push(cityPlace(only));
    return scope;
  }
  for (const state of states)
    scope.places.push({ kind: 'state', label: state.name, state: state.code, city: null, slug: null });
  scope.states = states.map((state) => state.code);
  const others = found.filter((city) => !scope.states.includes(city.state));
  scope.cities = others.map((city) => city.id);
  scope.places.push(...found.map(cityPlace));
  return scope;
}

function addRadius(scope: Scope, near: { zip: string; miles: number }[]): void {
  scope.zips = near.map((one) => one.zip);
  scope.miles = near.map((one) => one.miles);
}

export const stats = (db: Knex): ReturnType<typeof sql.directoryStats> =>
  untilChange(db, 'stats', () => sql.directoryStats(db));
export const listStates = (db: Knex): ReturnType<typeof sql.stateCounts> =>
  untilChange(db, 'states', () => sql.stateCounts(db));

export async function listCities(db: Knex, state: string): Promise<sql.CityCount[]> {
  const known = findState(state);
  return known ? untilChange(db, `cities ${known.code}`, () => sql.citiesOf(db, known.code)) : [];
}

export interface GeographicItem {
  state: string;
  city?: string;
  dentistCount: number;
}

/** The tiles of the map: states, or city and state pairs, with how many listings each has. */
export async function geographicData(
  db: Knex,
  { state, viewMode }: { state?: string | undefined; viewMode: 'states' | 'cities' },
): Promise<GeographicItem[]> {
  const known = state ? findState(state) : undefined;
  if (state && !known) return [];
  if (viewMode === 'cities') {
    const code = known?.code ?? null;
    return untilChange(db, `map ${code}`, () => sql.cityCounts(db, code));
  }
  const counts = await listStates(db);
  return counts
    .filter((one) => one.dentistCount > 0 && (!known || one.code === known.code))
    .toSorted((a, b) => b.dentistCount - a.dentistCount || a.name.localeCompare(b.name))
    .map((one) => ({ state: one.name, dentistCount: one.dentistCount }));
}

export const stateNames = (): string[] => usStates.map((state) => state.name).toSorted();
export { nameOf as stateName };
export { directoryVersion } from './queries.ts';
export { untilChange } from './version.ts';
export type { City, CityCount } from './queries.ts';
export { citiesLike as findCities } from './queries.ts';
