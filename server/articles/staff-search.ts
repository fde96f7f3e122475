import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import { FOUND_LIMIT, type FoundRow, type StaffQuery } from '#server/db/staff-query.ts';

/** Finds articles by number or title, newest first. */
export const searchArticlesForStaff = (db: Knex, { id, like }: StaffQuery): Promise<FoundRow[]> =>
  rows(
    db,
    `select id, title as label, case when is_published then 'Published' else 'Draft' end as detail from articles
     where case when cast(:id as integer) is not null then id = :id else lower(title) like :like end
     order by id desc limit :limit`,
    { id, like, limit: FOUND_LIMIT },
  );
