import type { Knex } from 'knex';
import type { Box } from '#shared/places/box.ts';
import type { Clock } from '#server/base/clock.ts';
import { ShortCache } from '#server/base/db/short-cache.ts';
import { boxLimits } from './filters.ts';
import { interpretQuery, type SearchFilters } from './query.ts';
import { countCells, type MapCell } from './queries-map.ts';

export interface MapQuery extends SearchFilters {
  view?: Box | undefined;
  zoom: number;
  without?: readonly number[] | undefined;
}

const cache = new ShortCache<MapCell[]>('map-matches');

/** Finds all matches of a search in a view of the map, as cells of a grid. */
export async function findMapMatches(db: Knex, query: MapQuery, clock: Clock): Promise<MapCell[]> {
  const cacheKey = JSON.stringify(query);
  const cached = cache.get(db, cacheKey);
  if (cached) return cached;
  const { view, zoom, without = [], ...search } = query;
  const interpreted = await interpretQuery(db, search, clock.now());
  if (!('filter' in interpreted)) return [];
  const { scope, filter } = interpreted;
  const limits = [...filter.limits, ...boxLimits(view!)];
  return cache.set(db, cacheKey, await countCells(db, scope, { ...filter, limits }, { zoom, without }));
}
