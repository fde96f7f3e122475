import { armsOf, addConditions, MASKED_SERVICES, Sql, type Filter, type Keys } from './queries-search.ts';

const ATTRIBUTE_BITS = 31;

const coversWholeStates = (keys: Keys): boolean =>
  keys.everywhere || keys.cities.length + keys.zip3s.length + keys.zips.length === 0;
const statesOf = (keys: Keys): readonly string[] => (keys.everywhere ? [''] : keys.states);

/** Exact, from the counted facets: the listings of a scope, of one service or all. */
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

/** Whatever the writes keep an exact count of; null for all else. */
export function storedTotalSql(keys: Keys, filter: Filter): Sql | null {
  const { words, flags, schedules } = filter;
  const serviceId = filter.serviceId ?? 0;
  const masked = serviceId <= MASKED_SERVICES;
  if (words.length > 0) return null;
  if (schedules === null && flags === 0 && masked) return facetTotalSql(keys, serviceId);
  if (!coversWholeStates(keys)) return null;
  const states = statesOf(keys);
  // How many have all these attributes and languages, or keep one of these schedules.
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
  if (schedules === null && masked && flags <= ATTRIBUTE_BITS)
    return new Sql().add(
      `select coalesce(sum(n), 0) from facet_flags where state = any(?::text[]) and service_id = ? and flags & ?::int = ?::int`,
      states,
      serviceId,
      flags,
      flags,
    );
  return null;
}

/** Counted live, up to `most + 1`. */
export function liveTotalSql(keys: Keys, filter: Filter, most: number): Sql {
  const sql = new Sql().add('select count(*) from (select from (');
  const arms = keys.everywhere ? [null] : armsOf(keys);
  arms.forEach((arm, index) => {
    if (index > 0) sql.add(' union all ');
    if (arm === null) sql.add(`(select from listing_keys d where d.word = '' and `);
    else if (arm.keys.length === 1)
      sql.add(`(select from listing_keys d where d.word = '' and d.${arm.column} = ?::${arm.type} and `, arm.keys[0]);
    else
      sql.add(
        `(select from unnest(?::${arm.type}[]) as key join listing_keys d on d.${arm.column} = key where d.word = '' and `,
        arm.keys,
      );
    addConditions(sql, filter);
    sql.add(' limit ?)', most + 1);
  });
  return sql.add(') arms limit ?) hits', most + 1);
}
