import { findState } from '#shared/places/states.ts';
import type { Gazetteer, NamedPlace } from './gazetteer.ts';
import type { Token } from './tokens.ts';

export interface PlaceMatch {
  place: NamedPlace;
  length: number;
  /** It names a state, or is a ZIP code, so that it can't be anything else. */
  isExplicit: boolean;
}

/** State codes that are also words. They follow a city only at the end of a clause. */
const codesThatAreWords = new Set(['in', 'or', 'me', 'hi', 'ok', 'oh', 'de', 'la', 'al', 'ma', 'id', 'co', 'mi']);
const MAX_STATE_WORDS = 3;
const MAX_CITY_WORDS = 4;

/** Finds the state at this token. */
function findStateAt(tokens: readonly Token[], start: number): { code: string; length: number } | null {
  for (let length = Math.min(MAX_STATE_WORDS, tokens.length - start); length > 0; length--) {
    const words = tokens.slice(start, start + length);
    if (words.slice(1).some((token) => token.startsClause)) continue;
    const text = words.map(({ word }) => word).join(' ');
    const state = findState(text);
    if (!state) continue;
    const next = tokens[start + length];
    const endsClause = next === undefined || next.startsClause || /^\d/.test(next.word);
    const token = tokens[start]!;
    if (length === 1 && codesThatAreWords.has(text) && !token.isUpperCase && !token.startsClause && !endsClause)
      continue;
    return { code: state.code, length };
  }
  return null;
}

const isZip = (word: string): boolean => /^\d{5}(?:-\d{4})?$/.test(word);

/** Finds the place that begins at this token: a ZIP code, a city and its state, a city, a state, or a nickname. */
export function findPlaceAt(gazetteer: Gazetteer, tokens: readonly Token[], start: number): PlaceMatch | null {
  const { word } = tokens[start]!;
  if (isZip(word)) return { place: { location: word.slice(0, 5), size: 1 }, length: 1, isExplicit: true };
  if (/^\d/.test(word)) return null;
  const words: string[] = [];
  for (let index = start; index < tokens.length && words.length < 5; index++) {
    if (index > start && tokens[index]!.startsClause) break;
    words.push(tokens[index]!.word);
  }
  for (let length = Math.min(MAX_CITY_WORDS, words.length); length > 0; length--) {
    const state = start + length < tokens.length ? findStateAt(tokens, start + length) : null;
    if (!state) continue;
    const place = gazetteer.findInState(words.slice(0, length), state.code);
    if (place) return withZip(tokens, start, { place, length: length + state.length, isExplicit: true });
  }
  const match = gazetteer.findAt(words);
  if (match) return withZip(tokens, start, { ...match, isExplicit: false });
  const [first] = tokens.slice(start, start + 1);
  const state =
    /^[a-z]{2}$/.test(word) && (first!.isUpperCase || !codesThatAreWords.has(word)) ? findState(word) : undefined;
  return state ? { place: { location: state.name, size: 100 }, length: 1, isExplicit: false } : null;
}

/** "Austin, TX 78701" means the ZIP code. */
function withZip(tokens: readonly Token[], start: number, match: PlaceMatch): PlaceMatch {
  const next = tokens[start + match.length];
  if (!next || !isZip(next.word)) return match;
  return { place: { location: next.word.slice(0, 5), size: 1 }, length: match.length + 1, isExplicit: true };
}
