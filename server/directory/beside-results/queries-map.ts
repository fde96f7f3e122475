import type { Knex } from 'knex';
import { CELL_PIXELS } from '#contract/directory/map-matches.ts';
import type { Box } from '#shared/places/box.ts';
import { prepared, rows } from '#server/base/db/knex.ts';
import { Sql, type Filter, type Keys } from '../queries-conditions.ts';
import { addListings } from '../queries-find.ts';

export interface MapCell {
  count: number;
  lat: number;
  lng: number;
  box: Box;
}

/** MapLibre shows the world in 512 pixels at zoom 0. */
const WORLD_PIXELS = 512;
/** In the middle of the country, a degree of latitude is this much longer on the map than one of longitude. */
const STRETCH = 1.25;

/** The degrees of a cell at a zoom. */
export function cellDegrees(zoom: number): { width: number; height: number } {
  const width = (360 / 2 ** zoom) * (CELL_PIXELS / WORLD_PIXELS);
  return { width, height: width / STRETCH };
}

/** Counts matches in cells of a grid, the largest counts first. */
export function countCells(
  db: Knex,
  keys: Keys,
  filter: Filter,
  { zoom, without = [], most = null }: { zoom: number; without?: readonly number[]; most?: number | null },
): Promise<MapCell[]> {
  const { width, height } = cellDegrees(zoom);
  const sql = new Sql().add(
    `select count(*)::int as count, sum(cast(lat as float8)) / count(*) as lat, sum(cast(lng as float8)) / count(*) as lng,
       json_build_object('west', min(lng), 'south', min(lat), 'east', max(lng), 'north', max(lat)) as box
     from (`,
  );
  addListings(sql, 'd.lat, d.lng', keys, filter, without);
  sql.add(
    `) hits group by floor(lng / ?::float8), floor(lat / ?::float8) order by 1 desc limit ?::int`,
    width,
    height,
    most,
  );
  return rows<MapCell>(db, sql.text, sql.bindings);
}

export interface Position {
  lat: number;
  lng: number;
}

export const findPositions = (db: Knex, ids: readonly number[]): Promise<Position[]> =>
  prepared(
    db,
    `select cast(lat as float8) as lat, cast(lng as float8) as lng from listing_index
     where id = any(?::int[]) and lat is not null and lng is not null`,
    [ids],
  );
