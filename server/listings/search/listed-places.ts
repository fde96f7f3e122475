import { findState, usStates } from '#contract/places/states.ts';
import type { Place } from '#server/places/places.ts';
import { allowedErrors, editDistance } from './sentence/edit-distance.ts';
import { cityNicknames } from './sentence/nicknames.ts';

export interface ListedCity {
  name: string;
  state: string;
  slug: string;
  count: number;
}
export interface CountedPlace extends Place {
  count: number;
}

const SHORTEST_MISSPELLED = 4;

const foldWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/\bst\b/g, 'saint')
    .replace(/\bft\b/g, 'fort')
    .replace(/\bmt\b/g, 'mount');

const toPlace = ({ name, state, slug, count }: ListedCity): CountedPlace => ({
  kind: 'city',
  label: `${name}, ${state}`,
  state,
  city: name,
  slug,
  count,
});

/** The states and cities that have listings, held in memory so that suggestions appear while a visitor types. */
export class ListedPlaces {
  readonly #cities: (ListedCity & { key: string })[];
  readonly #states: CountedPlace[];

  constructor(cities: readonly ListedCity[], states: readonly { code: string; slug: string; count: number }[]) {
    this.#cities = cities
      .map((city) => ({ ...city, key: foldWords(city.name) }))
      .toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
    this.#states = states
      .filter(({ count }) => count > 0)
      .map(({ code, slug, count }) => ({
        kind: 'state',
        label: usStates.find((state) => state.code === code)!.name,
        state: code,
        city: null,
        slug,
        count,
      }));
  }

  largest(limit: number): CountedPlace[] {
    return this.#cities.slice(0, limit).map(toPlace);
  }

  /** Places whose names begin with this text, or that are called so. Without one, places with a similar name. */
  suggest(text: string, limit: number): CountedPlace[] {
    const [cityText = '', stateText] = text.split(',').map(foldWords);
    if (cityText === '') return [];
    const matches = this.#findByName(cityText, stateText || null, limit);
    return matches.length > 0 ? matches : this.findSimilar(text, limit);
  }

  #findByName(cityText: string, stateText: string | null, limit: number): CountedPlace[] {
    const nickname = cityNicknames[cityText];
    const states = this.#states.filter(
      ({ state, label }) =>
        stateText === null && (foldWords(label).startsWith(cityText) || state!.toLowerCase() === cityText),
    );
    const isInState = (code: string): boolean =>
      stateText === null ||
      code.toLowerCase().startsWith(stateText) ||
      findState(code)!.name.toLowerCase().startsWith(stateText);
    const cities = this.#cities.filter(
      (city) => (city.key.startsWith(cityText) && isInState(city.state)) || `${city.name}, ${city.state}` === nickname,
    );
    cities.sort((a, b) => Number(`${b.name}, ${b.state}` === nickname) - Number(`${a.name}, ${a.state}` === nickname));
    return [...states.slice(0, 2), ...cities.slice(0, limit).map(toPlace)].slice(0, limit);
  }

  /** Places with almost this name, the closest first, then the largest. */
  findSimilar(text: string, limit: number): CountedPlace[] {
    const [cityText = '', stateText] = text.split(',').map(foldWords);
    // "Austn TX" without a comma.
    const lastWord = cityText.split(' ').at(-1)!;
    const isStateLast = stateText === undefined && cityText.includes(' ') && findState(lastWord) !== undefined;
    const wanted = isStateLast ? cityText.slice(0, -lastWord.length).trim() : cityText;
    const state = findState(stateText || (isStateLast ? lastWord : ''))?.code;
    if (wanted.length < SHORTEST_MISSPELLED) return [];
    const most = Math.max(1, allowedErrors(wanted));
    const scored: { city: ListedCity; distance: number }[] = [];
    for (const city of this.#cities) {
      if (city.key[0] !== wanted[0] || (state && city.state !== state)) continue;
      const distance = distanceToStart(wanted, city.key, most);
      if (distance <= most) scored.push({ city, distance });
    }
    return scored
      .toSorted((a, b) => a.distance - b.distance || b.city.count - a.city.count)
      .slice(0, limit)
      .map(({ city }) => toPlace(city));
  }
}

/** The distance to the part of a name that has been typed so far. */
function distanceToStart(typed: string, name: string, most: number): number {
  let least = most + 1;
  for (const length of [typed.length - 1, typed.length, typed.length + 1])
    if (length > 0 && length <= name.length) least = Math.min(least, editDistance(typed, name.slice(0, length), most));
  return name.length < typed.length ? Math.min(least, editDistance(typed, name, most)) : least;
}
