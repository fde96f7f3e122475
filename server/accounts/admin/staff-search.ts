import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import { FOUND_LIMIT, type FoundRow, type StaffQuery } from '#server/db/staff-query.ts';

/** Finds accounts by number, name, or email. */
export const searchPeopleForStaff = (db: Knex, { id, like }: StaffQuery): Promise<FoundRow[]> =>
  id === null
    ? rows(
        db,
        `select id, name as label, email as detail from users where lower(name) like ? or email like ? order by id desc limit ?`,
        [like, like, FOUND_LIMIT],
      )
    : rows(db, 'select id, name as label, email as detail from users where id = ?', [id]);
