import type { Knex } from 'knex';
import type { Clock } from '#server/base/clock.ts';
import { findListingsByIds, type ListingRow } from '#server/listings/listings.ts';
import type { Place, Scope } from '#server/places/places.ts';
import { explainRank, type Why } from './explain-rank.ts';
import { findLead, findPageWithLead, type Lead } from './find-lead.ts';
import { findPage } from './find-page.ts';
import { findPageWithSponsored } from './find-sponsored.ts';
import { interpretQuery, type SearchFilters, type SearchQuery } from './query.ts';
import { findAllMatches } from './queries-find.ts';
import { chooseOrder } from './rank.ts';

export type { SearchFilters, SearchQuery } from './query.ts';

export interface SearchItem extends ListingRow {
  why: Why;
}

export interface SearchResult {
  total: number;
  /** If false, there are more than `total`. */
  totalIsExact: boolean;
  items: SearchItem[];
  /** The places that the location text can mean; several if it is ambiguous. */
  places: Place[];
  service: { id: number; name: string } | null;
  /** The words of `lead`: those that put listings first, and those that no listing has. */
  lead?: Pick<Lead, 'used' | 'unused'> | undefined;
}

const NO_LIMIT = 2_000_000_000;

export async function searchListings(
  db: Knex,
  query: SearchQuery,
  clock: Clock,
  interpreting = interpretQuery(db, query, clock.now()),
): Promise<SearchResult> {
  const now = clock.now();
  const interpreted = await interpreting;
  if (!('filter' in interpreted))
    return { total: 0, totalIsExact: true, items: [], places: interpreted.places, service: null };
  const { scope, filter, service } = interpreted;
  const order = chooseOrder(query.sort, scope);
  const options = { order, offset: (query.page - 1) * query.pageSize, limit: query.pageSize };
  const search = { db, keys: scope, filter, options };
  const lead = query.lead ? await findLead(db, scope, filter, query.lead) : null;
  const showsSponsored = Boolean(query.top) && query.paidFirst !== false && order === 'best' && !lead?.ids.length;
  const page = showsSponsored
    ? await findPageWithSponsored(search, scope, now)
    : {
        ...(lead?.ids.length ? await findPageWithLead(search, lead.ids) : await findPage({ ...search, extra: 0 })),
        drawnIds: [],
        sponsoredIds: [],
      };
  const listings = await findListingsByIds(db, page.ids);
  const milesTo = readMiles(scope);
  return {
    total: page.total,
    totalIsExact: page.exact,
    items: listings.map((listing) => ({
      ...listing,
      why: explainRank(listing, {
        order,
        isLead: lead?.ids.includes(listing.id) ?? false,
        isSponsored: page.sponsoredIds.includes(listing.id),
        isAfterSponsored: showsSponsored && !page.drawnIds.includes(listing.id),
        miles: milesTo(listing),
      }),
    })),
    places: scope.places,
    service,
    ...(lead && { lead: { used: lead.used, unused: lead.unused } }),
  };
}

/** The miles from the center of a search to a listing, or null if it isn't around a place. */
export function readMiles({ miles, zips }: Scope): (listing: ListingRow) => number | null {
  const byZip = new Map(miles?.map((away, index) => [zips[index]!, away]));
  return ({ zipCode }) => byZip.get(zipCode?.trim().slice(0, 5) ?? '') ?? null;
}

/** True if the search returns the whole directory in its usual order. */
export const isUnfiltered = ({ service, sort = 'best', paidFirst: _, ...filters }: SearchFilters): boolean =>
  (!service?.trim() || service.trim().toLowerCase() === 'all') &&
  sort === 'best' &&
  Object.values(filters).every((value) => !value || String(value).trim() === '');

/** The ids of all matching listings, in order. The caller reads the listings in slices. */
export async function searchAllIds(db: Knex, query: SearchFilters, clock: Clock, limit = NO_LIMIT): Promise<number[]> {
  const interpreted = await interpretQuery(db, query, clock.now());
  if (!('filter' in interpreted)) return [];
  const { scope, filter } = interpreted;
  const order = chooseOrder(query.sort, scope);
  return findAllMatches(db, scope, filter, { order, offset: 0, limit });
}
