import { findState, usStates } from '#shared/places/states.ts';
import { allowedErrors, editDistance } from '#shared/edit-distance.ts';
import { cityNicknames } from './nicknames.ts';

interface GazetteerCity {
  name: string;
  state: string;
  /** The number of its ZIP codes, which approximates its size. */
  zipCount: number;
}

export interface NamedPlace {
  /** A text that the location field understands. */
  location: string;
  /** The number of ZIP codes of the largest city with this name. */
  size: number;
}

const MAX_WORDS = 5;
/** A city this many times larger than the next one with its name is the one that people mean. */
const DOMINANCE = 3;
const NOTABLE_SIZE = 3;

const expansions: Readonly<Record<string, string>> = { st: 'saint', ft: 'fort', mt: 'mount' };
const nameKey = (words: readonly string[]): string => words.map((word) => expansions[word] ?? word).join(' ');
const foldName = (name: string): string =>
  nameKey(
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll("'", '')
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
      .split(' '),
  );

const stateNames = new Set(usStates.map((state) => foldName(state.name)));

/** The names of all places, held in memory so that a sentence is read without the database. */
export class Gazetteer {
  readonly #cities = new Map<string, GazetteerCity[]>();
  readonly #nicknames = new Map(Object.entries(cityNicknames));
  readonly #notableNames = new Map<string, string[]>();

  constructor(cities: Iterable<GazetteerCity>) {
    for (const city of cities) {
      const key = foldName(city.name);
      const namesakes = this.#cities.get(key);
      if (namesakes) namesakes.push(city);
      else this.#cities.set(key, [city]);
    }
    for (const [key, namesakes] of this.#cities) {
      namesakes.sort((a, b) => b.zipCount - a.zipCount || (a.state < b.state ? -1 : 1));
      if (namesakes[0]!.zipCount < NOTABLE_SIZE || key.length < 5) continue;
      const names = this.#notableNames.get(key[0]!);
      if (names) names.push(key);
      else this.#notableNames.set(key[0]!, [key]);
    }
  }

  /** Finds the longest place name at the beginning of these words. */
  findAt(words: readonly string[]): { place: NamedPlace; length: number } | null {
    for (let length = Math.min(MAX_WORDS, words.length); length > 0; length--) {
      const place = this.find(words.slice(0, length));
      if (place) return { place, length };
    }
    return null;
  }

  find(words: readonly string[]): NamedPlace | null {
    const nickname = this.#nicknames.get(words.join(' '));
    if (nickname) return { location: nickname, size: 50 };
    const key = nameKey(words);
    const namesakes = this.#cities.get(key);
    const isState = stateNames.has(key);
    if (isState && namesakes && (namesakes[0]!.zipCount >= 100 || key === 'washington'))
      // "New York" and "Washington" are a city and a state. The search offers both.
      return { location: findState(key)!.name, size: 100 };
    if (isState) return { location: findState(key)!.name, size: 100 };
    const [largest, next] = namesakes ?? [];
    if (!largest) return null;
    const isDominant = !next || largest.zipCount >= next.zipCount * DOMINANCE;
    return { location: isDominant ? `${largest.name}, ${largest.state}` : largest.name, size: largest.zipCount };
  }

  /** Finds a city in a state, even if its name is misspelled or a nickname. */
  findInState(words: readonly string[], state: string): NamedPlace | null {
    const inState = (key: string) => this.#cities.get(key)?.find((city) => city.state === state);
    const nickname = this.#nicknames.get(words.join(' '));
    if (nickname?.endsWith(`, ${state}`)) return { location: nickname, size: 50 };
    const city = inState(nameKey(words)) ?? inState(this.#findSimilar(words, 1, state) ?? '');
    return city ? { location: `${city.name}, ${city.state}`, size: city.zipCount } : null;
  }

  /** Finds a misspelled city that has at least this many ZIP codes. */
  findMisspelled(words: readonly string[], leastSize: number): NamedPlace | null {
    const name = this.#findSimilar(words, leastSize);
    return name === null ? null : this.find(name.split(' '));
  }

  #findSimilar(words: readonly string[], leastSize: number, state?: string): string | null {
    const wanted = nameKey(words);
    const most = allowedErrors(wanted);
    if (most === 0) return null;
    let best: { name: string; score: number } | null = null;
    for (const name of this.#notableNames.get(wanted[0]!) ?? []) {
      if (Math.abs(name.length - wanted.length) > most) continue;
      const namesakes = this.#cities.get(name)!;
      if (namesakes[0]!.zipCount < leastSize || (state && !namesakes.some((city) => city.state === state))) continue;
      const distance = editDistance(wanted, name, most);
      if (distance > most) continue;
      // A closer name wins; among equally close ones, the larger city.
      const score = distance * 10_000 - namesakes[0]!.zipCount;
      if (best === null || score < best.score) best = { name, score };
    }
    return best?.name ?? null;
  }
}
