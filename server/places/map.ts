import type { Knex } from 'knex';
import { MAX_LABELS } from '#contract/places/map.ts';
import { cacheUntilChange } from './directory-cache.ts';
import { findCityCenters, findCentersOfZips, type CityCenter } from './queries.ts';

interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Reads the cities once per change of the directory, because a map asks for them at each step. */
export async function findMapCities(db: Knex, { west, south, east, north }: Box): Promise<CityCenter[]> {
  const cities = await cacheUntilChange(db, 'map-cities', () => findCityCenters(db));
  const inBox: CityCenter[] = [];
  for (const city of cities) {
    if (city.lat < south || city.lat > north || city.lng < west || city.lng > east) continue;
    inBox.push(city);
    if (inBox.length === MAX_LABELS) break;
  }
  return inBox;
}

export const findZipCenters = (db: Knex, zips: readonly string[]) => findCentersOfZips(db, zips);
