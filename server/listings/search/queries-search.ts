import type { Knex } from 'knex';
import { prepared, rows } from '#server/db/knex.ts';
import type { Scope } from '#server/places/places.ts';
import { searchThresholds } from './search-thresholds.ts';
import { findDeepPageIds } from './queries-deep-pages.ts';

/** Ids come from the indexes of listing_keys alone (see create_search_indexes()); every column used here is in them. */
export interface Filter {
  serviceId: number | null;
  /** Bits that must all be set. */
  flags: number;
  /** Schedules that are open at the moment asked for. */
  schedules: number[] | null;
  words: string[];
}

export type Order = 'best' | 'rating' | 'name' | 'distance';

export type Keys = Pick<Scope, 'everywhere' | 'states' | 'cities' | 'zip3s' | 'zips' | 'miles'>;

export const MASKED_SERVICES = 62;
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export class Sql {
  text = '';
  readonly bindings: unknown[] = [];
  add(text: string, ...bindings: unknown[]): this {
    this.text += text;
    this.bindings.push(...bindings);
    return this;
  }
}

/** Words of three letters and more may stand anywhere in a name; shorter ones begin one of its words. */
const wordTest = (column: string, word: string): [string, string[]] =>
  Array.from(word).length >= 3
    ? [`${column} like search_norm(?)`, [`%${escapeLike(word)}%`]]
    : [
        `(${column} like search_norm(?) or ${column} like '% ' || search_norm(?))`,
        [`${escapeLike(word)}%`, `${escapeLike(word)}%`],
      ];

/** The tests of names are hidden from the planner: whatever it guesses of them, walking the index in order is best. */
export function addConditions(sql: Sql, filter: Filter, skip: readonly number[] = []): void {
  sql.add('true');
  if (filter.serviceId !== null) {
    if (filter.serviceId <= MASKED_SERVICES)
      sql.add(' and d.service_mask & (1::bigint << ?::int) <> 0', filter.serviceId - 1);
    else
      sql.add(
        ' and exists (select from dentist_services x where x.dentist_id = d.id and x.service_id = ?)',
        filter.serviceId,
      );
  }
  if (filter.flags !== 0) sql.add(' and d.flags & ?::int >= ?::int', filter.flags, filter.flags);
  if (filter.schedules !== null) sql.add(' and d.schedule_id = any(?::int[])', filter.schedules);
  for (const word of filter.words) {
    const [test, bindings] = wordTest(`(d.name_norm || '')`, word);
    sql.add(` and ${test}`, ...bindings);
  }
  if (skip.length > 0) sql.add(' and d.id <> all(?::int[])', skip);
}

interface Arm {
  column: string;
  type: string;
  keys: readonly unknown[];
  miles: readonly number[] | null;
}

export function armsOf(keys: Keys): Arm[] {
  const arms: Arm[] = [
    { column: 'state', type: 'text', keys: keys.states, miles: null },
    { column: 'city_id', type: 'int', keys: keys.cities, miles: null },
    { column: 'zip3', type: 'text', keys: keys.zip3s, miles: null },
    { column: 'zip5', type: 'text', keys: keys.zips, miles: keys.miles },
  ];
  return arms.filter((arm) => arm.keys.length > 0);
}

export interface PageOptions {
  order: Order;
  paidFirst: boolean;
  offset: number;
  limit: number;
  /** How many there are, when that is known for certain. */
  total: number | null;
  skip?: readonly number[];
}

/** Within one rank an index is in order of name, and paid and unpaid listings are each in order of rating. */
export function slicesOf(order: Order, paidFirst: boolean): { rank: string; slices: string } {
  const organic = order === 'rating' || (order !== 'name' && !paidFirst);
  return {
    rank: organic ? 'rank % 100' : 'rank',
    slices: organic
      ? 'cross join (values (0, 99), (100, 199)) as slice (low, high)'
      : order === 'name'
        ? 'cross join (select n as low, n as high from generate_series(0, 151) n where n % 100 <= 51) as slice'
        : '',
  };
}

/** Whether a page far down can be found by the counts by depth. */
const hasDepthCounts = (keys: Keys, filter: Filter, { order, paidFirst, offset, limit, skip }: PageOptions): boolean =>
  (keys.everywhere || (keys.states.length === 1 && armsOf(keys).length === 1)) &&
  isUnfiltered(filter) &&
  order === 'best' &&
  paidFirst &&
  offset > searchThresholds.deep &&
  limit <= 1_000 &&
  !skip?.length;

const isUnfiltered = ({ serviceId, flags, schedules, words }: Filter): boolean =>
  serviceId === null && flags === 0 && schedules === null && words.length === 0;

/** The ids of one page, in order. */
export async function findPageIds(db: Knex, keys: Keys, filter: Filter, options: PageOptions): Promise<number[]> {
  const { offset, total } = options;
  const limit = total === null ? options.limit : Math.min(options.limit, total - offset);
  if (limit <= 0) return [];
  if (hasDepthCounts(keys, filter, options))
    return findDeepPageIds(db, keys.everywhere ? null : keys.states[0]!, offset, limit);
  // The second half is walked from its end.
  const fromEnd = total !== null && offset > total / 2;
  const skipped = fromEnd ? total - offset - limit : offset;
  const page = addWalk(new Sql(), keys, filter, options, { fromEnd, skipped, reach: limit }, (sql) =>
    sql.add('?', limit),
  );
  const found = (await rows<{ id: number }>(db, page.text, page.bindings)).map((row) => row.id);
  return fromEnd ? found.toReversed() : found;
}

/**
 * The same of a page that is not far down, and how many there are, in one statement. A `total` past `most` is not the whole;
 * else no more is looked for than it says, apart from the `extra` ones that stand before the page.
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
  /** At most so many after the skipped ones. */
  reach: number;
}

/** Each key is walked in its own index, no further than the page needs. */
function addWalk(
  sql: Sql,
  keys: Keys,
  filter: Filter,
  { order, paidFirst, skip }: PageOptions,
  { fromEnd, skipped, reach }: WalkRange,
  limit: (sql: Sql) => Sql,
): Sql {
  const way = fromEnd ? ' desc' : '';
  const by = (expressions: string[]): string => expressions.map((one) => one + way).join(', ');
  const { rank, slices } = slicesOf(order, paidFirst);
  const outer =
    order === 'name'
      ? ['name_norm', 'id']
      : order === 'distance'
        ? ['miles', rank, 'name_norm', 'id']
        : [rank, 'name_norm', 'id'];
  const sliced = slices === '' ? '' : ' and d.rank between slice.low and slice.high';
  const inner = `order by d.rank${way}, d.name_norm${way}, d.id${way}`;

  const arms = keys.everywhere ? [null] : armsOf(keys);
  const single = arms.length === 1 && (arms[0] === null || arms[0]!.keys.length === 1) && slices === '';
  if (single && (order === 'best' || arms[0] === null || arms[0]!.miles === null)) {
    sql.add(`select d.id from listing_keys d where d.word = '' and `);
    if (arms[0]) sql.add(`d.${arms[0].column} = ?::${arms[0].type} and `, arms[0].keys[0]);
    addConditions(sql, filter, skip);
    return limit(sql.add(` ${inner} limit `)).add(' offset ?', skipped);
  }
  sql.add('select id from (');
  arms.forEach((arm, index) => {
    if (index > 0) sql.add(' union all ');
    sql.add('select found.* from ');
    const miles = arm?.miles;
    if (arm === null) sql.add('(select 0::real as miles) as arm ');
    else if (miles) sql.add(`unnest(?::${arm.type}[], ?::real[]) as arm (key, miles) `, arm.keys, miles);
    else sql.add(`(select key, 0::real as miles from unnest(?::${arm.type}[]) as key) as arm `, arm.keys);
    sql.add(
      `${slices} cross join lateral (select d.id, d.rank, d.name_norm, arm.miles from listing_keys d where d.word = '' and `,
    );
    if (arm) sql.add(`d.${arm.column} = arm.key and `);
    addConditions(sql, filter, skip);
    sql.add(`${sliced} ${inner} limit ?) as found`, reach + skipped);
  });
  return limit(sql.add(`) as hits order by ${by(outer)} limit `)).add(' offset ?', skipped);
}

export function addScopeCondition(sql: Sql, keys: Keys): void {
  if (keys.everywhere) return;
  const arms = armsOf(keys);
  sql.add('(');
  arms.forEach((arm, index) => {
    if (index > 0) sql.add(' or ');
    if (arm.keys.length === 1) sql.add(`d.${arm.column} = ?::${arm.type}`, arm.keys[0]);
    else sql.add(`d.${arm.column} = any(?::${arm.type}[])`, arm.keys);
  });
  sql.add(') and ');
}

/** The listings with the largest plan, begun at another place every day. */
export async function findTopIds(db: Knex, keys: Keys, filter: Filter, turn: number, limit: number): Promise<number[]> {
  const sql = new Sql().add(
    `with bounds as (select (select id from listing_keys where is_pro_max and word = '' order by id limit 1) as low,
       (select id from listing_keys where is_pro_max and word = '' order by id desc limit 1) as high),
     start as (select low + floor((high - low + 1) * ?::float8)::int as id from bounds)
     select id from (`,
    turn,
  );
  for (const [nth, compare] of ['>=', '<'].entries()) {
    if (nth > 0) sql.add(' union all ');
    sql.add(
      `(select d.id, ${nth} as lap from listing_keys d where d.is_pro_max and d.word = '' and d.id ${compare} (select id from start) and `,
    );
    addScopeCondition(sql, keys);
    addConditions(sql, filter);
    sql.add(' order by d.id limit ?)', limit);
  }
  sql.add(') laps order by lap, id limit ?', limit);
  return (await rows<{ id: number }>(db, sql.text, sql.bindings)).map((row) => row.id);
}

/** Schedules that are open at this moment, each by the clock of its own zone. Minutes are counted from Monday on. */
export const findOpenSchedules = async (db: Knex, now: Date): Promise<number[]> =>
  (
    await prepared<{ id: number }>(
      db,
      `select s.id from (
         select time_zone, (extract(isodow from here) * 1440 - 1440 + extract(hour from here) * 60 + extract(minute from here))::int as minute
         from (select distinct time_zone from schedules) z cross join lateral (select ?::timestamptz at time zone z.time_zone as here) at
       ) clock join schedules s on s.time_zone = clock.time_zone and s.open_hours @> clock.minute`,
      [now],
    )
  ).map((row) => row.id);

export async function findService(db: Knex, text: string): Promise<{ id: number; name: string } | undefined> {
  const byId = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
  const [found] = await prepared<{ id: number; name: string }>(
    db,
    `select id, name from services where id = ? or search_norm(name) = search_norm(?) order by id = ? desc, id limit 1`,
    [byId, text, byId],
  );
  return found;
}
