import { escapeLike } from '#server/db/escape-like.ts';
import type { Scope } from '#server/places/places.ts';

/** Searches pick ids from the indexes of listing_keys alone, so every column used here is in those indexes. */
export interface Filter {
  serviceId: number | null;
  /** Bits that must all be set. */
  flags: number;
  /** The schedules that are open now. */
  schedules: number[] | null;
  words: string[];
}

export type Keys = Pick<Scope, 'everywhere' | 'states' | 'cities' | 'zip3s' | 'zips' | 'miles'>;

/** Services up to this id have a bit in service_mask. */
export const MASKED_SERVICES = 62;

/** A statement under construction: its text, and the bindings in the order of their question marks. */
export class Sql {
  text = '';
  readonly bindings: unknown[] = [];
  add(text: string, ...bindings: unknown[]): this {
    this.text += text;
    this.bindings.push(...bindings);
    return this;
  }
}

/** Words of three or more letters match anywhere in a name; shorter ones match the beginning of a word. */
const wordCondition = (column: string, word: string): [string, string[]] =>
  Array.from(word).length >= 3
    ? [`${column} like search_norm(?)`, [`%${escapeLike(word)}%`]]
    : [
        `(${column} like search_norm(?) or ${column} like '% ' || search_norm(?))`,
        [`${escapeLike(word)}%`, `${escapeLike(word)}%`],
      ];

/** `name_norm || ''` keeps the planner from estimating the name conditions: reading the index in order is always best. */
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
    const [condition, bindings] = wordCondition(`(d.name_norm || '')`, word);
    sql.add(` and ${condition}`, ...bindings);
  }
  if (skip.length > 0) sql.add(' and d.id <> all(?::int[])', skip);
}

/** An index and the keys to look up in it. */
export interface IndexLookup {
  column: string;
  type: string;
  keys: readonly unknown[];
  miles: readonly number[] | null;
}

export function indexLookups(keys: Keys): IndexLookup[] {
  const lookups: IndexLookup[] = [
    { column: 'state', type: 'text', keys: keys.states, miles: null },
    { column: 'city_id', type: 'int', keys: keys.cities, miles: null },
    { column: 'zip3', type: 'text', keys: keys.zip3s, miles: null },
    { column: 'zip5', type: 'text', keys: keys.zips, miles: keys.miles },
  ];
  return lookups.filter((lookup) => lookup.keys.length > 0);
}

export function addScopeCondition(sql: Sql, keys: Keys): void {
  if (keys.everywhere) return;
  sql.add('(');
  indexLookups(keys).forEach((lookup, index) => {
    if (index > 0) sql.add(' or ');
    if (lookup.keys.length === 1) sql.add(`d.${lookup.column} = ?::${lookup.type}`, lookup.keys[0]);
    else sql.add(`d.${lookup.column} = any(?::${lookup.type}[])`, lookup.keys);
  });
  sql.add(') and ');
}
