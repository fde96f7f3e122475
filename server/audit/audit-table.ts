import { auditTable } from '#shared/tables/lists/audit.ts';
import { escapeLike } from '#server/base/db/escape-like.ts';
import { choiceOf, daysOf, flagOf, searchOf } from '#server/base/tables/filter-sql.ts';
import { SqlText } from '#server/base/tables/sql-text.ts';
import type { TableSource } from '#server/base/tables/table-source.ts';
import { selectSubjectName } from './queries-subject-name.ts';

const fieldsOf = (column: string): string =>
  `select jsonb_object_keys(case when jsonb_typeof(${column}) = 'object' then ${column} else '{}' end)`;

export const auditSource: TableSource<typeof auditTable> = {
  shape: auditTable,
  from: 'audit_log a',
  id: 'a.id',
  idType: 'bigint',
  joins: '',
  columns: {
    id: 'a.id',
    when: 'a.at',
    who: 'a.actor_name',
    email: 'a.actor_email',
    action: 'a.action',
    about: `concat_ws(' ', a.subject, a.subject_id)`,
    name: selectSubjectName('a'),
    changes: `select string_agg(field, ', ' order by field) from (${fieldsOf('a.before')} union ${fieldsOf('a.after')}) as fields (field)`,
    note: 'a.note',
  },
  sorts: {
    id: { sql: 'a.id', type: 'bigint' },
    when: { sql: 'a.at', type: 'timestamptz' },
    action: { sql: 'a.action collate "C"', type: 'text' },
  },
  filters: {
    subject: choiceOf('a.subject'),
    number: ([value = '']) => new SqlText().add('a.subject_id = ?', value.replace('#', '').trim()),
    who: ([value = '']) => new SqlText().add('lower(a.actor_email) = lower(?)', value.trim()),
    system: flagOf('a.actor_id is null'),
    action: ([value = '']) => new SqlText().add('a.action collate "C" like ?', `${escapeLike(value.trim())}%`),
    changes: flagOf('coalesce(a.before, a.after) is not null'),
    when: daysOf('a.at'),
  },
  base: () => new SqlText().add('true'),
  search: searchOf(
    'a.id',
    'a.actor_name',
    'a.actor_email',
    'a.action',
    'a.note',
    'a.subject_id',
    'cast(a.before as text)',
    'cast(a.after as text)',
  ),
};
