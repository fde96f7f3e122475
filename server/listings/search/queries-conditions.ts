import { SqlText as Sql } from '#server/db/tables/sql-text.ts';
import { escapeLike } from '#server/db/escape-like.ts';
import type { Scope } from '#server/places/places.ts';

/** Searches pick ids from the indexes of listing_keys alone, so every column used here is in those indexes. */
export interface Filter {
  serviceId: number | null;
  /** Bits that must all be set. */
  flags: number;
  /** The schedules that are open now, on the chosen days, or in the evening. */
  schedules: number[] | null;
  words: string[];
  /** The same days and evenings as `schedules`, as bits. A listing must match at least one of them. */
  days?: number;
  evenings?: number;
  /** `schedules` are those that are open at this time. */
  openAt?: Date | null;
  /** Filters that no stored count covers. */
  extra?: ExtraFilter | null;
}

export interface ExtraFilter {
  /** Services in addition to `serviceId`. */
  services: readonly number[];
  /** The bits of plan_mask, of which one must be set; 0 for any listing. */
  plans: bigint;
  gender: 'female' | 'male' | null;
  /** Dollars. */
  maxPrice: number | null;
  minRating: number;
  minReviews: number;
}

export type Keys = Pick<Scope, 'everywhere' | 'states' | 'cities' | 'zip3s' | 'zips' | 'miles'>;

/** Services up to this id have a bit in service_mask. */
export const MASKED_SERVICES = 62;

export { Sql };

/** Words of three or more letters match anywhere in a name; shorter ones match the beginning of a word. */
const wordCondition = (column: string, word: string): [string, string[]] =>
  Array.from(word).length >= 3
    ? [`${column} like search_norm(?)`, [`%${escapeLike(word)}%`]]
    : [
        `(${column} like search_norm(?) or ${column} like '% ' || search_norm(?))`,
        [`${escapeLike(word)}%`, `${escapeLike(word)}%`],
      ];

function addServiceCondition(sql: Sql, serviceId: number): void {
  if (serviceId <= MASKED_SERVICES) sql.add(' and d.service_mask & (1::bigint << ?::int) <> 0', serviceId - 1);
  else
    sql.add(' and exists (select from dentist_services x where x.dentist_id = d.id and x.service_id = ?)', serviceId);
}

const GENDER_BITS = { female: 1, male: 2 } as const;

/** The bits of `traits` are those of listing_traits() in the database. */
function addExtraConditions(sql: Sql, { services, plans, gender, maxPrice, minRating, minReviews }: ExtraFilter): void {
  for (const serviceId of services) addServiceCondition(sql, serviceId);
  if (plans !== 0n) sql.add(' and d.plan_mask & ?::bigint <> 0', plans.toString());
  // As with flags, the planner takes >= for a condition that many listings match, and reads the index in order.
  if (gender !== null) sql.add(' and d.traits & ?::int >= ?::int', GENDER_BITS[gender], GENDER_BITS[gender]);
  if (maxPrice !== null) sql.add(' and d.whitening_price_from <= ?::int', maxPrice);
  if (minRating > 0) sql.add(' and (d.traits >> 2) & 15 >= ?::int', minRating * 2);
  if (minReviews > 0) sql.add(' and d.traits >> 6 >= ?::int', minReviews);
}

/** `name_norm || ''` keeps the planner from estimating the name conditions: reading the index in order is always best. */
export function addConditions(sql: Sql, filter: Filter, skip: readonly number[] = []): void {
  sql.add('true');
  if (filter.serviceId !== null) addServiceCondition(sql, filter.serviceId);
  if (filter.flags !== 0) sql.add(' and d.flags & ?::int >= ?::int', filter.flags, filter.flags);
  if (filter.schedules !== null) sql.add(' and d.schedule_id = any(?::int[])', filter.schedules);
  if (filter.extra) addExtraConditions(sql, filter.extra);
  for (const word of filter.words) {
    const [condition, bindings] = wordCondition(`(d.name_norm || '')`, word);
    sql.add(` and ${condition}`, ...bindings);
  }
  if (skip.length > 0) sql.add(' and d.id <> all(?::int[])', skip);
}

/** True if the places of a search are states, or all of them. */
export const coversWholeStates = (keys: Keys): boolean =>
  keys.everywhere || keys.cities.length + keys.zip3s.length + keys.zips.length === 0;

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

/** How many places are looked up in an index. */
export const countKeys = (keys: Keys): number =>
  keys.everywhere ? 1 : indexLookups(keys).reduce((count, lookup) => count + lookup.keys.length, 0);

/** The planner would estimate how many listings each of more places has, which takes 1 ms for a thousand ZIP codes. */
const MOST_PLANNED = 50;

export function addScopeCondition(sql: Sql, keys: Keys): void {
  if (keys.everywhere) return;
  sql.add('(');
  indexLookups(keys).forEach((lookup, index) => {
    if (index > 0) sql.add(' or ');
    if (lookup.keys.length === 1) sql.add(`d.${lookup.column} = ?::${lookup.type}`, lookup.keys[0]);
    else if (lookup.keys.length <= MOST_PLANNED) sql.add(`d.${lookup.column} = any(?::${lookup.type}[])`, lookup.keys);
    else sql.add(`(d.${lookup.column} in (select unnest(?::${lookup.type}[]))) is true`, lookup.keys);
  });
  sql.add(') and ');
}
