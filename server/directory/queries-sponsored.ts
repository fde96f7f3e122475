import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { PRO_MAX } from './features.ts';
import { addConditions, NO_FILTER, Sql, type Filter, type Keys } from './queries-conditions.ts';
import { addListings, type PageOptions } from './queries-find.ts';
import { sortColumns } from './rank.ts';

/** A draw of sponsored places. */
export interface Draw {
  /** The number of the day, which seeds the draw. */
  day: number;
  places: number;
  /** A search with fewer results has no sponsored places. */
  minResults: number;
  /** The ZIP codes that a drawn listing may be in; null for any in the places of the search. */
  zips: readonly string[] | null;
}

/** Orders listings randomly, in the same way on every server for a day, and in another on the next. */
const DRAW_ORDER = `order by md5(d.id || ' ' || ?::text), d.id limit ?`;
const BEST_FIRST = sortColumns('best').join(', ');

/**
 * Draws among the Pro Max listings that match, and returns them in the usual order. They are few, so a filter is tested on their
 * rows, because looking it up takes longer.
 */
export async function drawIds(db: Knex, keys: Keys, filter: Filter, { day, places, zips }: Draw): Promise<number[]> {
  const sql = addListings(new Sql().add('select id from ('), 'd.id, d.rank, d.name_norm', keys, {
    ...NO_FILTER,
    all: [PRO_MAX],
  });
  addConditions(sql.add(' and (true'), filter);
  sql.add(') is true');
  if (zips !== null) sql.add(' and d.zip5 = any(?::text[])', zips);
  sql.add(` ${DRAW_ORDER}) drawn order by ${BEST_FIRST}`, day, places);
  return (await rows<{ id: number }>(db, sql.text, sql.bindings)).map(({ id }) => id);
}

/**
 * Like `findMatches`, and draws among the matches, because reading them once finds both. With `isAfterDrawn`, the drawn listings come
 * before all results, and the page is one of the other results; without it, the drawn listings are among the results.
 */
export async function findMatchesAndDraw(
  db: Knex,
  keys: Keys,
  filter: Filter,
  { offset, limit, isAfterDrawn }: PageOptions & { isAfterDrawn: boolean },
  { day, places, minResults, zips }: Draw,
  most: number,
): Promise<{ total: number; ids: number[] | null; drawnIds: number[] }> {
  const columns = `d.id, d.rank, d.name_norm, d.zip5, d.features @> '{${PRO_MAX}}' as is_pro_max`;
  const sql = addListings(new Sql().add('with hits as materialized ('), columns, keys, filter).add(
    ` limit ?), counted as materialized (select count(*)::int as total from hits),
     drawn as materialized (select d.* from hits d, counted where d.is_pro_max and total between ? and ?`,
    most + 1,
    minResults,
    most,
  );
  if (zips !== null) sql.add(' and d.zip5 = any(?::text[])', zips);
  sql.add(
    ` ${DRAW_ORDER})
     select total, array(select id from drawn order by ${BEST_FIRST}) as drawn_ids, case when total <= ? then array(
       select id from hits ${isAfterDrawn ? 'where id not in (select id from drawn)' : ''} order by ${BEST_FIRST} limit ?
       offset ?::int ${isAfterDrawn ? '- (select count(*) from drawn)' : ''}) end as ids
     from counted`,
    day,
    places,
    most,
    limit,
    offset,
  );
  const [found] = await rows<{ total: number; ids: number[] | null; drawnIds: number[] }>(db, sql.text, sql.bindings);
  return found!;
}
