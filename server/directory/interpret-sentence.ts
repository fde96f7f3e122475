import type { Knex } from 'knex';
import { featureFilterNames } from '#shared/listings/feature-filters.ts';
import type { Clock } from '#server/base/clock.ts';
import { cleanText } from '#server/places/location.ts';
import { resolveLocation } from '#server/places/places.ts';
import { findCountedServices, findGrammar } from './directory-words.ts';
import { findSimilarNames } from './did-you-mean.ts';
import { findIdsByPhone, findMatchRows } from './queries-practice-finder.ts';
import * as sql from './queries-suggest.ts';
import { searchListings } from './search.ts';
import { readSentence } from './sentence/read-sentence.ts';
import type { Reading } from './sentence/reading.ts';

/** Query parameters of the directory. */
type SearchParams = Record<string, string>;

/** Reads a text as filters. A text that is exactly the name of a practice asks for that practice. */
export async function interpretSentence(db: Knex, text: string, clock: Clock): Promise<SearchParams> {
  const sentence = cleanText(text);
  if (sentence === '') return {};
  const [grammar, isPracticeName] = await Promise.all([findGrammar(db, clock), sql.isPracticeName(db, sentence)]);
  if (isPracticeName && sentence.includes(' ')) return { name: sentence };
  const reading = readSentence(sentence, grammar);
  const params = toParams(reading, await findCountedServices(db));
  if (reading.rest === '') return params;
  const practice = await findPracticeByPhone(db, reading.rest);
  if (practice) return practice;
  const isNameOnly = Object.keys(params).every((name) => name === 'location');
  const name = isNameOnly ? await findName(db, reading.rest, params.location, clock) : null;
  return name === null ? { ...params, lead: reading.rest } : { ...params, name };
}

/** The name and place of the listing with this phone number. */
async function findPracticeByPhone(db: Knex, text: string): Promise<SearchParams | null> {
  const digits = text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  if (digits.length !== 10) return null;
  const [found] = await findMatchRows(db, await findIdsByPhone(db, digits, 1), null);
  if (!found) return null;
  const params: SearchParams = { name: found.name };
  if (found.city && found.state) params.location = `${found.city}, ${found.state}`;
  return params;
}

/** The text as a name that listings in this place have, also if it is misspelled. Null if none has it. */
async function findName(db: Knex, text: string, location: string | undefined, clock: Clock): Promise<string | null> {
  const isListed = async (name: string): Promise<boolean> =>
    (await searchListings(db, { name, location, page: 1, pageSize: 1 }, clock)).total > 0;
  if (await isListed(text)) return text;
  for (const name of await findSimilarNames(db, text)) if (await isListed(name)) return name;
  return null;
}

/** Reads a text in the location field as filters. Null if it is a place, or nothing that we know. */
export async function interpretLocation(db: Knex, text: string, clock: Clock): Promise<SearchParams | null> {
  const location = cleanText(text);
  if (location === '') return null;
  if (await isCityLabel(db, location)) return null;
  const params = await interpretSentence(db, location, clock);
  const names = Object.keys(params);
  if (names.some((name) => !['location', 'name', 'lead'].includes(name))) return params;
  const { places } = await resolveLocation(db, location);
  if (places.length > 0) return null;
  return params.lead !== undefined && params.location === undefined ? null : params;
}

/** Links name a city with its state, such as “Austin, TX,” which means nothing else. */
async function isCityLabel(db: Knex, text: string): Promise<boolean> {
  if (!/, [A-Z]{2}$/.test(text)) return false;
  const { places } = await resolveLocation(db, text);
  return places.some(({ kind, label }) => kind === 'city' && label === text);
}

function toParams(reading: Reading, services: readonly { id: number; name: string }[]): SearchParams {
  const { location, radius, plans, openOn, language, gender, maxPrice, minRating, minReviews, sort, openAt } = reading;
  const params: SearchParams = {};
  const set = (name: string, value: string | number | null): void => {
    if (value !== null && value !== '') params[name] = String(value);
  };
  set('location', location);
  if (reading.services.length === 1) set('service', reading.services[0]!);
  else
    set(
      'services',
      services
        .filter(({ name }) => reading.services.includes(name))
        .map(({ id }) => id)
        .join(','),
    );
  if (location !== '') set('radius', radius);
  set('plan', plans.join(','));
  set('openOn', openOn.join(','));
  for (const flag of ['evening', 'openNow', ...featureFilterNames] as const) if (reading[flag]) params[flag] = '1';
  set('openAt', openAt);
  set('language', language);
  set('gender', gender);
  set('maxPrice', maxPrice);
  set('minRating', minRating);
  set('minReviews', minReviews);
  if (reading.nearMe && location === '') params.nearMe = '1';
  // Distances are known around a place, within a radius.
  if (sort === 'distance' && location !== '') {
    params.sort = sort;
    params.radius ??= '25';
  } else if (sort !== 'distance') set('sort', sort);
  return params;
}
