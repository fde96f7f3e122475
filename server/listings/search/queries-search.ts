import type { Knex } from 'knex';
import { prepared, rows } from '#server/db/knex.ts';
import { addConditions, indexLookups, Sql, type Filter, type Keys } from './queries-conditions.ts';
import { findDeepPageIds } from './queries-deep-pages.ts';
import { rankRanges, type Order } from './rank.ts';
import { searchThresholds } from './search-thresholds.ts';

export interface PageOptions {
  order: Order;
  paidFirst: boolean;
  offset: number;
  limit: number;
  /** The exact number of results, if it is known. */
  total: number | null;
  skip?: readonly number[];
}

const isUnfiltered = ({ serviceId, flags, schedules, words, extra }: Filter): boolean =>
  serviceId === null && flags === 0 && schedules === null && words.length === 0 && !extra;

/** Counts by depth exist for all listings and for each state, in the best order. */
const hasDepthCounts = (keys: Keys, filter: Filter, { order, paidFirst, offset, limit, skip }: PageOptions): boolean =>
  (keys.everywhere || (keys.states.length === 1 && indexLookups(keys).length === 1)) &&
  isUnfiltered(filter) &&
  order === 'best' &&
  paidFirst &&
  offset > searchThresholds.deep &&
  limit <= 1_000 &&
  !skip?.length;

/** The ids of one page, in order. */
export async function findPageIds(db: Knex, keys: Keys, filter: Filter, options: PageOptions): Promise<number[]> {
  const { offset, total } = options;
  const limit = total === null ? options.limit : Math.min(options.limit, total - offset);
  if (limit <= 0) return [];
  if (hasDepthCounts(keys, filter, options))
    return findDeepPageIds(db, keys.everywhere ? null : keys.states[0]!, offset, limit);
  // The second half is read backward, because that end is nearer.
  const fromEnd = total !== null && offset > total / 2;
  const skipped = fromEnd ? total - offset - limit : offset;
  const page = addWalk(new Sql(), keys, filter, options, { fromEnd, skipped, reach: limit }, (sql) =>
    sql.add('?', limit),
  );
  const ids = (await rows<{ id: number }>(db, page.text, page.bindings)).map((row) => row.id);
  return fromEnd ? ids.toReversed() : ids;
}

/**
 * Finds one of the first pages and the total, in one statement. A total above `most` is a lower bound. Otherwise the statement
 * reads only as many rows as the total leaves after the `extra` listings that are shown before this page.
 */
export async function findPageWithTotal(
  db: Knex,
  keys: Keys,
  filter: Filter,
  options: PageOptions,
  total: Sql,
  { most, extra }: { most: number; extra: number },
): Promise<{ total: number; ids: number[] }> {
  const { offset, limit } = options;
  const sql = new Sql().add(`select t.total, array(select id from (`);
  addWalk(sql, keys, filter, options, { fromEnd: false, skipped: offset, reach: limit }, (page) =>
    page.add(
      `(case when t.total > ?::int then ?::int else least(?::int, greatest(t.total - ?::int, 0)) end)`,
      most,
      limit,
      limit,
      extra + offset,
    ),
  );
  sql
    .add(`) page) as ids from (select (`)
    .add(total.text, ...total.bindings)
    .add(`)::int as total offset 0) t`);
  const [row] = await rows<{ total: number; ids: number[] }>(db, sql.text, sql.bindings);
  return row!;
}

export const countTotal = async (db: Knex, total: Sql): Promise<number> =>
  (await rows<{ total: number }>(db, `select (${total.text})::int as total`, total.bindings))[0]!.total;

interface WalkRange {
  fromEnd: boolean;
  skipped: number;
  /** The most rows to read after the skipped ones. */
  reach: number;
}

/** Reads each key in its own index, only as far as the page needs, and merges what it reads. */
function addWalk(
  sql: Sql,
  keys: Keys,
  filter: Filter,
  { order, paidFirst, skip }: PageOptions,
  { fromEnd, skipped, reach }: WalkRange,
  addLimit: (sql: Sql) => Sql,
): Sql {
  const direction = fromEnd ? ' desc' : '';
  const { rank, ranges } = rankRanges(order, paidFirst);
  const sortColumns =
    order === 'name'
      ? ['name_norm', 'id']
      : order === 'distance'
        ? ['miles', rank, 'name_norm', 'id']
        : [rank, 'name_norm', 'id'];
  const inRange = ranges === '' ? '' : ' and d.rank between rank_range.low and rank_range.high';
  const indexOrder = `order by d.rank${direction}, d.name_norm${direction}, d.id${direction}`;

  const lookups = keys.everywhere ? [null] : indexLookups(keys);
  const isSingleKey = lookups.length === 1 && (lookups[0] === null || lookups[0]!.keys.length === 1) && ranges === '';
  if (isSingleKey && (order === 'best' || lookups[0] === null || lookups[0]!.miles === null)) {
    sql.add(`select d.id from listing_keys d where d.word = '' and `);
    if (lookups[0]) sql.add(`d.${lookups[0].column} = ?::${lookups[0].type} and `, lookups[0].keys[0]);
    addConditions(sql, filter, skip);
    return addLimit(sql.add(` ${indexOrder} limit `)).add(' offset ?', skipped);
  }
  sql.add('select id from (');
  lookups.forEach((lookup, index) => {
    if (index > 0) sql.add(' union all ');
    sql.add('select matching.* from ');
    const miles = lookup?.miles;
    if (lookup === null) sql.add('(select 0::real as miles) as lookup ');
    else if (miles) sql.add(`unnest(?::${lookup.type}[], ?::real[]) as lookup (key, miles) `, lookup.keys, miles);
    else sql.add(`(select key, 0::real as miles from unnest(?::${lookup.type}[]) as key) as lookup `, lookup.keys);
    sql.add(
      `${ranges} cross join lateral (select d.id, d.rank, d.name_norm, lookup.miles from listing_keys d where d.word = '' and `,
    );
    if (lookup) sql.add(`d.${lookup.column} = lookup.key and `);
    addConditions(sql, filter, skip);
    sql.add(`${inRange} ${indexOrder} limit ?) as matching`, reach + skipped);
  });
  const sorting = sortColumns.map((column) => column + direction).join(', ');
  return addLimit(sql.add(`) as hits order by ${sorting} limit `)).add(' offset ?', skipped);
}

export async function findService(db: Knex, text: string): Promise<{ id: number; name: string } | undefined> {
  const id = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
  const [service] = await prepared<{ id: number; name: string }>(
    db,
    `select id, name from services
     where id = ? or search_norm(name) = search_norm(?) or ? = any(former_ids)
       or exists (select from unnest(former_names) f where search_norm(f) = search_norm(?))
     order by id = ? desc, search_norm(name) = search_norm(?) desc, id limit 1`,
    [id, text, id, text, id, text],
  );
  return service;
}
