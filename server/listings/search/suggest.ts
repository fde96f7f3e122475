import type { Knex } from 'knex';
import { listingPath } from '#contract/listing-path.ts';
import { findState, stateSlug, usStates } from '#contract/states.ts';
import { cleanText } from '#server/places/location.ts';
import { findCitiesLike, type Place } from '#server/places/places.ts';
import type { NamedRow } from '../queries.ts';
import { nameWords } from './name-words.ts';
import { findIdsByName, findNameWords } from './queries-names.ts';
import { findServicesLike, findSuggestedListings } from './queries-suggest.ts';

export interface Suggestions {
  places: Place[];
  services: NamedRow[];
  dentists: { id: number; name: string; city: string | null; state: string | null; path: string }[];
}

const MAX_STATES = 2;
const MAX_CITIES = 5;
const MAX_PLACES = 6;
const MAX_DENTISTS = 5;
/** Only this many listings with the typed letters are compared, so any text is fast. */
const MAX_COMPARED = 300;

/** Places, services, and dentists for the letters typed so far. */
export async function findSuggestions(db: Knex, typedText: string): Promise<Suggestions> {
  const text = cleanText(typedText);
  if (text.length < 2) return { places: [], services: [], dentists: [] };
  const lowerText = text.toLowerCase();
  const states = usStates
    .filter((state) => state.name.toLowerCase().startsWith(lowerText) || state.code.toLowerCase() === lowerText)
    .slice(0, MAX_STATES);
  const [cityText, stateText] = lowerText.split(',').map((part) => part.trim());
  const stateCode = stateText ? findState(stateText)?.code : undefined;
  const [cities, services, dentists] = await Promise.all([
    /\d/.test(text) ? [] : findCitiesLike(db, cityText ?? '', stateCode ?? null, MAX_CITIES),
    findServicesLike(db, text),
    text.length < 3 ? [] : findDentistsByName(db, text),
  ]);
  return {
    places: [
      ...states.map((state): Place => ({
        kind: 'state',
        label: state.name,
        state: state.code,
        city: null,
        slug: stateSlug(state),
      })),
      ...cities.map((city): Place => ({
        kind: 'city',
        label: `${city.name}, ${city.state}`,
        state: city.state,
        city: city.name,
        slug: city.slug,
      })),
    ].slice(0, MAX_PLACES),
    services,
    dentists,
  };
}

const wholeDirectory = { everywhere: true, states: [], cities: [], zip3s: [], zips: [], miles: null };

async function findDentistsByName(db: Knex, text: string): Promise<Suggestions['dentists']> {
  const filter = { serviceId: null, flags: 0, schedules: null, words: nameWords(text) };
  const { nameWords: storedWords } = await findNameWords(db, wholeDirectory, filter.words);
  if (!storedWords) return [];
  const options = { order: 'best', paidFirst: true, offset: 0, limit: MAX_DENTISTS, total: null } as const;
  const { ids } = await findIdsByName(db, wholeDirectory, filter, storedWords, options, MAX_COMPARED);
  const listings = await findSuggestedListings(db, ids);
  return listings.map((listing) => ({
    id: listing.id,
    name: listing.name,
    city: listing.city,
    state: listing.state,
    path: listingPath(listing),
  }));
}
