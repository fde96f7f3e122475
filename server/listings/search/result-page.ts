import type { Knex } from 'knex';
import { ShortCache } from '#server/db/short-cache.ts';
import type { Candidates } from './rare/candidates.ts';
import { findMatches } from './rare/queries-bits.ts';
import type { Filter, Keys, Sql } from './queries-conditions.ts';
import { findIdsByName, findNameWords } from './queries-names.ts';
import * as sql from './queries-search.ts';
import { liveTotalSql, partialTotalSql, storedTotalSql } from './queries-totals.ts';
import { searchThresholds } from './search-thresholds.ts';

const NO_LIMIT = 2_000_000_000;
/** Sorted by name, the listings of each word are read rank by rank, which pays off only for a few words. */
const MAX_WORDS_BY_NAME = 20;

/** Counts that took long, because the next page of the same search needs them again. */
const slowCounts = new ShortCache<number>('search-totals');

const toCacheKey = (keys: Keys, filter: Filter): string =>
  JSON.stringify([keys, filter], (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

export interface ResultPage {
  ids: number[];
  total: number;
  exact: boolean;
}

/**
 * Finds a page and its total, in the way that is cheapest for this search. The total includes the `extra` listings that
 * are shown before this page.
 */
export async function findPage(
  db: Knex,
  keys: Keys,
  filter: Filter,
  options: sql.PageOptions,
  extra: number,
  findCandidates: () => Promise<Candidates>,
): Promise<ResultPage> {
  const findIds = (total: number | null): Promise<number[]> =>
    sql.findPageIds(db, keys, filter, { ...options, total: total === null ? null : total - extra });

  async function findCountedPage(total: Sql, most = NO_LIMIT): Promise<ResultPage> {
    if (options.offset <= searchThresholds.deep) {
      const page = await sql.findPageWithTotal(db, keys, filter, options, total, { most, extra });
      return { ids: page.ids, total: Math.min(page.total, most), exact: page.total <= most };
    }
    const count = await sql.countTotal(db, total);
    return count > most
      ? { ids: await findIds(null), total: most, exact: false }
      : { ids: await findIds(count), total: count, exact: true };
  }

  const storedTotal = storedTotalSql(keys, filter);
  if (storedTotal) return findCountedPage(storedTotal);

  const { size, nameWords } = await findNameWords(db, keys, filter.words);
  if (
    nameWords &&
    size > searchThresholds.tiny &&
    options.order !== 'distance' &&
    (options.order !== 'name' || nameWords.words.length <= MAX_WORDS_BY_NAME)
  ) {
    // For deep pages, reading the usual order once is faster than reading the listings of each word.
    const isDeep = options.offset > searchThresholds.counted;
    const wordOptions = isDeep ? { ...options, offset: 0, limit: 0 } : options;
    const { ids, total, whole } = await findIdsByName(
      db,
      keys,
      filter,
      nameWords,
      wordOptions,
      searchThresholds.counted,
    );
    if (whole) return { ids, total: total + extra, exact: true };
    return {
      ids: isDeep ? await findIds(null) : ids,
      total: Math.min(total, searchThresholds.counted),
      exact: false,
    };
  }

  const liveTotal = liveTotalSql(keys, filter, searchThresholds.counted);
  if (size <= searchThresholds.small) return findCountedPage(liveTotal, searchThresholds.counted);
  if (size > searchThresholds.examined && options.order !== 'distance') {
    const candidates = await findCandidates();
    if (candidates.ids) return pickPage(await findMatches(db, keys, filter, candidates.ids, options), options, extra);
    if (candidates.total !== null)
      return { ids: await findIds(candidates.total), total: candidates.total, exact: true };
  }
  if (filter.extra && size > searchThresholds.examined) return findRarePage(db, keys, filter, options, extra);
  const cacheKey = toCacheKey(keys, filter);
  const cachedCount = slowCounts.get(db, cacheKey);
  if (cachedCount === undefined) {
    const page = await findCountedPage(liveTotal, searchThresholds.counted);
    slowCounts.set(db, cacheKey, page.exact ? page.total : searchThresholds.counted + 1);
    return page;
  }
  return {
    ids: await findIds(null),
    total: Math.min(cachedCount, searchThresholds.counted),
    exact: cachedCount <= searchThresholds.counted,
  };
}

const pickPage = (ids: number[], { offset, limit }: sql.PageOptions, extra: number): ResultPage => ({
  ids: ids.slice(offset, offset + limit),
  total: ids.length + extra,
  exact: true,
});

/**
 * A page of a search by filters without stored counts, in a large scope. Its total is exact if the page reaches the last
 * result; otherwise it counts the results among the first listings, and those up to this page and the next one.
 */
async function findRarePage(
  db: Knex,
  keys: Keys,
  filter: Filter,
  options: sql.PageOptions,
  extra: number,
): Promise<ResultPage> {
  const { offset, limit } = options;
  const cacheKey = toCacheKey(keys, filter);
  const [found, counted] = await Promise.all([
    sql.findPageIds(db, keys, filter, { ...options, limit: limit + 1, total: null }),
    slowCounts.get(db, cacheKey) ?? sql.countTotal(db, partialTotalSql(keys, filter, searchThresholds.examined)),
  ]);
  slowCounts.set(db, cacheKey, counted);
  // Beyond the last page nothing is found, so the page says nothing about the total.
  const reached = found.length > 0 ? offset + found.length + extra : offset === 0 ? extra : 0;
  if (found.length <= limit && (found.length > 0 || offset === 0)) return { ids: found, total: reached, exact: true };
  const most = searchThresholds.counted;
  return { ids: found.slice(0, limit), total: Math.min(Math.max(counted, reached), most), exact: false };
}
