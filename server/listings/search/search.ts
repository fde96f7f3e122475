import { ranking } from '#contract/listings/ranking.ts';
import type { Knex } from 'knex';
import { findZipsNearby, type Place } from '#server/places/places.ts';
import type { Clock } from '#server/clock.ts';
import { findListingsByIds, type ListingRow } from '../queries.ts';
import { explainRank, type Why } from './explain-rank.ts';
import { interpretQuery, type InterpretedQuery, type SearchQuery } from './interpret-query.ts';
import * as sql from './queries-search.ts';
import { findCandidates, type Candidates } from './rare/candidates.ts';
import { findPage, hasQuickTotal } from './result-page.ts';
import { findTopIds, isWide } from './queries-top.ts';
import { chooseOrder, dayNumber } from './rank.ts';

export type { SearchQuery } from './interpret-query.ts';

export type SearchFilters = Omit<SearchQuery, 'page' | 'pageSize'>;

export interface SearchItem extends ListingRow {
  why: Why;
}

export interface SearchResult {
  total: number;
  /** If false, there are at least `total`. */
  totalIsExact: boolean;
  items: SearchItem[];
  /** The places that the location text can mean; several if it is ambiguous. */
  places: Place[];
  service: { id: number; name: string } | null;
}

const TOP_LISTINGS = ranking.topSpots;
/** A smaller result needs no Top 10. */
const FEWEST_RESULTS_WITH_TOP = 10;
/** Top 10 spots are this close to the place, so that none is ahead of a practice that is more than 10 miles closer. */
const TOP_MILES = 10;
const NO_LIMIT = 2_000_000_000;

type FindCandidates = () => Promise<Candidates>;

async function drawTopIds(
  db: Knex,
  { scope, filter }: InterpretedQuery,
  now: Date,
  findRare: FindCandidates,
): Promise<number[]> {
  const zips = await findZipsNearby(db, scope, TOP_MILES);
  const candidates = isWide(scope) && !sql.isUnfiltered(filter) ? await findRare() : null;
  return findTopIds(db, scope, filter, {
    day: dayNumber(now),
    limit: TOP_LISTINGS,
    zips,
    candidates: candidates?.topIds ?? null,
  });
}

export async function searchListings(db: Knex, query: SearchQuery, clock: Clock): Promise<SearchResult> {
  const now = clock.now();
  const interpreted = await interpretQuery(db, query, now);
  if (!('filter' in interpreted))
    return { total: 0, totalIsExact: true, items: [], places: interpreted.places, service: null };
  const { scope, filter, service } = interpreted;
  let candidates: ReturnType<FindCandidates> | undefined;
  const findRare: FindCandidates = () => (candidates ??= findCandidates(db, scope, filter));
  const paidFirst = query.paidFirst ?? true;
  const order = chooseOrder(query.sort, scope);
  const offset = (query.page - 1) * query.pageSize;

  const findPageAfter = async (topIds: readonly number[]) => {
    const topIdsOfPage = topIds.slice(offset, offset + query.pageSize);
    const options = {
      order,
      paidFirst,
      offset: Math.max(0, offset - topIds.length),
      limit: query.pageSize - topIdsOfPage.length,
      total: null,
      skip: topIds,
    };
    const page = await findPage({ db, keys: scope, filter, options, extra: topIds.length }, findRare);
    return { ...page, topIds, ids: [...topIdsOfPage, ...page.ids] };
  };
  const drawTop = () => drawTopIds(db, interpreted, now, findRare);
  /** Draws while the page is found, which then has ten more listings, because some of them may be drawn. */
  const findFirstPage = async () => {
    const options = { order, paidFirst, offset: 0, limit: query.pageSize + TOP_LISTINGS, total: null };
    const [topIds, page] = await Promise.all([
      drawTop(),
      findPage({ db, keys: scope, filter, options, extra: 0 }, findRare),
    ]);
    const shownTop = page.total < FEWEST_RESULTS_WITH_TOP ? [] : topIds;
    const ids = [...shownTop, ...page.ids.filter((id) => !shownTop.includes(id))].slice(0, query.pageSize);
    return { ...page, topIds: shownTop, ids };
  };
  const findPageWithTop = async () => {
    if (offset === 0 && hasQuickTotal(scope, filter)) return findFirstPage();
    const page = await findPageAfter(await drawTop());
    return page.topIds.length > 0 && page.total < FEWEST_RESULTS_WITH_TOP ? findPageAfter([]) : page;
  };
  const showsTop = query.top && paidFirst && order === 'best';
  const page = showsTop ? await findPageWithTop() : await findPageAfter([]);
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
  const interpreted = await interpretQuery(db, { ...query, page: 1, pageSize: 1 }, clock.now());
  if (!('filter' in interpreted)) return [];
  const { scope, filter } = interpreted;
  return sql.findPageIds(db, scope, filter, {
    order: chooseOrder(query.sort, scope),
    paidFirst: query.paidFirst ?? true,
    offset: 0,
    limit,
    total: null,
  });
}
