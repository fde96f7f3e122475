import type { Knex } from 'knex';
import { listingPath } from '#contract/listings.ts';
import { findState, stateSlug, usStates } from '#contract/states.ts';
import { cleanText } from '#server/places/location.ts';
import { findCities, untilChange, type Place } from '#server/places/places.ts';
import * as sql from './queries.ts';
import { findMergeTarget } from './admin/queries-admin.ts';
import { findIdsByName, findNameWords } from './search/queries-names.ts';
import { nameWords } from './search/search.ts';

export type { ListingRow } from './queries.ts';
export {
  findListingsByIds as listingsByIds,
  listPracticeTypes as practiceTypes,
  listServices as services,
} from './queries.ts';

export async function findListing(db: Knex, id: number): Promise<sql.ListingRow | undefined> {
  const found = (await sql.findListingsByIds(db, [id]))[0];
  if (found) return found;
  // A duplicate that was merged leads to the listing that was kept.
  const kept = await findMergeTarget(db, id);
  return kept === undefined ? undefined : (await sql.findListingsByIds(db, [kept]))[0];
}

export interface ListingAtAddress {
  listing: sql.ListingRow;
  /** Where it is now. Another address than the one asked for is to be redirected here. */
  path: string;
  moved: boolean;
}

/** A listing by the address of its page, however its parts are cased or hyphenated; former addresses lead to the present one. */
export async function findListingBySlug(
  db: Knex,
  state: string,
  city: string,
  slug: string,
): Promise<ListingAtAddress | undefined> {
  const known = findState(cleanText(state));
  if (!known) return undefined;
  const address = await sql.findAddress(db, known.code, cleanText(city).replaceAll('-', ' '), cleanText(slug));
  if (!address) return undefined;
  const listing = await findListing(db, address.id);
  return listing && { listing, path: listingPath(listing), moved: address.moved };
}

export interface Suggestions {
  places: Place[];
  services: sql.NamedRow[];
  dentists: { id: number; name: string; city: string | null; state: string | null; path: string }[];
}

/** What a few typed letters may become. */
export async function findSuggestions(db: Knex, raw: string): Promise<Suggestions> {
  const text = cleanText(raw);
  if (text.length < 2) return { places: [], services: [], dentists: [] };
  const low = text.toLowerCase();
  const states = usStates
    .filter((state) => state.name.toLowerCase().startsWith(low) || state.code.toLowerCase() === low)
    .slice(0, 2);
  const [cityText, stateText] = low.split(',').map((part) => part.trim());
  const within = stateText ? findState(stateText)?.code : undefined;
  const [cities, services, dentists] = await Promise.all([
    /\d/.test(text) ? [] : findCities(db, cityText ?? '', within ?? null, 5),
    sql.findServicesLike(db, text),
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
    ].slice(0, 6),
    services,
    dentists,
  };
}

const WHOLE_DIRECTORY = { everywhere: true, states: [], cities: [], zip3s: [], zips: [], miles: null };

/** The best of the first few hundred that carry the letters: quick for any text, and good enough while typing. */
async function findDentistsByName(db: Knex, text: string): Promise<Suggestions['dentists']> {
  const filter = { serviceId: null, flags: 0, schedules: null, words: nameWords(text) };
  const { telling } = await findNameWords(db, WHOLE_DIRECTORY, filter.words);
  const options = { order: 'best', paidFirst: true, offset: 0, limit: 5, total: null } as const;
  const { ids } = await findIdsByName(db, WHOLE_DIRECTORY, filter, telling ?? { words: [], rest: [] }, options, 300);
  const found = await sql.findSuggestedListings(db, ids);
  return found.map((one) => ({ id: one.id, name: one.name, city: one.city, state: one.state, path: listingPath(one) }));
}

/** Every listing in the directory's usual order, a slice at a time. */
export async function* streamDirectory(db: Knex, slice = 1_000): AsyncGenerator<sql.ListingRow[]> {
  let after: sql.Cursor | null = null;
  for (;;) {
    const found: (sql.ListingRow & sql.Cursor)[] = await sql.findListingsAfter(db, after, slice);
    const last = found.at(-1);
    if (!last) return;
    yield found.map(({ rank: _rank, nameNorm: _nameNorm, ...listing }) => listing);
    if (found.length < slice) return;
    after = { rank: last.rank, nameNorm: last.nameNorm, id: last.id };
  }
}

export async function* streamListings(
  db: Knex,
  ids: readonly number[],
  slice = 1_000,
): AsyncGenerator<sql.ListingRow[]> {
  for (let from = 0; from < ids.length; from += slice) yield sql.findListingsByIds(db, ids.slice(from, from + slice));
}

export async function* streamPractices(db: Knex, slice = 2_000): AsyncGenerator<sql.PracticeRow[]> {
  for (let after = 0; ;) {
    const found = await sql.findPracticesAfter(db, after, slice);
    if (found.length > 0) yield found;
    if (found.length < slice) return;
    after = found.at(-1)!.id;
  }
}

export async function findPracticesPage(
  db: Knex,
  name: string,
  page: number,
  pageSize: number,
): Promise<{ items: sql.PracticeRow[]; total: number }> {
  const text = cleanText(name);
  return {
    items: await sql.findPracticesByName(db, text, (page - 1) * pageSize, pageSize),
    total: await sql.countPractices(db, text),
  };
}

export interface SitemapEntry {
  path: string;
  updatedAt: Date;
}

/** A slice of the sitemap: the pages of listings whose id comes after the one given. */
export async function findSitemapSlice(
  db: Knex,
  afterId: number,
  limit = 50_000,
): Promise<{ entries: SitemapEntry[]; lastId: number | null }> {
  const found = await sql.findAddressesAfter(db, afterId, limit);
  return {
    entries: found.map((one) => ({ path: listingPath(one), updatedAt: one.updatedAt })),
    lastId: found.length === limit ? found.at(-1)!.id : null,
  };
}

/** Where each slice of the sitemap begins. */
export const findSitemapStarts = (db: Knex): Promise<number[]> =>
  untilChange(db, 'sitemap', () => sql.findSitemapStarts(db));
