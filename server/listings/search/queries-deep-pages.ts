import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';

/** A page far down the usual order of a state or of everything: the counts by depth say where to begin, so little is walked. */
export async function findDeepPageIds(
  db: Knex,
  state: string | null,
  offset: number,
  limit: number,
): Promise<number[]> {
  const found = await rows<{ id: number }>(
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
  return found.map((row) => row.id);
}
