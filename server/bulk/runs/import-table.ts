import { importStatuses, importTable } from '#shared/tables/lists/imports.ts';
import { choiceOf, daysOf, flagOf, searchOf, textOf } from '#server/base/tables/filter-sql.ts';
import { caseOf, SqlText } from '#server/base/tables/sql-text.ts';
import type { TableSource } from '#server/base/tables/table-source.ts';

export const importSource: TableSource<typeof importTable> = {
  shape: importTable,
  from: 'import_runs r',
  id: 'r.id',
  joins: '',
  columns: {
    id: 'r.id',
    file: 'r.file_name',
    bytes: 'r.file_bytes',
    when: 'r.created_at',
    who: 'r.user_name',
    status: caseOf('r.status', importStatuses),
    added: 'r.rows_new',
    changed: 'r.rows_changed',
    same: 'r.rows_same',
    refused: 'r.rows_refused',
    deleted: 'r.rows_deleted',
    message: 'r.message',
    finished: 'r.finished_at',
    undone: 'r.undone_at',
  },
  sorts: {
    id: { sql: 'r.id', type: 'integer' },
    file: { sql: 'lower(r.file_name) collate "C"', type: 'text' },
    bytes: { sql: 'r.file_bytes', type: 'bigint' },
    when: { sql: 'r.created_at', type: 'timestamptz' },
  },
  filters: {
    status: choiceOf('r.status'),
    who: textOf('r.user_name'),
    refused: flagOf('coalesce(r.rows_refused, 0) > 0'),
    when: daysOf('r.created_at'),
  },
  base: () => new SqlText().add('true'),
  search: searchOf('r.id', 'r.file_name', 'r.user_name', 'r.message'),
};
