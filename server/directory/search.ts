import { ranking } from '#contract/listings/ranking.ts';
import type { Knex } from 'knex';
import type { Clock } from '#server/clock.ts';
import { findListingsByIds, type ListingRow } from '#server/listings/listings.ts';
import { findZipsNearby, type Place } from '#server/places/places.ts';
import { explainRank, type Why } from './explain-rank.ts';
import { findPage, findPageWithTop } from './find-page.ts';
import { interpretQuery, type SearchFilters, type SearchQuery } from './query.ts';
import { drawTopIds, findAllMatches } from './queries-find.ts';
import { chooseOrder, dayNumber } from './rank.ts';

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
}

const TOP_LISTINGS = ranking.topSpots;
/** Top 10 spots are this close to the place, so that none is ahead of a practice that is more than 10 miles closer. */
const TOP_MILES = 10;
const NO_LIMIT = 2_000_000_000;

export async function searchListings(db: Knex, query: SearchQuery, clock: Clock): Promise<SearchResult> {
  const now = clock.now();
  const interpreted = await interpretQuery(db, query, now);
  if (!('filter' in interpreted))
    return { total: 0, totalIsExact: true, items: [], places: interpreted.places, service: null };
  const { scope, filter, service } = interpreted;
  const paidFirst = query.paidFirst ?? true;
  const order = chooseOrder(query.sort, scope);
  const offset = (query.page - 1) * query.pageSize;

  const findPageAfter = async (topIds: readonly number[], isMany: boolean) => {
    const topIdsOfPage = topIds.slice(offset, offset + query.pageSize);
    const options = {
      order,
      paidFirst,
      offset: Math.max(0, offset - topIds.length),
      limit: query.pageSize - topIdsOfPage.length,
      skip: topIds,
    };
    const page = await findPage({ db, keys: scope, filter, options, extra: topIds.length, isMany });
    return { ...page, topIds, ids: [...topIdsOfPage, ...page.ids] };
  };
  const findPageAndTop = async () => {
    const draw = { day: dayNumber(now), limit: TOP_LISTINGS, zips: await findZipsNearby(db, scope, TOP_MILES) };
    const options = { order, paidFirst, offset, limit: query.pageSize };
    const found = await findPageWithTop({ db, keys: scope, filter, options }, draw);
    if (found !== null && found !== 'many') return found;
    const page = await findPageAfter(await drawTopIds(db, scope, filter, draw), found === 'many');
    // A smaller result needs no Top 10.
    return page.topIds.length > 0 && page.total < TOP_LISTINGS ? findPageAfter([], false) : page;
  };
  const showsTop = query.top && paidFirst && order === 'best';
  const page = await (showsTop ? findPageAndTop() : findPageAfter([], false));
  const { topIds } = page;
  const listings = await findListingsByIds(db, page.ids);
  const milesByZip = new Map(scope.miles?.map((miles, index) => [scope.zips[index]!, miles]));
  return {
    total: page.total,
    totalIsExact: page.exact,
    items: listings.map((listing) => ({
      ...listing,
      why: explainRank(listing, {
        order,
        paidFirst,
        isTop: topIds.includes(listing.id),
        miles: milesByZip.get(listing.zipCode?.trim().slice(0, 5) ?? '') ?? null,
      }),
    })),
    places: scope.places,
    service,
  };
}

/** True if the search returns the whole directory in its usual order. */
export const isUnfiltered = ({ service, sort = 'best', paidFirst = true, ...filters }: SearchFilters): boolean =>
  (!service?.trim() || service.trim().toLowerCase() === 'all') &&
  sort === 'best' &&
  paidFirst &&
  Object.values(filters).every((value) => !value || String(value).trim() === '');

/** The ids of all matching listings, in order. The caller reads the listings in slices. */
export async function searchAllIds(db: Knex, query: SearchFilters, clock: Clock, limit = NO_LIMIT): Promise<number[]> {
  const interpreted = await interpretQuery(db, query, clock.now());
  if (!('filter' in interpreted)) return [];
  const { scope, filter } = interpreted;
  const order = chooseOrder(query.sort, scope);
  return findAllMatches(db, scope, filter, { order, paidFirst: query.paidFirst ?? true, offset: 0, limit });
}
