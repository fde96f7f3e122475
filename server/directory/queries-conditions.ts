import { SqlText as Sql } from '#server/base/tables/sql-text.ts';
import { escapeLike } from '#server/base/db/escape-like.ts';
import type { Scope } from '#server/places/places.ts';
import { stateFeature } from './features.ts';

/** The conditions of a search on a listing, besides its place. */
export interface Filter {
  /** Features that a listing must all have. */
  all: readonly number[];
  /** Lists of features; a listing must have one of each list. */
  any: readonly (readonly number[])[];
  /** Limits that are no feature, because no menu offers them: numbers that someone typed, and areas of the map. */
  limits: readonly Limit[];
  /** The schedules that are open now; null if the search doesn't ask. */
  schedules: readonly number[] | null;
  /** Words that the names must contain. */
  words: readonly string[];
}

export interface Limit {
  column: 'price' | 'rating' | 'review_count' | 'lat' | 'lng';
  comparison: '<=' | '>=';
  value: number;
}

export type Keys = Pick<Scope, 'everywhere' | 'states' | 'cities' | 'zip3s' | 'zips' | 'miles'>;

export const NO_FILTER: Filter = { all: [], any: [], limits: [], schedules: null, words: [] };

export const isUnfiltered = ({ all, any, limits, schedules, words }: Filter): boolean =>
  all.length + any.length + limits.length + words.length === 0 && schedules === null;

export { Sql };

/** Words of three or more letters match anywhere in a name; shorter ones match the beginning of a word. */
export function addWordConditions(sql: Sql, column: string, words: readonly string[]): void {
  for (const word of words)
    if (Array.from(word).length >= 3) sql.add(` and ${column} like search_norm(?)`, `%${escapeLike(word)}%`);
    else
      sql.add(
        ` and (${column} like search_norm(?) or ${column} like '% ' || search_norm(?))`,
        `${escapeLike(word)}%`,
        `${escapeLike(word)}%`,
      );
}

/** Adds the conditions about a row d of listing_index, each after an "and". */
export function addConditions(sql: Sql, { all, any, limits, schedules, words }: Filter): void {
  if (all.length > 0) sql.add(' and d.features @> ?::int[]', all);
  for (const features of any) sql.add(' and d.features && ?::int[]', features);
  for (const { column, comparison, value } of limits) sql.add(` and d.${column} ${comparison} ?`, value);
  if (schedules !== null) sql.add(' and d.schedule_id = any(?::int[])', schedules);
  // The concatenation keeps the planner from reading a range of names, because a name search rarely has the beginning of one.
  addWordConditions(sql, `(d.name_norm || '')`, words);
}

/** True if the places of a search are states, or all of them. */
export const coversWholeStates = (keys: Keys): boolean =>
  keys.everywhere || keys.cities.length + keys.zip3s.length + keys.zips.length === 0;

/** An index and the keys to look up in it. */
export interface IndexLookup {
  column: 'state' | 'city_id' | 'zip3' | 'zip5';
  type: 'text' | 'int';
  keys: readonly unknown[];
}

export function indexLookups(keys: Keys): IndexLookup[] {
  const lookups: IndexLookup[] = [
    { column: 'state', type: 'text', keys: keys.states },
    { column: 'city_id', type: 'int', keys: keys.cities },
    { column: 'zip3', type: 'text', keys: keys.zip3s },
    { column: 'zip5', type: 'text', keys: keys.zips },
  ];
  return lookups.filter((lookup) => lookup.keys.length > 0);
}

/**
 * Adds the condition that a row is in one of the places. The planner estimates a list of places from its values, which takes 1 ms for a
 * thousand ZIP codes and pays only if there are other conditions to choose an index for.
 */
export function addScopeCondition(sql: Sql, keys: Keys, { row = 'd', isOnly = false } = {}): void {
  if (keys.everywhere) return;
  sql.add(' and (');
  indexLookups(keys).forEach(({ column, type, keys: values }, index) => {
    if (index > 0) sql.add(' or ');
    if (values.length === 1) sql.add(`${row}.${column} = ?::${type}`, values[0]);
    else if (isOnly) sql.add(`${row}.${column} = any(array(select unnest(?::${type}[])))`, values);
    else sql.add(`${row}.${column} = any(?::${type}[])`, values);
  });
  sql.add(')');
}

/**
 * The filter and its states as features, so that one index has both. Null if other places must be tested, too, or if the filter has no
 * features: the index by state then has every column that is read.
 */
export function withStates(keys: Keys, filter: Filter): Filter | null {
  if (keys.everywhere) return filter;
  if (!coversWholeStates(keys) || filter.all.length + filter.any.length === 0) return null;
  const states = keys.states.map(stateFeature);
  return states.length === 1
    ? { ...filter, all: [...filter.all, ...states] }
    : { ...filter, any: [...filter.any, states] };
}
