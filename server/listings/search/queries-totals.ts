import {
  addConditions,
  coversWholeStates,
  indexLookups,
  MASKED_SERVICES,
  Sql,
  type Filter,
  type IndexLookup,
  type Keys,
} from './queries-conditions.ts';

/** facet_flags counts the five attributes, but not the languages. */
export const ATTRIBUTE_BITS = 31;

/** The exact number of listings in a scope, for one service or for all (0), from the stored facets. */
export function facetTotalSql(keys: Keys, serviceId: number): Sql {
  if (keys.everywhere)
    return new Sql().add(
      `coalesce((select sum(n) from facets where scope = 'all' and key = '' and service_id = ?), 0)`,
      serviceId,
    );
  const scopes: [string, readonly unknown[]][] = [
    ['state', keys.states],
    ['city', keys.cities],
    ['zip3', keys.zip3s],
    ['zip', keys.zips],
  ];
  const sql = new Sql().add('0');
  for (const [scope, values] of scopes) {
    if (values.length > 0)
      sql.add(
        ` + coalesce((select sum(f.n) from unnest(?::text[]) as k cross join lateral
            (select n from facets where scope = '${scope}' and key = k and service_id = ? offset 0) f), 0)`,
        values.map(String),
        serviceId,
      );
  }
  return sql;
}

/** The exact total if every write keeps that count up to date, else null. */
export function storedTotalSql(keys: Keys, { words, flags, schedules, serviceId: service, extra }: Filter): Sql | null {
  const serviceId = service ?? 0;
  const hasFacets = serviceId <= MASKED_SERVICES;
  if (words.length > 0 || extra) return null;
  if (schedules === null && flags === 0 && hasFacets) return facetTotalSql(keys, serviceId);
  if (!coversWholeStates(keys)) return null;
  const states = keys.everywhere ? [''] : keys.states;
  if (serviceId === 0 && schedules === null)
    return new Sql().add(
      `select coalesce(sum(n), 0) from listing_tallies where state = any(?::text[]) and kind = 'flags' and value & ?::int = ?::int`,
      states,
      flags,
      flags,
    );
  if (serviceId === 0 && flags === 0)
    return new Sql().add(
      `select coalesce(sum(n), 0) from listing_tallies where state = any(?::text[]) and kind = 'hours' and value = any(?::int[])`,
      states,
      schedules,
    );
  if (schedules === null && hasFacets && flags <= ATTRIBUTE_BITS)
    return new Sql().add(
      `select coalesce(sum(n), 0) from facet_flags where state = any(?::text[]) and service_id = ? and flags & ?::int = ?::int`,
      states,
      serviceId,
      flags,
      flags,
    );
  return null;
}

/** Counts the matching listings among the first `examined` ones of each lookup, so that a rare combination stays cheap. */
export function partialTotalSql(keys: Keys, filter: Filter, examined: number): Sql {
  const sql = new Sql().add('select count(*) from (');
  const lookups = keys.everywhere ? [null] : indexLookups(keys);
  lookups.forEach((lookup, index) => {
    if (index > 0) sql.add(' union all ');
    addLookup(sql.add('select from (select d.* from '), lookup);
    // An order that its index has, so that the planner reads no more than the limit.
    const isOneKey = lookup === null || lookup.keys.length === 1;
    const order = isOneKey ? 'order by d.rank, d.name_norm, d.id' : '';
    sql.add(`true ${order} limit ?) d where `, Math.ceil(examined / lookups.length));
    addConditions(sql, filter);
  });
  return sql.add(') hits');
}

/** The listings of an index lookup, or all of them. A condition must follow. */
export function addLookup(sql: Sql, lookup: IndexLookup | null): void {
  if (lookup === null) sql.add(`listing_keys d where d.word = '' and `);
  else if (lookup.keys.length === 1)
    sql.add(`listing_keys d where d.word = '' and d.${lookup.column} = ?::${lookup.type} and `, lookup.keys[0]);
  else
    sql.add(
      `unnest(?::${lookup.type}[]) as key join listing_keys d on d.${lookup.column} = key where d.word = '' and `,
      lookup.keys,
    );
}
