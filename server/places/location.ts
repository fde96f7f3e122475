import { findState, type UsState } from '#shared/places/states.ts';

/** The possible meanings of a location text, before any lookup in the database. */
type Location =
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'zip'; readonly zip: string }
  | { readonly kind: 'zipPrefix'; readonly prefix: string }
  | { readonly kind: 'names'; readonly readings: readonly PlaceName[] };

/** A state, a city, or a city in a state. */
export interface PlaceName {
  readonly city?: string;
  readonly state?: UsState;
}

/** Makes a text safe for Postgres: one line, bounded length, no characters that it rejects. */
export const cleanText = (text: string): string =>
  text
    .slice(0, 200)
    .replace(/\0|\p{Surrogate}/gu, '\ufffd')
    .replace(/\s+/g, ' ')
    .trim();

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

export function parseLocation(raw: string): Location {
  let text = cleanText(raw);
  if (text === '') return { kind: 'everywhere' };
  const zip = /(?:^|[ ,])(\d{5})(?:-\d{4})?$/.exec(text);
  if (zip && !/\d/.test(text.slice(0, zip.index))) return { kind: 'zip', zip: zip[1]! };
  if (/^\d{1,4}$/.test(text)) return { kind: 'zipPrefix', prefix: text };
  const country = /[ ,]+(?:usa|u\.s\.a\.|us|united states(?: of america)?)$/i.exec(text);
  if (country && country.index > 0) text = text.slice(0, country.index);

  const readings: PlaceName[] = [];
  const state = findState(text);
  if (state) readings.push({ state });
  const comma = text.lastIndexOf(',');
  if (comma !== -1) {
    const city = text.slice(0, comma).trim();
    const rest = text.slice(comma + 1).trim();
    const state = findState(rest);
    if (hasWord(city) && rest === '') readings.push({ city });
    else if (hasWord(city) && state) readings.push({ city, state });
    return { kind: 'names', readings };
  }
  const words = text.split(' ');
  for (let count = 1; count <= Math.min(3, words.length - 1); count++) {
    const state = findState(words.slice(-count).join(' '));
    const city = words.slice(0, -count).join(' ');
    if (state && hasWord(city)) readings.push({ city, state });
  }
  if (hasWord(text)) readings.push({ city: text });
  return { kind: 'names', readings };
}
