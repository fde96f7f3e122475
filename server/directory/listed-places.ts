import { findState, usStates } from '#shared/places/states.ts';
import type { Place } from '#server/places/places.ts';
import { allowedErrors, editDistance } from '#shared/edit-distance.ts';
import { cityNicknames } from './sentence/nicknames.ts';

interface ListedCity {
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

interface RankedCity extends ListedCity {
  /** The folded name. */
  key: string;
  /** The position among all cities, the largest first. */
  position: number;
}

const labelOf = ({ name, state }: ListedCity): string => `${name}, ${state}`;
const toPlace = (city: ListedCity): CountedPlace => ({
  kind: 'city',
  label: labelOf(city),
  state: city.state,
  city: city.name,
  slug: city.slug,
  count: city.count,
});
/** Sorts after every letter and digit of a folded name. */
const AFTER_LETTERS = '\uffff';

/** The states and cities that have listings, held in memory so that suggestions appear while a visitor types. */
export class ListedPlaces {
  /** In the order of their folded names. A directory of a million listings has 30,000 cities, too many to compare each. */
  readonly #byKey: RankedCity[];
  readonly #nicknamed: ReadonlyMap<string, RankedCity>;
  readonly #states: CountedPlace[];

  constructor(cities: readonly ListedCity[], states: readonly { code: string; slug: string; count: number }[]) {
    const ranked: RankedCity[] = cities
      .map((city) => ({ ...city, key: foldWords(city.name), position: 0 }))
      .toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
    for (const [position, city] of ranked.entries()) city.position = position;
    this.#byKey = ranked.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.position - b.position));
    const byLabel = new Map(ranked.map((city) => [labelOf(city), city]));
    this.#nicknamed = new Map(
      Object.entries(cityNicknames).flatMap(([nickname, label]) => {
        const city = byLabel.get(label);
        return city ? [[nickname, city]] : [];
      }),
    );
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

  /** Places whose name or nickname begins with this text. */
  suggest(text: string, limit: number): CountedPlace[] {
    const [cityText = '', stateText] = text.split(',').map(foldWords);
    return cityText === '' ? [] : this.#findByName(cityText, stateText || null, limit);
  }

  #findByName(cityText: string, stateText: string | null, limit: number): CountedPlace[] {
    const states = this.#states.filter(
      ({ state, label }) =>
        stateText === null && (foldWords(label).startsWith(cityText) || state!.toLowerCase() === cityText),
    );
    const isInState = (code: string): boolean =>
      stateText === null ||
      code.toLowerCase().startsWith(stateText) ||
      findState(code)!.name.toLowerCase().startsWith(stateText);
    const nicknamed = this.#nicknamed.get(cityText);
    const cities = this.#listStarting(cityText)
      .filter((city) => city !== nicknamed && isInState(city.state))
      .toSorted((a, b) => a.position - b.position);
    const found = [...(nicknamed ? [nicknamed] : []), ...cities.slice(0, limit)];
    return [...states.slice(0, 2), ...found.map(toPlace)].slice(0, limit);
  }

  /** The cities whose folded names begin with this text, sorted by those names. */
  #listStarting(text: string): RankedCity[] {
    return this.#byKey.slice(this.#findPosition(text), this.#findPosition(text + AFTER_LETTERS));
  }

  /** How many folded names sort before this text. */
  #findPosition(text: string): number {
    let [low, high] = [0, this.#byKey.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#byKey[middle]!.key < text) low = middle + 1;
      else high = middle;
    }
    return low;
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
    for (const city of this.#listStarting(wanted[0]!)) {
      if (state && city.state !== state) continue;
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
