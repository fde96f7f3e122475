import type { Knex } from 'knex';
import type { Box } from '#shared/places/box.ts';
import type { Clock } from '#server/base/clock.ts';
import { ShortCache } from '#server/base/db/short-cache.ts';
import { cacheUntilChange } from '#server/places/places.ts';
import { boxLimits } from '../filters.ts';
import { interpretQuery, type SearchFilters } from '../query.ts';
import { isUnfiltered, NO_FILTER, type Keys } from '../queries-conditions.ts';
import { cellDegrees, countCells, findPositions, type MapCell, type Position } from './queries-map.ts';

export interface MapQuery extends SearchFilters {
  view?: Box | undefined;
  zoom: number;
  without?: readonly number[] | undefined;
}

/** More than a large screen has. */
const MAX_CELLS = 600;
/** Up to this zoom, the grid of the whole country is kept, because counting all listings takes longer than any other search. */
const LAST_KEPT_ZOOM = 6;
const WORLD: Box = { west: -180, south: -90, east: 180, north: 90 };

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
  if (scope.everywhere && isUnfiltered(filter) && zoom <= LAST_KEPT_ZOOM && isOnGrid(view!, zoom))
    return cache.set(db, cacheKey, await cutFromCountry(db, scope, { view: view!, zoom, without }));
  const inView = { ...filter, limits: [...filter.limits, ...boxLimits(view!)] };
  return cache.set(db, cacheKey, await countCells(db, scope, inView, { zoom, without, most: MAX_CELLS }));
}

/** True if the edges of a view lie between cells, as those of the views that the map requests do. */
function isOnGrid({ west, south, east, north }: Box, zoom: number): boolean {
  const { width, height } = cellDegrees(zoom);
  return (
    [west, east].every((lng) => Math.abs(lng) === WORLD.east || Number.isInteger(lng / width)) &&
    [south, north].every((lat) => Math.abs(lat) === WORLD.north || Number.isInteger(lat / height))
  );
}

/** Counts the listings of the country once per change of the directory. The listings left out are subtracted from the cells of a view. */
async function cutFromCountry(
  db: Knex,
  everywhere: Keys,
  { view, zoom, without }: { view: Box; zoom: number; without: readonly number[] },
): Promise<MapCell[]> {
  const everything = { ...NO_FILTER, limits: boxLimits(WORLD) };
  const [country, left] = await Promise.all([
    cacheUntilChange(db, `map-grid ${zoom}`, () => countCells(db, everywhere, everything, { zoom })),
    without.length > 0 ? findPositions(db, without) : [],
  ]);
  const { width, height } = cellDegrees(zoom);
  const isIn = ({ box }: MapCell, { lat, lng }: Position) =>
    Math.floor(lat / height) === Math.floor(box.south / height) &&
    Math.floor(lng / width) === Math.floor(box.west / width);
  return country
    .filter(
      ({ box }) => box.west >= view.west && box.east <= view.east && box.south >= view.south && box.north <= view.north,
    )
    .flatMap((cell) =>
      leaveOut(
        cell,
        left.filter((position) => isIn(cell, position)),
      ),
    )
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_CELLS);
}

/** A cell without some of its listings. Its area may still include their positions. */
function leaveOut(cell: MapCell, left: readonly Position[]): MapCell[] {
  const count = cell.count - left.length;
  if (count <= 0) return [];
  if (left.length === 0) return [cell];
  const lat = left.reduce((sum, one) => sum - one.lat, cell.lat * cell.count) / count;
  const lng = left.reduce((sum, one) => sum - one.lng, cell.lng * cell.count) / count;
  return [{ count, lat, lng, box: count === 1 ? { west: lng, south: lat, east: lng, north: lat } : cell.box }];
}
