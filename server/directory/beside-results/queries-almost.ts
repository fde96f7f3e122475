import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import {
  addConditions,
  addScopeCondition,
  indexLookups,
  isUnfiltered,
  NO_FILTER,
  Sql,
  type Filter,
  type Keys,
  type Limit,
} from '../queries-conditions.ts';
import { addInOrder, addListings, addSorted, hasIndexOrder, HITS, ORDER_COLUMNS } from '../queries-find.ts';
import { sortColumns, type Order } from '../rank.ts';

const isArea = ({ column }: Limit): boolean => column === 'lat' || column === 'lng';

interface ReadOptions {
  order: Order;
  /** Only this many listings are tested. */
  reach: number;
  /** If a name or an area has more listings, they are read in the order of an index. */
  counted: number;
}

/** The conditions of a filter, each once, by their text. Those that narrow the listings to test are left out. */
function listConditions({ all, any, limits, schedules }: Filter): Map<string, Sql> {
  const conditions = [
    ...all.map((feature) => new Sql().add('? = any(d.features)', feature)),
    ...any.map((features) => new Sql().add('d.features && ?::int[]', features)),
    ...limits
      .filter((limit) => !isArea(limit))
      .map(({ column, comparison, value }) => new Sql().add(`d.${column} ${comparison} ?`, value)),
    ...(schedules === null ? [] : [new Sql().add('d.schedule_id = any(?::int[])', schedules)]),
  ];
  return new Map(conditions.map((condition) => [`${condition.text} ${JSON.stringify(condition.bindings)}`, condition]));
}

/** No wish replaces the name or the area of a map, so these narrow the listings to test. */
const untested = ({ words, limits }: Filter): Filter => ({ ...NO_FILTER, words, limits: limits.filter(isArea) });

/** Selects the ids of the first listings of several places, a name, or an area, in order. */
function addFirstIds(sql: Sql, keys: Keys, kept: Filter, { order, reach, counted }: ReadOptions): void {
  const isOrdered = hasIndexOrder(keys, order);
  const addInIndexOrder = () =>
    addInOrder(sql, keys, kept, { order }, { reach, isReversed: false }).add(' limit ?)', reach);
  sql.add('array(');
  // The planner knows how many listings several places of one kind have: of many, it reads the order of the country.
  if (isOrdered && isUnfiltered(kept) && indexLookups(keys).length === 1) {
    addScopeCondition(sql.add('select id from listing_index d where true'), keys);
    return void sql.add(` order by ${sortColumns(order).join(', ')} limit ?)`, reach);
  }
  if (isOrdered && isUnfiltered(kept)) return void addInIndexOrder();
  // The planner overestimates the listings of an empty area, and would look for them in the order of the whole country.
  sql.add('with hits as materialized (');
  addListings(sql, ORDER_COLUMNS, keys, kept);
  if (!isOrdered) return void addSorted(sql.add(') '), HITS, keys, order).add(' limit ?)', reach);
  sql.add(' limit ?) select unnest(case when (', counted + 1);
  // An index has the positions, so an area is counted before its rows are read.
  sql.add('select count(*) from ');
  if (kept.words.length > 0) sql.append(HITS);
  else addListings(sql.add('('), '', keys, kept).add(' limit ?) area', counted + 1);
  sql.add(') > ?::int then array(', counted);
  addInIndexOrder();
  addSorted(sql.add(' else array('), HITS, keys, order).add(' limit ?) end))', reach);
}

/** Adds the first listings of the place, name, and area, as rows d. Returns the columns that they are in the order of. */
function addFirstListings(sql: Sql, keys: Keys, kept: Filter, options: ReadOptions): string {
  const { order, reach } = options;
  const isAround = order === 'distance';
  const isOnePlace = hasIndexOrder(keys, order) && indexLookups(keys).flatMap((lookup) => lookup.keys).length <= 1;
  if (!isUnfiltered(kept) || !(isAround || isOnePlace)) {
    addFirstIds(sql.add('unnest('), keys, kept, options);
    sql.add(') with ordinality page (id, place) join listing_index d using (id)');
    return 'place';
  }
  // Rows are read where the index has them, because finding each by its id takes twice as long.
  const columns = sortColumns(order).join(', ');
  if (isAround)
    sql.add(
      `(select d.*, miles from (select * from unnest(?::text[], ?::real[]) as zip (zip5, miles) order by miles) zip
         cross join lateral (select * from listing_index where zip5 = zip.zip5 offset 0) d`,
      keys.zips,
      keys.miles,
    );
  else addScopeCondition(sql.add('(select d.* from listing_index d where true'), keys);
  sql.add(` order by ${columns} limit ?) d`, reach);
  return columns;
}

/**
 * The first listings that match one of the choices but not `whole`, each with the index of its first choice. `groups` has the choices by
 * the number of wishes that they drop; those of a group only count if no listing matches one of an earlier group. Only the first `reach`
 * listings of the place are tested, because a rare combination would otherwise test all listings of a state. They are read once, and one
 * after the other until the first group has enough. Each condition is tested once per listing, and `failed` has a bit for each that it
 * fails.
 */
export async function findNearMatches(
  db: Knex,
  keys: Keys,
  { groups, whole }: { groups: readonly (readonly Filter[])[]; whole: Filter },
  { limit, ...options }: ReadOptions & { limit: number },
): Promise<{ id: number; choice: number }[]> {
  const choices = groups.flat().map(listConditions);
  const required = listConditions(whole);
  const conditions = new Map([...choices, required].flatMap((one) => [...one]));
  const bits = new Map([...conditions.keys()].map((key, index) => [key, 2 ** index]));
  const maskOf = (one: Map<string, Sql>) => [...one.keys()].reduce((sum, key) => sum + bits.get(key)!, 0);

  const sql = new Sql().add(
    `with near as materialized (select id, case when failed & ${maskOf(required)} = 0 then null
       ${choices.map((choice, index) => `when failed & ${maskOf(choice)} = 0 then ${index}`).join(' ')} end as choice
     from (select d.id, 0::bigint`,
  );
  for (const [key, condition] of conditions)
    sql
      .add(' + case when ')
      .append(condition)
      .add(` then 0 else ${bits.get(key)!} end`);
  sql.add(' as failed from ');
  const order = addFirstListings(sql, keys, untested(whole), options);
  sql.add(` order by ${order} offset 0) tested)`);
  let start = 0;
  for (const { length } of groups) {
    if (start > 0) sql.add(' union all');
    sql.add(' (select id, choice from near where choice < ?', start + length);
    if (start > 0) sql.add(' and not exists (select from near where choice < ?)', start);
    sql.add(' limit ?)', limit);
    start += length;
  }
  return rows<{ id: number; choice: number }>(db, sql.text, sql.bindings);
}

/**
 * Counts the matches in some ZIP codes. Their rows are read and tested, because a scan of the features of the whole country takes longer, and
 * the planner underestimates it.
 */
export async function countMatches(db: Knex, zips: readonly string[], filter: Filter): Promise<number> {
  const sql = new Sql().add(
    'select count(*)::int as total from listing_index d where d.zip5 = any(array(select unnest(?::text[])))',
    zips,
  );
  for (const condition of listConditions(filter).values()) sql.add(' and ').append(condition);
  addConditions(sql, untested(filter));
  const [found] = await rows<{ total: number }>(db, sql.text, sql.bindings);
  return found!.total;
}
