import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';

/**
 * A page deep in the best order of a state, or of all listings. The stored counts by depth tell where to start reading,
 * so only the rows near the page are read.
 */
export async function findDeepPageIds(
  db: Knex,
  state: string | null,
  offset: number,
  limit: number,
): Promise<number[]> {
  const page = await rows<{ id: number }>(
    db,
    `with start as (
       select (value / 256)::smallint as rank, case when value % 256 = 0 then '' else chr(value % 256) end as letter, before
       from (select value, sum(n)::int as n, sum(sum(n)) over (order by value) - sum(n) as before
             from listing_tallies where state = ? and kind = 'depth' group by value) t
       where n > 0 and before <= ? order by value desc limit 1)
     select page.id from start cross join lateral (
       select d.id from listing_keys d where d.word = '' ${state === null ? '' : 'and d.state = ?'} and (d.rank, d.name_norm) >= (start.rank, start.letter)
       order by d.rank, d.name_norm, d.id limit ? offset ?::int - start.before) page`,
    [state ?? '', offset, ...(state === null ? [] : [state]), limit, offset],
  );
  return page.map((row) => row.id);
}
