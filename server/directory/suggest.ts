import type { Knex } from 'knex';
import { listingPath } from '#shared/listings/listing-path.ts';
import { cleanText } from '#server/places/location.ts';
import { findOfferedPlans, type OfferedPlan } from '#server/listings/plans/plans.ts';
import { findCountedServices, findListedPlaces } from './directory-words.ts';
import { findSimilarNames } from './did-you-mean.ts';
import type { CountedPlace } from './listed-places.ts';
import { nameWords } from './name-words.ts';
import { findFirstNamed, findNameWords } from './queries-names.ts';
import * as sql from './queries-suggest.ts';
import { editDistance } from '#shared/edit-distance.ts';
import { serviceWords } from './sentence/service-words.ts';

interface SuggestedName {
  id: number;
  name: string;
  /** Null unless another suggestion of the same kind has this name in this city. */
  street: string | null;
  city: string | null;
  state: string | null;
}
interface SuggestedDentist extends SuggestedName {
  rating: number | null;
  reviewCount: number;
  ratingSource: string | null;
  path: string;
}
interface SuggestedPractice extends SuggestedName {
  /** The number of its dentists. */
  count: number;
}
interface Suggestions {
  places: CountedPlace[];
  services: sql.CountedService[];
  practices: SuggestedPractice[];
  dentists: SuggestedDentist[];
  plans: { slug: string; name: string }[];
}

const MAX_PLACES = 6;
const MAX_SERVICES = 5;
const MAX_PRACTICES = 4;
const MAX_DENTISTS = 5;
const MAX_PLANS = 3;
/** Enough to find several practices and dentists among the first matches. */
const MAX_LISTINGS = 24;
const SHORTEST_NAME = 3;
const SHORTEST_MISSPELLED = 5;

type SuggestedNames = Pick<Suggestions, 'practices' | 'dentists'>;
const noNames: SuggestedNames = { practices: [], dentists: [] };

/** Places, services, practices, dentists, and plans for the letters typed so far. All of them exist in the directory. */
export async function findSuggestions(db: Knex, typedText: string): Promise<Suggestions> {
  const text = cleanText(typedText);
  if (text.length < 2) return { places: [], services: [], practices: [], dentists: [], plans: [] };
  const [places, services, plans, names] = await Promise.all([
    findPlaces(db, text),
    findCountedServices(db),
    findOfferedPlans(db),
    text.length < SHORTEST_NAME || /^\d+$/.test(text) ? noNames : findNames(db, nameWords(text)),
  ]);
  const found = { places, services: filterServices(services, text), ...names, plans: filterPlans(plans, text) };
  // A place with a similar name is a guess. It would come before a plan or a practice that has the very words.
  if (isEmpty(found)) found.places = (await findListedPlaces(db)).findSimilar(text, MAX_PLACES);
  return isEmpty(found) ? { ...found, ...(await findSimilarlyNamed(db, text)) } : found;
}

const isEmpty = (suggestions: Suggestions): boolean => Object.values(suggestions).every(({ length }) => length === 0);

async function findPlaces(db: Knex, text: string): Promise<CountedPlace[]> {
  const digits = /^\d{2,5}/.exec(text)?.[0];
  if (digits === undefined) return (await findListedPlaces(db)).suggest(text, MAX_PLACES);
  const zips = await sql.findZipsLike(db, digits, MAX_PLACES);
  return zips.map(({ zip, city, state, count }) => ({
    kind: 'zip',
    label: `${zip} (${city}, ${state})`,
    state,
    city,
    slug: null,
    count,
  }));
}

const foldName = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** 0 if a name begins with the words, 1 if each of them begins a word of it, 2 if it contains them, and 3 otherwise. */
function gradeMatch(name: string, words: readonly string[]): number {
  const foldedName = foldName(name);
  const foldedWords = words.map(foldName);
  if (foldedName.startsWith(foldedWords.join(' '))) return 0;
  if (foldedWords.every((word) => ` ${foldedName}`.includes(` ${word}`))) return 1;
  return foldedWords.every((word) => foldedName.includes(word)) ? 2 : 3;
}

/** Services whose name contains the text, or that people call so. */
function filterServices(services: readonly sql.CountedService[], text: string): sql.CountedService[] {
  const typed = text.toLowerCase();
  const scoreOf = ({ name }: sql.CountedService): number => {
    const lowerName = name.toLowerCase();
    const grade = gradeMatch(name, [typed]);
    if (grade < 3) return grade;
    const words = serviceWords[name] ?? [];
    if (words.some((word) => word.startsWith(typed))) return 3;
    return typed.length >= SHORTEST_MISSPELLED && [lowerName, ...words].some((word) => isMisspelled(typed, word))
      ? 4
      : 5;
  };
  return services
    .filter(({ count }) => count > 0)
    .map((service) => ({ service, score: scoreOf(service) }))
    .filter(({ score }) => score < 5)
    .toSorted((a, b) => a.score - b.score || a.service.id - b.service.id)
    .slice(0, MAX_SERVICES)
    .map(({ service }) => service);
}

const isMisspelled = (typed: string, word: string): boolean =>
  typed[0] === word[0] &&
  Math.min(
    editDistance(typed, word.slice(0, typed.length), 1),
    editDistance(typed, word.slice(0, typed.length + 1), 1),
  ) <= 1;

/** Plans whose name begins with the text, then those with another name that does, then those with a word that does. */
function filterPlans(plans: readonly OfferedPlan[], text: string): { slug: string; name: string }[] {
  const gradeOf = ({ name, names }: OfferedPlan): number => {
    const grade = gradeMatch(name, [text]);
    return grade > 0 && names.some((other) => gradeMatch(other, [text]) === 0) ? 0.5 : grade;
  };
  return plans
    .map((plan) => ({ ...plan, grade: gradeOf(plan) }))
    .filter(({ grade }) => grade < 2)
    .toSorted((a, b) => a.grade - b.grade)
    .slice(0, MAX_PLANS)
    .map(({ slug, name }) => ({ slug, name }));
}

/** Practices and dentists for words with typos. Only a text that nothing else matches is worth the similarity scan per word. */
async function findSimilarlyNamed(db: Knex, text: string): Promise<SuggestedNames> {
  if (text.length < SHORTEST_MISSPELLED) return noNames;
  const [nearest] = await findSimilarNames(db, text);
  return nearest === undefined ? noNames : findNames(db, nameWords(nearest));
}

/** Dentists whose own name has these words, and practices whose name has them. */
async function findNames(db: Knex, words: readonly string[]): Promise<SuggestedNames> {
  const storedWords = await findNameWords(db, words);
  if (!storedWords) return noNames;
  const ids = await findFirstNamed(db, storedWords, words, MAX_LISTINGS);
  const listings = await sql.findSuggestedListings(db, ids);
  const hasWords = (name: string): boolean => gradeMatch(name, words) < 3;
  const byGrade = (a: { name: string }, b: { name: string }): number =>
    gradeMatch(a.name, words) - gradeMatch(b.name, words);
  const practices = new Map<number, SuggestedPractice>();
  for (const { practiceId, practiceName, practiceCount, street, city, state } of listings)
    if (practiceId !== null && practiceName !== null && hasWords(practiceName) && !practices.has(practiceId))
      practices.set(practiceId, { id: practiceId, name: practiceName, street, city, state, count: practiceCount });
  return {
    practices: keepTellingStreets([...practices.values()].toSorted(byGrade).slice(0, MAX_PRACTICES)),
    dentists: keepTellingStreets(
      listings
        .filter(({ name, practiceName }) => practiceName === null || hasWords(name) || !hasWords(practiceName))
        .toSorted(byGrade)
        .slice(0, MAX_DENTISTS)
        .map((listing) => ({
          id: listing.id,
          name: listing.name,
          street: listing.street,
          city: listing.city,
          state: listing.state,
          rating: listing.rating,
          reviewCount: listing.reviewCount,
          ratingSource: listing.ratingSource,
          path: listingPath(listing),
        })),
    ),
  };
}

/** Removes the street of suggestions whose name and city say which one is meant. */
function keepTellingStreets<S extends SuggestedName>(suggestions: readonly S[]): S[] {
  const keyOf = ({ name, city, state }: SuggestedName): string => `${name}\n${city}\n${state}`.toLowerCase();
  const isAmbiguous = (one: S): boolean => suggestions.some((other) => other !== one && keyOf(other) === keyOf(one));
  return suggestions.map((one) => (isAmbiguous(one) ? one : { ...one, street: null }));
}
