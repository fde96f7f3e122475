import type { Knex } from 'knex';
import { MAX_LABELS } from '#contract/map.ts';
import { notFound } from '#server/http/errors.ts';
import { cacheUntilChange } from './directory-cache.ts';
import { findNearestZip } from './places.ts';
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

/** In the ocean, the nearest ZIP code says nothing about the position. */
const MAX_MILES = 100;

export async function findZipAt(
  db: Knex,
  position: { lat: number; lng: number },
): Promise<{ zip: string; lat: number; lng: number }> {
  const nearest = await findNearestZip(db, position, MAX_MILES);
  if (!nearest) throw notFound('There is no ZIP code near here.');
  return nearest;
}

export const findZipCenters = (db: Knex, zips: readonly string[]) => findCentersOfZips(db, zips);
