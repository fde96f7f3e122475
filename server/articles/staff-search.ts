import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { containsWords, FOUND_LIMIT, type FoundRow, type StaffQuery } from '#server/base/tables/staff-query.ts';
import { SqlText } from '#server/base/tables/sql-text.ts';

/** Finds articles by number, title, author, or address, newest first. */
export function searchArticlesForStaff(db: Knex, query: StaffQuery): Promise<FoundRow[]> {
  const sql = new SqlText()
    .add(
      `select id, title as label, concat_ws(', ', author, case when is_published then 'Published' else 'Draft' end) as detail
       from articles where `,
    )
    .append(
      query.id === null
        ? containsWords(['lower(title)', 'lower(author)', 'slug'], query)
        : new SqlText().add('id = ?', query.id),
    );
  return rows(db, `${sql.text} order by id desc limit ?`, [...sql.bindings, FOUND_LIMIT]);
}
