import type { Knex } from 'knex';
import { isUnfiltered, type Filter, type Keys } from './queries-conditions.ts';
import * as sql from './queries-find.ts';
import { findNamedMatches, findNameWords } from './queries-names.ts';
import { facetTotalSql, storedTotalSql } from './queries-totals.ts';
import { thresholds } from './thresholds.ts';

export interface ResultPage {
  ids: number[];
  total: number;
  /** If false, there are more than `total`. */
  exact: boolean;
}

/** A search that was looked up, and the page of it to find. */
export interface Lookup {
  db: Knex;
  keys: Keys;
  filter: Filter;
  options: sql.PageOptions;
  /** The number of listings that are shown before these results, which a total includes. */
  extra: number;
  /** It is known that more listings match than are counted. */
  isMany?: boolean;
}

/** Finds a page and its total: of a few matches by reading all of them, of many by reading the results in order. */
export async function findPage(lookup: Lookup): Promise<ResultPage> {
  const { db, keys, filter, options, extra, isMany } = lookup;
  const isOrdered = sql.hasIndexOrder(keys, options.order);
  const storedTotal = storedTotalSql(keys, filter);
  if (storedTotal && isUnfiltered(filter) && isOrdered && options.offset <= thresholds.deep)
    return { ...(await sql.findInOrderWithTotal(db, keys, filter, options, storedTotal, extra)), exact: true };
  if (isUnfiltered(filter) && !isOrdered) {
    const { total, ids } = await findFew(lookup);
    if (ids) return { ids, total: total + extra, exact: true };
  }
  if (storedTotal) {
    const { total, size } = await sql.readTotals(db, { total: storedTotal, size: facetTotalSql(keys) });
    const ids = await findIds(lookup, { total: total - extra, size, isOrdered });
    return { ids, total, exact: true };
  }
  const found = isMany ? null : filter.words.length > 0 ? await findNamed(lookup) : await findFew(lookup);
  if (found?.ids) return { ids: found.ids, total: found.total + extra, exact: true };
  const oneMore = { ...options, limit: options.limit + 1 };
  const ids = await (isOrdered
    ? sql.findInOrder(db, keys, filter, oneMore, null)
    : sql.findAllMatches(db, keys, filter, oneMore));
  const reached = options.offset + ids.length + extra;
  if (ids.length > 0 && ids.length <= options.limit) return { ids, total: reached, exact: true };
  return {
    ids: ids.slice(0, options.limit),
    total: Math.max(thresholds.counted, ids.length > 0 ? reached : 0),
    exact: false,
  };
}

/** Reads the results in order if that takes fewer rows than reading all matches. */
function findIds(
  { db, keys, filter, options }: Lookup,
  { total, size, isOrdered }: { total: number; size: number; isOrdered: boolean },
): Promise<number[]> {
  const reach = Math.min(options.offset + options.limit, total);
  const isSooner = isUnfiltered(filter) || (size * reach) / Math.max(total, 1) < total;
  return isOrdered && isSooner
    ? sql.findInOrder(db, keys, filter, options, total)
    : sql.findAllMatches(db, keys, filter, options);
}

const findFew = ({ db, keys, filter, options }: Lookup) =>
  sql.findMatches(db, keys, filter, options, thresholds.counted);

async function findNamed(lookup: Lookup): Promise<{ total: number; ids: number[] | null }> {
  const { db, keys, filter, options } = lookup;
  const nameWords = await findNameWords(db, filter.words);
  return nameWords ? findNamedMatches(db, keys, filter, nameWords, options, thresholds.counted) : findFew(lookup);
}
