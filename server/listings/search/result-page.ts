import type { Knex } from 'knex';
import { ShortCache } from '#server/db/short-cache.ts';
import type { Candidates } from './rare/candidates.ts';
import { findMatches } from './rare/queries-bits.ts';
import { countKeys, coversWholeStates, type Filter, type Keys, type Sql } from './queries-conditions.ts';
import { findPageByName, findScopeFacts, type NameWords, type ScopeFacts } from './queries-names.ts';
import * as sql from './queries-search.ts';
import { partialTotalSql, storedTotalSql } from './queries-totals.ts';
import type { PageOptions } from './queries-walk.ts';
import { chooseReading, type Reading } from './reading-cost.ts';
import { searchThresholds } from './search-thresholds.ts';
import { countZipsWith } from './zip-counts.ts';

/** A search without other filters reads this many places in one statement. */
const FEW_PLACES = 20;

/** Counts that took long, because the next page of the same search needs them again. */
const slowCounts = new ShortCache<number>('search-totals');

const toCacheKey = (keys: Keys, filter: Filter): string =>
  JSON.stringify([keys, filter], (name, value: unknown) =>
    // The key already has the schedules that are open at that time.
    name === 'openAt' ? undefined : typeof value === 'bigint' ? value.toString() : value,
  );

export interface ResultPage {
  ids: number[];
  total: number;
  exact: boolean;
}

/** A search that was looked up, and the page of it to find. */
interface Lookup {
  db: Knex;
  keys: Keys;
  filter: Filter;
  options: PageOptions;
  /** The listings that are shown before this page, which a total includes. */
  extra: number;
}
interface MeasuredLookup extends Lookup {
  facts: ScopeFacts;
}

/** True if one statement finds the total and a page soon, however many listings match. */
const isSmallSearch = (keys: Keys, filter: Filter): boolean =>
  sql.isUnfiltered(filter)
    ? countKeys(keys) <= FEW_PLACES
    : countKeys(keys) === 1 && keys.cities.length + keys.zips.length === 1;

/** True if the total is stored, and one statement finds it with the first page. */
export const hasQuickTotal = (keys: Keys, filter: Filter): boolean =>
  isSmallSearch(keys, filter) && storedTotalSql(keys, filter) !== null;

/** Finds a page and its total, in the way that is cheapest for this search. */
export async function findPage(lookup: Lookup, findCandidates: () => Promise<Candidates>): Promise<ResultPage> {
  const { db, keys, filter, options, extra } = lookup;
  const storedTotal = storedTotalSql(keys, filter);
  if (storedTotal && isSmallSearch(keys, filter)) return findStoredPage(lookup, storedTotal);
  const [facts, nearestIds] = await Promise.all([
    findScopeFacts(db, keys, filter.words, storedTotal),
    storedTotal && findNearestIds(lookup),
  ]);
  const measured = { ...lookup, facts };
  const { size, nameWords, total } = facts;
  if (total !== null && nearestIds) return { ids: nearestIds, total, exact: true };
  if (total !== null && (size <= searchThresholds.bitmapped || !readsMuch(measured, total)))
    return { ids: await findIds(measured, total, total), total, exact: true };

  const isNamed = nameWords !== null && size > searchThresholds.tiny && options.order !== 'distance';
  if (isNamed && nameWords.words.length <= searchThresholds.fewWords) return findNamedPage(measured, nameWords);
  const isByState = coversWholeStates(keys);
  // An area of this size is read in full soon enough, and the bitmaps never tell its exact total.
  const largeEnough = isByState ? searchThresholds.bitmapped : searchThresholds.examined;
  const candidates = size > largeEnough ? await findCandidates() : null;
  if (candidates?.ids && isCheaperByIds(measured, candidates))
    return pickPage(await findMatches(db, keys, filter, candidates.ids, options), options, extra);
  const exactTotal = total ?? (candidates && (await countExactly(measured, candidates)));
  if (exactTotal !== null)
    return { ids: await findIds(measured, exactTotal, exactTotal), total: exactTotal, exact: true };
  if (isNamed) return findNamedPage(measured, nameWords);
  if (size <= searchThresholds.examined) return findWholePage(measured);
  const estimate = candidates?.estimate ?? null;
  const matches =
    estimate === null || isByState
      ? (estimate ?? size)
      : (estimate * size) / (candidates?.regionSize ?? facts.directorySize);
  return findBoundedPage(measured, matches, candidates?.least ?? null);
}

/** False if reading in order finds the page sooner than reading all candidates. */
function isCheaperByIds(lookup: MeasuredLookup, { ids, least, unsureIds }: Candidates): boolean {
  if (ids === null) return false;
  const cost = ids.length * searchThresholds.perCandidate;
  // The bitmaps tell the exact total, so the page is all that is left to find.
  if (least !== null && unsureIds?.length === 0)
    return cost < chooseReading(toReading(lookup, least, least), lookup.options).cost;
  return ids.length <= searchThresholds.candidates || cost < lookup.facts.size;
}

/** The number of results, if the bitmaps leave few listings to check. */
async function countExactly({ db, keys, filter }: Lookup, { least, unsureIds }: Candidates): Promise<number | null> {
  if (least === null || unsureIds === null) return null;
  if (unsureIds.length === 0) return least;
  return least + (await findMatches(db, keys, filter, unsureIds, { order: 'best', paidFirst: true })).length;
}

/** Describes how far a page of about `matches` results reads. With an exact total it is read from the nearer end. */
function toReading({ keys, options, facts }: MeasuredLookup, matches: number, total: number | null): Reading {
  const { offset, limit } = options;
  const reach = total === null ? offset + limit : Math.max(limit, Math.min(offset + limit, total - offset));
  return { ...facts, matches, places: countKeys(keys), reach };
}

const readsMuch = (lookup: MeasuredLookup, total: number): boolean =>
  total > 0 && chooseReading(toReading(lookup, total, total), lookup.options).cost > searchThresholds.walked;

/** Finds a page of about this many matches. */
function findIds(lookup: MeasuredLookup, matches: number, total: number | null): Promise<number[]> {
  const { db, keys, filter, options, extra } = lookup;
  return sql.findPageIds(db, keys, filter, {
    ...options,
    total: total === null ? null : total - extra,
    isAcrossPlaces: chooseReading(toReading(lookup, matches, total), options).isAcrossPlaces,
    matches,
  });
}

/** Finds a stored total and the page. */
async function findStoredPage(lookup: Lookup, storedTotal: Sql): Promise<ResultPage> {
  const { db, keys, filter, options, extra } = lookup;
  if (options.offset <= searchThresholds.deep) {
    const page = await sql.findPageWithTotal(db, keys, filter, options, storedTotal, extra);
    return { ...page, exact: true };
  }
  const total = await sql.countTotal(db, storedTotal);
  return { ids: await sql.findPageIds(db, keys, filter, { ...options, total: total - extra }), total, exact: true };
}

async function findNamedPage(lookup: MeasuredLookup, nameWords: NameWords): Promise<ResultPage> {
  const { db, keys, filter, options, extra } = lookup;
  const most = searchThresholds.counted;
  const page = await findPageByName(db, keys, filter, nameWords, options, most);
  if (page.isWhole) return { ids: page.ids ?? [], total: page.total + extra, exact: true };
  return {
    ids: page.ids ?? (await findIds(lookup, page.total, null)),
    total: Math.min(page.total, most),
    exact: false,
  };
}

/** Reads all listings of a small scope. */
async function findWholePage(lookup: MeasuredLookup): Promise<ResultPage> {
  const { db, keys, filter, options, extra } = lookup;
  const most = searchThresholds.counted;
  const page = await sql.findPageInOnePass(db, keys, filter, options, most);
  const isExact = page.total <= most;
  return {
    ids: page.ids ?? (await findIds(lookup, page.total, null)),
    total: isExact ? page.total + extra : most,
    exact: isExact,
  };
}

/**
 * The first page of an order by distance, from the nearest ZIP codes that should have enough matches. Null if they don't, or if
 * there are few ZIP codes.
 */
async function findNearestIds({ db, keys, filter, options }: Lookup): Promise<number[] | null> {
  const { zips, miles } = keys;
  const { order, offset, limit } = options;
  if (order !== 'distance' || !miles || zips.length <= FEW_PLACES || zips.length < countKeys(keys)) return null;
  const count = await countZipsWith(db, zips, (offset + limit) * searchThresholds.perMatch);
  // ZIP codes that are equally far away stay together, because their listings are sorted by rank.
  const end = miles.findIndex((distance, index) => index >= count && distance > miles[index - 1]!);
  if (end === -1) return null;
  const nearest = { ...keys, zips: zips.slice(0, end), miles: miles.slice(0, end) };
  const ids = await sql.findPageIds(db, nearest, filter, options);
  return ids.length === limit ? ids : null;
}

const pickPage = (ids: number[], { offset, limit }: PageOptions, extra: number): ResultPage => ({
  ids: ids.slice(offset, offset + limit),
  total: ids.length + extra,
  exact: true,
});

/**
 * A page of a search without a stored count, in a large scope. Its total is exact if the page reaches the last result.
 * Otherwise there are at least as many results as the bitmaps tell, or else as are among the first listings, and as many as up to
 * this page and the next one.
 */
async function findBoundedPage(lookup: MeasuredLookup, matches: number, least: number | null): Promise<ResultPage> {
  const { db, keys, filter, options, extra } = lookup;
  const { offset, limit } = options;
  const cacheKey = toCacheKey(keys, filter);
  const { isAcrossPlaces } = chooseReading(toReading(lookup, matches, null), options);
  const [found, counted] = await Promise.all([
    sql.findPageIds(db, keys, filter, { ...options, limit: limit + 1, total: null, isAcrossPlaces, matches }),
    least ??
      slowCounts.get(db, cacheKey) ??
      sql.countTotal(db, partialTotalSql(keys, filter, searchThresholds.sampled)),
  ]);
  if (least === null) slowCounts.set(db, cacheKey, counted);
  // Beyond the last page nothing is found, so the page says nothing about the total.
  const reached = found.length > 0 ? offset + found.length + extra : offset === 0 ? extra : 0;
  if (found.length <= limit && (found.length > 0 || offset === 0)) return { ids: found, total: reached, exact: true };
  const most = searchThresholds.counted;
  return { ids: found.slice(0, limit), total: Math.min(Math.max(counted, reached), most), exact: false };
}
