import { ANY_LISTING, scheduleFeature } from './features.ts';
import { coversWholeStates, isUnfiltered, Sql, type Filter, type Keys } from './queries-conditions.ts';

/** Facets count services in every place, and other features in states and the whole country. */
const LAST_SERVICE = 9_999;

/** The exact number of listings in places with one of these features, from the stored facets. No listing may have two of them. */
export function facetTotalSql(keys: Keys, features: readonly number[] = [ANY_LISTING]): Sql {
  if (keys.everywhere)
    return new Sql().add(
      `coalesce((select sum(n) from facets where scope = 'all' and key = '' and feature = any(?::int[])), 0)`,
      features,
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
            (select n from facets where scope = '${scope}' and key = k and feature = any(?::int[]) offset 0) f), 0)`,
        values.map(String),
        features,
      );
  }
  return sql;
}

/** The exact total if the facets have it, because the search asks for at most one feature, else null. */
export function storedTotalSql(keys: Keys, filter: Filter): Sql | null {
  if (isUnfiltered(filter)) return facetTotalSql(keys);
  const { all, any, limits, schedules, words } = filter;
  if (any.length + limits.length + words.length > 0) return null;
  if (all.length === 1 && schedules === null)
    return all[0]! <= LAST_SERVICE || coversWholeStates(keys) ? facetTotalSql(keys, all) : null;
  if (all.length === 0 && schedules !== null && coversWholeStates(keys))
    return facetTotalSql(keys, schedules.map(scheduleFeature));
  return null;
}
