import { neighborhoodList } from './neighborhood-list.ts';

export interface Neighborhood {
  name: string;
  /** Such as "Seattle, WA". */
  city: string;
  /** Null if the city's center must do. */
  center: { lat: number; lng: number } | null;
}

export const NEIGHBORHOOD_MILES = 3;

const foldName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/\bst\b/g, 'saint');

/** By folded name. The largest city comes first. */
const byName = new Map<string, Neighborhood[]>();
for (const line of neighborhoodList.trim().split('\n')) {
  const [city, names] = line.split(': ') as [string, string];
  for (const entry of names.split('; ')) {
    const [, name, lat, lng] = /^(.*?)(?: (\d+\.\d+) (-\d+\.\d+))?$/.exec(entry)!;
    const center = lat === undefined ? null : { lat: Number(lat), lng: Number(lng) };
    const key = foldName(name!);
    byName.set(key, [...(byName.get(key) ?? []), { name: name!, city, center }]);
  }
}

export const labelOf = ({ name, city }: Neighborhood): string => `${name}, ${city}`;

/** The neighborhoods with this name, of one or several words. */
export const findNeighborhoods = (words: readonly string[]): readonly Neighborhood[] =>
  byName.get(words.map((word) => (word === 'st' ? 'saint' : word)).join(' ')) ?? [];

/** Finds the neighborhood of a text such as "Capitol Hill, Seattle, WA". */
export function findLabeledNeighborhood(text: string): Neighborhood | undefined {
  const [name = '', ...city] = text.split(',');
  if (city.length === 0) return undefined;
  const wanted = foldName(city.join(' '));
  return byName.get(foldName(name))?.find((one) => foldName(one.city) === wanted);
}
