import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import {
  addScopeCondition,
  indexLookups,
  isUnfiltered,
  NO_FILTER,
  Sql,
  type Filter,
  type Keys,
  type Limit,
} from './queries-conditions.ts';
import { addInOrder, addListings, addSorted, hasIndexOrder, HITS, ORDER_COLUMNS } from './queries-find.ts';
import { sortColumns, type Order } from './rank.ts';

const isArea = ({ column }: Limit): boolean => column === 'lat' || column === 'lng';

interface Reading {
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

/** Selects the ids of the first listings of several places, a name, or an area, in order. */
function addFirstIds(sql: Sql, keys: Keys, kept: Filter, { order, reach, counted }: Reading): void {
  const isOrdered = hasIndexOrder(keys, order);
  const addInIndexOrder = () =>
    addInOrder(sql, keys, kept, { order }, { reach, isReversed: false }).add(' limit ?)', reach);
  sql.add('array(');
  if (isOrdered && isUnfiltered(kept)) return void addInIndexOrder();
  // The planner overestimates the listings of an empty area, and would look for them in the order of the whole country.
  sql.add('with hits as materialized (');
  addListings(sql, ORDER_COLUMNS, keys, kept);
  if (isOrdered) {
    sql.add(' limit ?) select unnest(case when (select count(*) from hits) > ?::int then array(', counted + 1, counted);
    addInIndexOrder();
    sql.add(' else array(');
    addSorted(sql, HITS, keys, order).add(' limit ?) end))', reach);
  } else addSorted(sql.add(') '), HITS, keys, order).add(' limit ?)', reach);
}

/** Adds the first listings of the place, name, and area, as rows d with their place in the order. */
function addFirstListings(sql: Sql, keys: Keys, kept: Filter, reading: Reading): void {
  const { order, reach } = reading;
  const isAround = order === 'distance';
  const isOnePlace = hasIndexOrder(keys, order) && indexLookups(keys).flatMap((lookup) => lookup.keys).length <= 1;
  if (!isUnfiltered(kept) || !(isAround || isOnePlace)) {
    addFirstIds(sql.add('unnest('), keys, kept, reading);
    sql.add(') with ordinality page (id, place) join listing_index d using (id)');
    return;
  }
  // Rows are read where the index has them, because finding each by its id takes twice as long.
  sql.add('(select *, row_number() over () as place from (select d.* from ');
  if (isAround)
    sql.add(
      `(select * from unnest(?::text[], ?::real[]) as zip (zip5, miles) order by miles) zip
         cross join lateral (select * from listing_index where zip5 = zip.zip5 offset 0) d`,
      keys.zips,
      keys.miles,
    );
  else addScopeCondition(sql.add('listing_index d where true'), keys);
  sql.add(` order by ${sortColumns(order).join(', ')} limit ?) first) d`, reach);
}

/**
 * The first listings that match one of `choices` but not `whole`, each with the index of its first choice; those of a choice in
 * `second` only count if no other is found. Only the first `reach` listings of the place are tested, because a rare combination would
 * otherwise test all listings of a state. Each condition is tested once per listing, and `failed` has a bit for each that it fails.
 */
export async function findNearMatches(
  db: Knex,
  keys: Keys,
  { first, second, whole }: { first: readonly Filter[]; second: readonly Filter[]; whole: Filter },
  { limit, ...reading }: Reading & { limit: number },
): Promise<{ id: number; choice: number }[]> {
  const choices = [...first, ...second].map(listConditions);
  const required = listConditions(whole);
  const conditions = new Map([...choices, required].flatMap((one) => [...one]));
  const bits = new Map([...conditions.keys()].map((key, index) => [key, 2 ** index]));
  const maskOf = (one: Map<string, Sql>) => [...one.keys()].reduce((sum, key) => sum + bits.get(key)!, 0);

  const sql = new Sql().add('select id, choice from (select id, place, case when failed & ?::bigint = 0 then null', maskOf(required)); // prettier-ignore
  choices.forEach((choice, index) => sql.add(` when failed & ?::bigint = 0 then ${index}`, maskOf(choice)));
  sql.add(' end as choice from (select d.id, place, 0::bigint');
  for (const [key, condition] of conditions)
    sql.add(' + case when ').append(condition).add(' then 0 else ?::bigint end', bits.get(key)!);
  sql.add(' as failed from ');
  // No wish replaces the name or the area of a map, so these narrow the listings to test.
  const kept: Filter = { ...NO_FILTER, words: whole.words, limits: whole.limits.filter(isArea) };
  addFirstListings(sql, keys, kept, reading);
  sql.add(' offset 0) tested offset 0) near');
  sql.add(' where choice is not null order by choice >= ?, place limit ?', first.length, limit);
  const found = await rows<{ id: number; choice: number }>(db, sql.text, sql.bindings);
  return found.filter(({ choice }) => choice < first.length === found[0]!.choice < first.length);
}

/** Counts the matches within each distance. */
export async function countWithin(db: Knex, keys: Keys, filter: Filter, radii: readonly number[]): Promise<number[]> {
  const sql = new Sql().add('select array[');
  radii.forEach((miles, index) => sql.add(`${index > 0 ? ', ' : ''}count(*) filter (where miles <= ?)::int`, miles));
  sql.add('] as totals from (');
  addListings(sql, 'd.zip5', keys, filter);
  sql.add(') hits join unnest(?::text[], ?::float8[]) as zip (zip5, miles) using (zip5)', keys.zips, keys.miles);
  const [found] = await rows<{ totals: number[] }>(db, sql.text, sql.bindings);
  return found!.totals;
}
