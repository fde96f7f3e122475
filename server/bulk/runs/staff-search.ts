import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { containsWords, FOUND_LIMIT, type FoundRow, type StaffQuery } from '#server/base/tables/staff-query.ts';
import { SqlText } from '#server/base/tables/sql-text.ts';

/** Finds imports by number, file, or person, newest first. */
export function searchImportsForStaff(db: Knex, query: StaffQuery): Promise<FoundRow[]> {
  const sql = new SqlText()
    .add(`select id, file_name as label, concat_ws(', ', user_name, status) as detail from import_runs where `)
    .append(
      query.id === null
        ? containsWords(['lower(file_name)', 'lower(user_name)'], query)
        : new SqlText().add('id = ?', query.id),
    );
  return rows(db, `${sql.text} order by id desc limit ?`, [...sql.bindings, FOUND_LIMIT]);
}
