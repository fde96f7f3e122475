import type { Knex } from 'knex';
import type { Clock } from '#server/base/clock.ts';
import { cleanText } from '#server/places/location.ts';
import { findCountedServices, findListedPlaces } from './directory-words.ts';
import { nameWords } from './name-words.ts';
import * as sql from './queries-suggest.ts';
import { allowedErrors, editDistance } from '#shared/edit-distance.ts';

interface Alternative {
  field: 'location' | 'service' | 'name';
  value: string;
  /** The number of listings that the search finds with this value. */
  total: number;
}

interface SearchTexts {
  location?: string | undefined;
  service?: string | undefined;
  name?: string | undefined;
}

const MAX_ALTERNATIVES = 4;
const MAX_PER_FIELD = 2;

/** Similar places, services, and names that would give an empty search results. */
export async function findAlternatives<Q extends SearchTexts>(
  db: Knex,
  query: Q,
  countMatches: (query: Q, clock: Clock) => Promise<number>,
  clock: Clock,
): Promise<Alternative[]> {
  const [locations, services, names] = await Promise.all([
    findSimilarPlaces(db, query.location ?? ''),
    findSimilarServices(db, query.service ?? ''),
    findSimilarNames(db, query.name ?? '').then((found) => found.slice(0, MAX_PER_FIELD)),
  ]);
  const candidates = [
    ...locations.map((value) => ({ field: 'location' as const, value })),
    ...services.map((value) => ({ field: 'service' as const, value })),
    ...names.map((value) => ({ field: 'name' as const, value })),
  ].slice(0, MAX_ALTERNATIVES);
  const counted = await Promise.all(
    candidates.map(async (candidate) => ({
      ...candidate,
      total: await countMatches({ ...query, [candidate.field]: candidate.value }, clock),
    })),
  );
  return counted.filter(({ total }) => total > 0);
}

async function findSimilarPlaces(db: Knex, text: string): Promise<string[]> {
  const location = cleanText(text);
  if (location === '' || /\d/.test(location)) return [];
  const listedPlaces = await findListedPlaces(db);
  const begun = listedPlaces.suggest(location, MAX_PER_FIELD + 1);
  const places = begun.length > 0 ? begun : listedPlaces.findSimilar(location, MAX_PER_FIELD + 1);
  return places
    .map(({ label }) => label)
    .filter((label) => label.toLowerCase() !== location.toLowerCase())
    .slice(0, MAX_PER_FIELD);
}

async function findSimilarServices(db: Knex, text: string): Promise<string[]> {
  const wanted = cleanText(text).toLowerCase();
  if (wanted === '' || wanted === 'all') return [];
  const services = await findCountedServices(db);
  const isSimilar = (name: string): boolean => {
    const words = name.toLowerCase().split(/[^a-z]+/);
    return wanted
      .split(/[^a-z]+/)
      .filter((word) => word.length > 3)
      .some((word) => words.some((one) => editDistance(word, one, allowedErrors(word)) <= allowedErrors(word)));
  };
  return services
    .filter(({ name, count }) => count > 0 && name.toLowerCase() !== wanted && isSimilar(name))
    .slice(0, MAX_PER_FIELD)
    .map(({ name }) => name);
}

/** A name has at most this many words. More are a sentence, and looking for words like each would take too long. */
const MAX_NAME_WORDS = 4;
const MAX_NAMES = 3;
/** The most words like a typed one that a name is searched for. */
const MAX_SIMILAR = 8;
/** The beginning of a word is worse than all of it, and better than a word with a wrong letter. */
const BEGUN = 0.25;

interface TypedWord {
  typed: string;
  similar: sql.SimilarWord[];
}

/**
 * Names of listings that differ from the typed one by a few letters, the most similar first. Each typed word is a word of the name,
 * begins one, or has one or two wrong letters. The words are judged together, because the nearest word may be one of another name.
 */
export async function findSimilarNames(db: Knex, text: string): Promise<string[]> {
  const words = nameWords(text);
  if (words.length === 0 || words.length > MAX_NAME_WORDS || words.some((word) => /\d/.test(word))) return [];
  const typedWords = (await Promise.all(words.map((word) => sql.findSimilarNameWords(db, word)))).map((found) => ({
    ...found,
    similar: found.similar.slice(0, MAX_SIMILAR),
  }));
  if (typedWords.length === 1) return replaceUnknownWord(typedWords[0]!);
  const known = typedWords.filter(({ similar }) => similar.length > 0);
  if (known.length === 0) return [];
  // The longest word is in the fewest names.
  const longest = known.reduce((one, other) => (other.typed.length > one.typed.length ? other : one));
  const lists = typedWords
    .filter((word) => word !== longest)
    .map(({ typed, similar }) => [typed, ...similar.map(({ word }) => word)]);
  const names = await sql.findNamesWith(
    db,
    longest.similar.map(({ word }) => word),
    lists,
  );
  const corrected = names.flatMap((name) => correct(typedWords, name.split(' ')) ?? []);
  const nearest = corrected.toSorted((one, other) => one.distance - other.distance).map(({ name }) => name);
  return [...new Set(nearest)].slice(0, MAX_NAMES);
}

const replaceUnknownWord = ({ similar: [first] }: TypedWord): string[] =>
  first && first.distance > 0 ? [first.word] : [];

/** The typed words as this name has them. Null if one is too different, or if none differs. */
function correct(typedWords: readonly TypedWord[], nameParts: readonly string[]) {
  const chosen = typedWords.map(({ typed, similar }): sql.SimilarWord => {
    const equal = similar.find(({ word }) => nameParts.includes(word));
    if (equal && equal.distance === 0) return equal;
    if (nameParts.some((part) => part.startsWith(typed))) return { word: typed, distance: BEGUN };
    return equal ?? { word: typed, distance: Infinity };
  });
  const distance = chosen.reduce((sum, word) => sum + word.distance, 0);
  const differs = chosen.some((word) => word.distance >= 1);
  return differs && distance < Infinity ? { name: chosen.map(({ word }) => word).join(' '), distance } : null;
}
