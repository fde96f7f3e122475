import {
  addConditions,
  addScopeCondition,
  indexLookups,
  type Filter,
  type Keys,
  type Sql,
} from './queries-conditions.ts';
import { rankRanges, type Order } from './rank.ts';

export interface PageOptions {
  order: Order;
  paidFirst: boolean;
  offset: number;
  limit: number;
  /** The exact number of results, if it is known. */
  total: number | null;
  skip?: readonly number[];
  /** Reads the listings of all places in order and tests their place, instead of reading each place in its own index. */
  isAcrossPlaces?: boolean;
  /** About how many listings match, if it is known. */
  matches?: number;
  /** In an order by name, reads only the listings up to this one. */
  lastName?: string | null;
}

interface WalkRange {
  fromEnd: boolean;
  skipped: number;
  /** The most rows to read after the skipped ones. */
  reach: number;
}

/** The columns that a page is sorted by. `miles` exists only for an order by distance. */
export function sortColumnsOf(order: Order, rank: string): string[] {
  if (order === 'name') return ['name_norm', 'id'];
  return order === 'distance' ? ['miles', rank, 'name_norm', 'id'] : [rank, 'name_norm', 'id'];
}

/** True if one index has the listings of these places in this order. */
export function isOneWalk(keys: Keys, { order, paidFirst, isAcrossPlaces }: PageOptions): boolean {
  if (rankRanges(order, paidFirst).ranges !== '') return false;
  if (keys.everywhere || isAcrossPlaces) return true;
  const [lookup, ...others] = indexLookups(keys);
  return others.length === 0 && lookup!.keys.length === 1 && (order === 'best' || lookup!.miles === null);
}

/** Selects the ids of the listings that match, from one index and in its order. A limit must follow. */
export function addOneWalk(
  sql: Sql,
  keys: Keys,
  filter: Filter,
  { skip, isAcrossPlaces }: PageOptions,
  direction: '' | ' desc' = '',
): Sql {
  sql.add(`select d.id from listing_keys d where d.word = '' and `);
  const [lookup] = keys.everywhere || isAcrossPlaces ? [] : indexLookups(keys);
  if (lookup) sql.add(`d.${lookup.column} = ?::${lookup.type} and `, lookup.keys[0]);
  else addScopeCondition(sql, keys);
  addConditions(sql, filter, skip);
  return sql.add(` order by d.rank${direction}, d.name_norm${direction}, d.id${direction} limit `);
}

/** Reads each key in its own index, only as far as the page needs, and merges what it reads. */
export function addWalk(
  sql: Sql,
  keys: Keys,
  filter: Filter,
  options: PageOptions,
  { fromEnd, skipped, reach }: WalkRange,
  addLimit: (sql: Sql) => Sql,
): Sql {
  const { order, paidFirst, skip, isAcrossPlaces, lastName } = options;
  const direction = fromEnd ? ' desc' : '';
  if (isOneWalk(keys, options))
    return addLimit(addOneWalk(sql, keys, filter, options, direction)).add(' offset ?', skipped);

  const { rank, ranges } = rankRanges(order, paidFirst);
  const inRange =
    order === 'name' ? ' and d.rank = rank_range.low' : ' and d.rank between rank_range.low and rank_range.high';
  const indexOrder = `order by d.rank${direction}, d.name_norm${direction}, d.id${direction}`;
  const lookups = keys.everywhere || isAcrossPlaces ? [null] : indexLookups(keys);
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
    else addScopeCondition(sql, keys);
    addConditions(sql, filter, skip);
    if (lastName != null) sql.add(' and d.name_norm <= ?', lastName);
    sql.add(`${ranges === '' ? '' : inRange} ${indexOrder} limit ?) as matching`, reach + skipped);
  });
  const sorting = sortColumnsOf(order, rank)
    .map((column) => column + direction)
    .join(', ');
  return addLimit(sql.add(`) as hits order by ${sorting} limit `)).add(' offset ?', skipped);
}
