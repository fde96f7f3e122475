import type { Knex } from 'knex';
import type { Clock } from '#server/base/clock.ts';
import { cleanText } from '#server/places/location.ts';
import { findCountedServices, findListedPlaces } from './directory-words.ts';
import { nameWords } from './name-words.ts';
import * as sql from './queries-suggest.ts';
import { allowedErrors, editDistance } from './sentence/edit-distance.ts';

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
    findSimilarNames(db, query.name ?? ''),
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

/** Replaces words that no name has by similar ones that a name has. */
async function findSimilarNames(db: Knex, text: string): Promise<string[]> {
  const words = nameWords(text);
  if (words.length === 0) return [];
  const similar = await Promise.all(words.map((word) => sql.findSimilarNameWord(db, word)));
  const name = words.map((word, index) => similar[index] ?? word).join(' ');
  return name.toLowerCase() === words.join(' ').toLowerCase() ? [] : [name];
}
