import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import { RefreshedValue } from '#server/db/refreshed-value.ts';

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

const TEN_MINUTES = 600_000;

/** The rank that most listings have, and how many have it. */
const commonRank = new RefreshedValue(TEN_MINUTES, async (db) => {
  const [found] = await rows<{ rank: number; size: number }>(
    db,
    `select value / 256 as rank, sum(n)::int as size from listing_tallies where state = '' and kind = 'depth'
     group by 1 order by 2 desc limit 1`,
  );
  return found ?? { rank: 0, size: 0 };
});

/**
 * A name that about this share of the listings come before, by name. The listings of one rank tell, because names don't depend on
 * ranks. Null if they are too few.
 */
export async function findNameAtShare(db: Knex, share: number): Promise<string | null> {
  const { rank, size } = await commonRank.get(db);
  const [found] = await rows<{ name: string }>(
    db,
    `select d.name_norm as name from listing_keys d where d.word = '' and d.rank = ?
     order by d.rank, d.name_norm, d.id offset ?::int limit 1`,
    [rank, Math.ceil(size * share)],
  );
  return found?.name ?? null;
}
