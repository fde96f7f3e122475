import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

/** Updates the sums behind the rank for listings with reviews older than two years. */
export const refreshSums = async (db: Knex, now: Date): Promise<number> =>
  (
    await rows(
      db,
      `update dentists d set fresh_rating = s.fresh_rating, fresh_review_count = s.fresh_n
       from (select distinct dentist_id from reviews where status = 'published' and source = 'here'
         and written_at <= cast(:now as timestamptz) - interval '2 years') r
       cross join lateral review_sums(r.dentist_id, :now) s
       where d.id = r.dentist_id and (d.fresh_rating, d.fresh_review_count) is distinct from (s.fresh_rating, s.fresh_n) returning d.id`,
      { now },
    )
  ).length;
