import type { Knex } from 'knex';
import { languages } from '#contract/languages.ts';
import { cleanText } from '#server/places/location.ts';
import { resolveLocation, type Place, type Scope } from '#server/places/places.ts';
import type { Clock } from '#server/clock.ts';
import { ShortCache } from '#server/db/short-cache.ts';
import { listingsByIds, type ListingRow } from '../queries.ts';
import { namedIds, wordsFor } from './queries-names.ts';
import * as sql from './queries-search.ts';
import { sizes } from './search-thresholds.ts';
import { keptTotal, liveTotal } from './queries-totals.ts';

export interface SearchQuery {
  location?: string | undefined;
  /** A service's name or id; "all" and nothing mean any. */
  service?: string | undefined;
  name?: string | undefined;
  page: number;
  pageSize: number;
  /** Miles around a ZIP code or a city. */
  radius?: number | undefined;
  openNow?: boolean | undefined;
  newPatients?: boolean | undefined;
  insurance?: boolean | undefined;
  emergency?: boolean | undefined;
  wheelchair?: boolean | undefined;
  language?: string | undefined;
  sort?: sql.Order | undefined;
  /** False takes paid placement out of the order. */
  paidFirst?: boolean | undefined;
  /** Puts up to ten Pro Max listings of this search first, others every day. */
  top?: boolean | undefined;
}

export interface Why {
  top: boolean;
  paid: boolean;
  rating: number | null;
  miles: number | null;
  sentence: string;
}

export interface SearchItem extends ListingRow {
  why: Why;
}

export interface SearchResult {
  total: number;
  /** When false there are at least `total`. */
  totalIsExact: boolean;
  items: SearchItem[];
  /** What the location text was understood as; several when it is ambiguous. */
  places: Place[];
  service: { id: number; name: string } | null;
}

/** In order of name a word's listings are walked rank by rank. */
const FEW_WORDS = 20;
const ALL = 2_000_000_000;

const IGNORED = new Set(['dr', 'dr.', 'doctor', 'dds', 'dmd']);

/** The words of a name that have to be found; titles count only when there is nothing else. */
export function nameWords(text: string): string[] {
  const all = cleanText(text).split(' ').filter(Boolean).slice(0, 8);
  const telling = all.filter((word) => !IGNORED.has(word.toLowerCase().replace(/,$/, '')));
  return telling.length > 0 ? telling : all;
}

/** Counts that took a walk: the next page of the same search asks for them again. */
const counts = new ShortCache<number>();
const services = new ShortCache<{ id: number; name: string }>();

async function serviceOf(db: Knex, text: string): Promise<{ id: number; name: string } | undefined> {
  const found = services.get(db, text) ?? (await sql.findService(db, text));
  return found && services.set(db, text, found);
}

function languageBit(text: string): number | null {
  const wanted = cleanText(text).toLowerCase();
  const index = languages.findIndex(([name, ...words]) => name.toLowerCase() === wanted || words.includes(wanted));
  return index === -1 ? null : 1 << (5 + index);
}

interface Understood {
  scope: Scope;
  filter: sql.Filter;
  service: { id: number; name: string } | null;
}

/** Null when something was asked for that does not exist: there are no results then. */
async function understand(db: Knex, query: SearchQuery, now: Date): Promise<Understood | { places: Place[] }> {
  const serviceText = cleanText(query.service ?? '');
  const [scope, service, schedules] = await Promise.all([
    resolveLocation(db, query.location ?? '', query.radius),
    serviceText === '' || serviceText.toLowerCase() === 'all' ? null : serviceOf(db, serviceText),
    query.openNow ? sql.openSchedules(db, now) : null,
  ]);
  const nothing = { places: scope.places };
  if (service === undefined) return nothing;
  let flags =
    (query.newPatients ? 1 : 0) | (query.insurance ? 2 : 0) | (query.emergency ? 4 : 0) | (query.wheelchair ? 8 : 0);
  if (query.language?.trim()) {
    const bit = languageBit(query.language);
    if (bit === null) return nothing;
    flags |= bit;
  }
  const empty =
    !scope.everywhere && scope.states.length + scope.cities.length + scope.zip3s.length + scope.zips.length === 0;
  if (empty) return nothing;
  return {
    scope,
    service,
    filter: {
      serviceId: service?.id ?? null,
      flags,
      schedules,
      words: nameWords(query.name ?? ''),
    },
  };
}

export async function searchListings(db: Knex, query: SearchQuery, clock: Clock): Promise<SearchResult> {
  const now = clock.now();
  const understood = await understand(db, query, now);
  if (!('filter' in understood))
    return { total: 0, totalIsExact: true, items: [], places: understood.places, service: null };
  const { scope, filter, service } = understood;
  const paidFirst = query.paidFirst ?? true;
  let order = query.sort ?? 'best';
  if (order === 'distance' && scope.miles === null) order = 'best';
  const offset = (query.page - 1) * query.pageSize;

  const top = query.top && paidFirst && order === 'best' ? await sql.topIds(db, scope, filter, turnOf(now), 10) : [];
  const shownTop = top.slice(offset, offset + query.pageSize);
  const options: sql.PageOptions = {
    order,
    paidFirst,
    offset: Math.max(0, offset - top.length),
    limit: query.pageSize - shownTop.length,
    total: null,
    skip: top,
  };
  const found = await findIds(db, scope, filter, options, top.length);
  const listings = await listingsByIds(db, [...shownTop, ...found.ids]);
  const topSet = new Set(top);
  const milesOf = scope.miles === null ? null : new Map(scope.zips.map((zip, index) => [zip, scope.miles![index]!]));
  const whyNot = { order, paidFirst };
  return {
    total: found.total,
    totalIsExact: found.exact,
    items: listings.map((listing) => ({ ...listing, why: whyOf(listing, topSet.has(listing.id), milesOf, whyNot) })),
    places: scope.places,
    service,
  };
}

/** Every id that matches, in order; the wide rows are the caller's to fetch in slices. */
export async function searchAllIds(
  db: Knex,
  query: Omit<SearchQuery, 'page' | 'pageSize'>,
  clock: Clock,
): Promise<number[]> {
  const understood = await understand(db, { ...query, page: 1, pageSize: 1 }, clock.now());
  if (!('filter' in understood)) return [];
  const { scope, filter } = understood;
  const order = query.sort === 'distance' && scope.miles === null ? 'best' : (query.sort ?? 'best');
  return sql.pageIds(db, scope, filter, {
    order,
    paidFirst: query.paidFirst ?? true,
    offset: 0,
    limit: ALL,
    total: null,
  });
}

interface Found {
  ids: number[];
  total: number;
  exact: boolean;
}

/** Totals include the `extra` listings that the page skips because they stand before it. */
async function findIds(
  db: Knex,
  scope: Scope,
  filter: sql.Filter,
  options: sql.PageOptions,
  extra: number,
): Promise<Found> {
  const page = (total: number | null): Promise<number[]> =>
    sql.pageIds(db, scope, filter, { ...options, total: total === null ? null : total - extra });
  const near = options.offset <= sizes.deep;
  const counted = async (total: sql.Sql, most = ALL): Promise<Found> => {
    if (near) {
      const found = await sql.countedPage(db, scope, filter, options, total, { most, extra });
      return { ids: found.ids, total: Math.min(found.total, most), exact: found.total <= most };
    }
    const found = await sql.totalOf(db, total);
    return found > most
      ? { ids: await page(null), total: most, exact: false }
      : { ids: await page(found), total: found, exact: true };
  };
  const kept = keptTotal(scope, filter);
  if (kept) return counted(kept);
  const { size, telling } = await wordsFor(db, scope, filter.words);
  if (telling && size > sizes.tiny && options.order !== 'distance') {
    if (options.order !== 'name' || telling.words.length <= FEW_WORDS) {
      // So far down, one walk is shorter than one along each word.
      const far = options.offset > sizes.counted;
      const wanted = far ? { ...options, offset: 0, limit: 0 } : options;
      const { ids, total, whole } = await namedIds(db, scope, filter, telling, wanted, sizes.counted);
      if (whole) return { ids, total: total + extra, exact: true };
      const least = Math.min(total, sizes.counted);
      return { ids: far ? await page(null) : ids, total: least, exact: false };
    }
  }
  const live = liveTotal(scope, filter, sizes.counted);
  if (size <= sizes.small) return counted(live, sizes.counted);
  const key = JSON.stringify([scope, filter]);
  const known = counts.get(db, key);
  if (known === undefined) {
    const found = await counted(live, sizes.counted);
    counts.set(db, key, found.exact ? found.total : sizes.counted + 1);
    return found;
  }
  const exact = known <= sizes.counted;
  return { ids: await page(null), total: Math.min(known, sizes.counted), exact };
}

/** A number from 0 to 1 that is another every day and the same all day, everywhere. */
function turnOf(now: Date): number {
  const day = Math.floor(now.getTime() / 86_400_000);
  return (day * 0.618_033_988_749_895) % 1;
}

function whyOf(
  listing: ListingRow,
  top: boolean,
  milesOf: ReadonlyMap<string, number> | null,
  { order, paidFirst }: { order: sql.Order; paidFirst: boolean },
): Why {
  const miles = milesOf?.get(listing.zipCode?.trim().slice(0, 5) ?? '') ?? null;
  const rated = listing.rating === null ? 'it has no rating yet' : `its rating is ${listing.rating.toFixed(1)}`;
  let sentence: string;
  if (top) sentence = 'Top 10: a Pro Max practice that matches this search. These places rotate every day.';
  else if (order === 'name') sentence = 'Results are in order of name. Payment played no part.';
  else if (order === 'distance')
    sentence = `About ${Math.round(miles ?? 0)} miles away, measured between ZIP codes. Results are in order of distance.`;
  else if (order === 'rating' || !paidFirst) sentence = `Placed by rating: ${rated}. Payment played no part.`;
  else if (listing.isPaid) sentence = `A paying practice, listed before unpaid ones; among those, ${rated}.`;
  else sentence = `Placed after paying practices; among the others, ${rated}.`;
  return { top, paid: listing.isPaid, rating: listing.rating, miles, sentence };
}
