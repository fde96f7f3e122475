import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

/** Reads stored counts of listings and the index of confirmed ones, so no listing is read. */
export const countConfirmedByState = (
  db: Knex,
  since: Date,
): Promise<{ state: string | null; listings: number; confirmed: number }[]> =>
  rows(
    db,
    `select state, coalesce(listings, 0)::integer as listings, coalesce(confirmed, 0)::integer as confirmed
     from (select key as state, sum(n) as listings from facets where scope = 'state' and feature = 0 group by key having sum(n) > 0) l
     full join (select state, count(*) as confirmed from dentists
                where deleted_at is null and confirmed_at >= :since group by state) c using (state)
     order by listings desc nulls last, state`,
    { since },
  );

export async function countConfirmed(db: Knex, since: Date): Promise<number> {
  const [row] = await rows<{ n: number }>(
    db,
    'select count(*)::integer as n from dentists where deleted_at is null and confirmed_at >= :since',
    { since },
  );
  return row!.n;
}
