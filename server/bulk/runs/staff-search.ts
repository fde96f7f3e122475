import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import { FOUND_LIMIT, type FoundRow, type StaffQuery } from '#server/db/staff-query.ts';

/** Finds imports by number, file, or person, newest first. */
export const searchImportsForStaff = (db: Knex, { id, like }: StaffQuery): Promise<FoundRow[]> =>
  rows(
    db,
    `select id, file_name as label, concat_ws(', ', user_name, status) as detail from import_runs
     where case when cast(:id as integer) is not null then id = :id else lower(file_name) like :like or lower(user_name) like :like end
     order by id desc limit :limit`,
    { id, like, limit: FOUND_LIMIT },
  );
