import type { Knex } from 'knex';
import { prepared, rows } from '#server/base/db/knex.ts';
import {
  addConditions,
  addScopeCondition,
  indexLookups,
  isUnfiltered,
  Sql,
  withStates,
  type Filter,
  type IndexLookup,
  type Keys,
} from './queries-conditions.ts';
import { sortColumns, type Order } from './rank.ts';

export interface PageOptions {
  order: Order;
  offset: number;
  limit: number;
  /** Listings to leave out. */
  skip?: readonly number[];
}

/** Selects from rows d of listing_index. Conditions follow, each after an "and". */
export function addListings(sql: Sql, columns: string, keys: Keys, filter: Filter, skip: readonly number[] = []): Sql {
  const narrowed = withStates(keys, filter);
  sql.add(`select ${columns} from listing_index d where true`);
  if (narrowed === null) addScopeCondition(sql, keys, { isOnly: isUnfiltered(filter) });
  addConditions(sql, narrowed ?? filter);
  if (skip.length > 0) sql.add(' and d.id <> all(?::int[])', skip);
  return sql;
}

/** The columns that orders need. */
export const ORDER_COLUMNS = 'd.id, d.rank, d.name_norm, d.zip5, d.price';

/** The hits of a statement that reads them first. */
export const HITS = new Sql().add('hits');

/** The SQL of the hits of a search in order. An order by distance joins the miles of their ZIP codes. */
export function addSorted(sql: Sql, from: Sql, keys: Keys, order: Order, columns = 'id'): Sql {
  sql.add(`select ${columns} from `).append(from);
  if (order === 'distance')
    sql.add(' join unnest(?::text[], ?::real[]) as lookup (zip5, miles) using (zip5)', keys.zips, keys.miles);
  return sql.add(` order by ${sortColumns(order).join(', ')}`);
}

/** Reads the matches up to one more than `most`. If they are more, `ids` is null, and the total a lower bound. */
export async function findMatches(
  db: Knex,
  keys: Keys,
  filter: Filter,
  { order, offset, limit, skip }: PageOptions,
  most: number,
): Promise<{ total: number; ids: number[] | null }> {
  const sql = addListings(new Sql().add('with hits as materialized ('), ORDER_COLUMNS, keys, filter, skip);
  sql.add(
    ' limit ?) select (select count(*)::int from hits) as total, case when (select count(*) from hits) <= ?::int then array(',
    most + 1,
    most,
  );
  addSorted(sql, HITS, keys, order).add(' limit ? offset ?) end as ids', limit, offset);
  const [found] = await rows<{ total: number; ids: number[] | null }>(db, sql.text, sql.bindings);
  return found!;
}

/** The ids of all matches, in order. */
export async function findAllMatches(
  db: Knex,
  keys: Keys,
  filter: Filter,
  { order, offset, limit, skip }: PageOptions,
): Promise<number[]> {
  const hits = addListings(new Sql().add('('), ORDER_COLUMNS, keys, filter, skip).add(') hits');
  const sql = addSorted(new Sql(), hits, keys, order).add(' limit ? offset ?', limit, offset);
  return (await rows<{ id: number }>(db, sql.text, sql.bindings)).map(({ id }) => id);
}

/** True if indexes have the listings of these places in this order, so that a page reads only as many as it needs. */
export const hasIndexOrder = (keys: Keys, order: Order): boolean => {
  const lookups = indexLookups(keys);
  if (order === 'distance') return false;
  if (order === 'name' || order === 'price')
    return lookups.every(({ column, keys: values }) => column === 'state' && values.length === 1);
  return lookups.every(({ column, keys: values }) => column !== 'zip5' || values.length === 1);
};

const withDirection = (columns: readonly string[], isReversed: boolean): string =>
  columns.map((column) => (isReversed ? `${column} desc` : column)).join(', ');

/**
 * Selects a page by reading indexes in order: one index per place, each only as far as the page needs. With `isReversed` the page
 * counts from the end, backward. A limit and an offset must follow.
 */
export function addInOrder(
  sql: Sql,
  keys: Keys,
  filter: Filter,
  { skip = [], order }: Pick<PageOptions, 'skip' | 'order'>,
  { reach, isReversed }: { reach: number; isReversed: boolean },
): Sql {
  const orderBy = withDirection(sortColumns(order), isReversed);
  const lookups = indexLookups(keys);
  const isOne = lookups.length <= 1 && (lookups[0]?.keys.length ?? 1) === 1;
  const addPart = (lookup?: IndexLookup) => {
    const isJoined = lookup !== undefined && lookup.keys.length > 1;
    if (isJoined)
      sql.add(`select part.* from unnest(?::${lookup.type}[]) as place (key) cross join lateral (`, lookup.keys);
    else if (!isOne) sql.add('(');
    sql.add('select d.id, d.rank, d.name_norm, d.price from listing_index d where true');
    if (isJoined) sql.add(` and d.${lookup.column} = place.key`);
    else if (lookup) sql.add(` and d.${lookup.column} = ?::${lookup.type}`, lookup.keys[0]);
    addConditions(sql, filter);
    if (skip.length > 0) sql.add(' and d.id <> all(?::int[])', skip);
    sql.add(` order by ${orderBy}`);
    if (!isOne) sql.add(` limit ?)${isJoined ? ' part' : ''}`, reach);
  };
  sql.add('select id from (');
  if (isOne) addPart(lookups[0]);
  else
    lookups.forEach((lookup, index) => {
      if (index > 0) sql.add(' union all ');
      addPart(lookup);
    });
  sql.add(') parts');
  return isOne ? sql : sql.add(` order by ${orderBy}`);
}

/** A page in index order. The second half of a known total is read backward, because that end is nearer. */
export async function findInOrder(
  db: Knex,
  keys: Keys,
  filter: Filter,
  { offset, limit: mostIds, ...options }: PageOptions,
  total: number | null,
): Promise<number[]> {
  const limit = total === null ? mostIds : Math.min(mostIds, total - offset);
  if (limit <= 0) return [];
  const isReversed = total !== null && offset > total / 2;
  const skipped = isReversed ? total - offset - limit : offset;
  const sql = addInOrder(new Sql(), keys, filter, options, { reach: skipped + limit, isReversed });
  sql.add(' limit ? offset ?', limit, skipped);
  const ids = (await rows<{ id: number }>(db, sql.text, sql.bindings)).map((row) => row.id);
  return isReversed ? ids.toReversed() : ids;
}

/**
 * Finds one of the first pages in index order, and the total, in one statement. It reads only as many rows as the total leaves
 * after the `extra` listings that are shown before this page.
 */
export async function findInOrderWithTotal(
  db: Knex,
  keys: Keys,
  filter: Filter,
  { offset, limit, ...options }: PageOptions,
  total: Sql,
  extra: number,
): Promise<{ total: number; ids: number[] }> {
  const sql = new Sql().add('select t.total, array(');
  addInOrder(sql, keys, filter, options, { reach: offset + limit, isReversed: false });
  sql
    .add(
      ` limit least(?::int, greatest(t.total - ?::int, 0)) offset ?) as ids from (select (`,
      limit,
      extra + offset,
      offset,
    )
    .append(total)
    .add(')::int as total offset 0) t');
  const [found] = await rows<{ total: number; ids: number[] }>(db, sql.text, sql.bindings);
  return found!;
}

/** Reads stored totals. */
export async function readTotals<Name extends string>(
  db: Knex,
  totals: Record<Name, Sql>,
): Promise<Record<Name, number>> {
  const sql = new Sql().add('select ');
  (Object.entries(totals) as [Name, Sql][]).forEach(([name, total], index) => {
    sql
      .add(index > 0 ? ', (' : '(')
      .append(total)
      .add(`)::int as ${name}`);
  });
  const [found] = await rows<Record<Name, number>>(db, sql.text, sql.bindings);
  return found!;
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
