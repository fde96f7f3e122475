import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { containsWords, FOUND_LIMIT, type FoundRow, type StaffQuery } from '#server/base/tables/staff-query.ts';
import { SqlText } from '#server/base/tables/sql-text.ts';

interface FoundEntry extends FoundRow {
  list: 'services' | 'practice-types' | 'insurance-plans';
}

/** The three short lists of the catalog in one shape. Other names are former ones and aliases. */
const ENTRIES = `
  select 'services' as list, id, name, array_to_string(former_names, ', ') as others from services
  union all select 'practice-types', id, name, array_to_string(former_names, ', ') from practice_types
  union all select 'insurance-plans', id, name, array_to_string(aliases, ', ') from insurance_plans`;

/** Finds services, practice types, and insurance plans by number, or by a present or former name. */
export function searchCatalogForStaff(db: Knex, query: StaffQuery): Promise<FoundEntry[]> {
  const sql = new SqlText()
    .add(
      `select list, id, name as label, nullif(others, '') as detail from (
      select *, row_number() over (partition by list order by lower(name)) as place from (${ENTRIES}) e where `,
    )
    .append(
      query.id === null
        ? containsWords(['lower(name)', 'lower(others)'], query)
        : new SqlText().add('id = ?', query.id),
    );
  return rows(db, `${sql.text}) found where place <= ? order by list, place`, [...sql.bindings, FOUND_LIMIT]);
}
