import type { Knex } from 'knex';
import { prepared, rows } from '#server/db/knex.ts';
import { addConditions, indexLookups, Sql, type Filter, type Keys } from './queries-conditions.ts';
import { findDeepPageIds, findNameAtShare } from './queries-deep-pages.ts';
import { addOneWalk, addWalk, isOneWalk, sortColumnsOf, type PageOptions } from './queries-walk.ts';
import { rankRanges } from './rank.ts';
import { NAME_MARGIN } from './reading-cost.ts';
import { searchThresholds } from './search-thresholds.ts';

/** A page by name that needs more than this share of the listings reads them all. */
const MOST_NAMES = 0.3;

export const isUnfiltered = ({ serviceId, flags, schedules, words, extra }: Filter): boolean =>
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
  const read = async (lastName: string | null): Promise<number[]> => {
    const page = addWalk(new Sql(), keys, filter, { ...options, lastName }, { fromEnd, skipped, reach: limit }, (sql) =>
      sql.add('?', limit),
    );
    return (await rows<{ id: number }>(db, page.text, page.bindings)).map((row) => row.id);
  };
  const lastName = fromEnd ? null : await findLastName(db, options, offset + limit);
  if (lastName !== null) {
    const ids = await read(lastName);
    if (ids.length === limit) return ids;
  }
  const ids = await read(null);
  return fromEnd ? ids.toReversed() : ids;
}

/**
 * A name that the first `reach` results come before, in all likelihood. Otherwise a page by name reads that many results of each
 * rank, because no index has all listings by name.
 */
async function findLastName(db: Knex, { order, matches = 0 }: PageOptions, reach: number): Promise<string | null> {
  const share = (NAME_MARGIN * reach) / matches;
  return order === 'name' && share < MOST_NAMES ? findNameAtShare(db, share) : null;
}

/**
 * Finds one of the first pages and the total, in one statement. It reads only as many rows as the total leaves after the
 * `extra` listings that are shown before this page.
 */
export async function findPageWithTotal(
  db: Knex,
  keys: Keys,
  filter: Filter,
  options: PageOptions,
  total: Sql,
  extra: number,
): Promise<{ total: number; ids: number[] }> {
  const { offset, limit } = options;
  const sql = new Sql().add(`select t.total, array(select id from (`);
  addWalk(sql, keys, filter, options, { fromEnd: false, skipped: offset, reach: limit }, (page) =>
    page.add(`least(?::int, greatest(t.total - ?::int, 0))`, limit, extra + offset),
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

/**
 * Finds a page and the total by reading every listing of the place once. Above `most` the total is a lower bound, and `ids`
 * is null if the page needs more than was read.
 */
export async function findPageInOnePass(
  db: Knex,
  keys: Keys,
  filter: Filter,
  options: PageOptions,
  most: number,
): Promise<{ total: number; ids: number[] | null }> {
  const { order, paidFirst, offset, limit, skip } = options;
  if (isOneWalk(keys, options)) {
    const sql = new Sql().add(
      `select count(*)::int as total, coalesce((array_agg(id))[?::int : ?::int], '{}') as ids from (`,
      offset + 1,
      offset + limit,
    );
    addOneWalk(sql, keys, filter, options).add('?) hits', most + 1);
    const [page] = await rows<{ total: number; ids: number[] }>(db, sql.text, sql.bindings);
    return page!.total > most && offset + limit > most ? { total: page!.total, ids: null } : page!;
  }
  const { rank } = rankRanges(order, paidFirst);
  const sql = new Sql().add('with hits as materialized (');
  const lookups = keys.everywhere ? [null] : indexLookups(keys);
  lookups.forEach((lookup, index) => {
    if (index > 0) sql.add(' union all ');
    sql.add(`select d.id, d.rank, d.name_norm, ${lookup?.miles ? 'lookup.miles' : '0::real as miles'} from `);
    if (lookup?.miles)
      sql.add(`unnest(?::${lookup.type}[], ?::real[]) as lookup (key, miles) join `, lookup.keys, lookup.miles);
    else if (lookup) sql.add(`unnest(?::${lookup.type}[]) as lookup (key) join `, lookup.keys);
    sql.add(`listing_keys d ${lookup ? `on d.${lookup.column} = lookup.key ` : ''}where d.word = '' and `);
    addConditions(sql, filter, skip);
  });
  sql.add(
    ` limit ?)
     select (select count(*)::int from hits) as total, case when (select count(*) from hits) <= ?::int then
       array(select id from hits order by ${sortColumnsOf(order, rank).join(', ')} limit ? offset ?) end as ids`,
    most + 1,
    most,
    limit,
    offset,
  );
  const [page] = await rows<{ total: number; ids: number[] | null }>(db, sql.text, sql.bindings);
  return page!;
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
