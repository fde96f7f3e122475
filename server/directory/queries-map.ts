import type { Knex } from 'knex';
import { CELL_PIXELS } from '#contract/directory/map-matches.ts';
import type { Box } from '#shared/places/box.ts';
import { rows } from '#server/base/db/knex.ts';
import { Sql, type Filter, type Keys } from './queries-conditions.ts';
import { addListings } from './queries-find.ts';

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
/** More than a large screen has. */
const MAX_CELLS = 600;

/** Counts matches in cells of a grid. */
export function countCells(
  db: Knex,
  keys: Keys,
  filter: Filter,
  { zoom, without }: { zoom: number; without: readonly number[] },
): Promise<MapCell[]> {
  const width = (360 / 2 ** zoom) * (CELL_PIXELS / WORLD_PIXELS);
  const sql = new Sql().add(
    `select count(*)::int as count, sum(cast(lat as float8)) / count(*) as lat, sum(cast(lng as float8)) / count(*) as lng,
       json_build_object('west', min(lng), 'south', min(lat), 'east', max(lng), 'north', max(lat)) as box
     from (`,
  );
  addListings(sql, 'd.lat, d.lng', keys, filter, without);
  sql.add(
    `) hits group by floor(lng / ?::float8), floor(lat / ?::float8) order by 1 desc limit ?`,
    width,
    width / STRETCH,
    MAX_CELLS,
  );
  return rows<MapCell>(db, sql.text, sql.bindings);
}
