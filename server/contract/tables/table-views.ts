import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { tableName } from './tables.ts';
import { id, idParam, line, ok, text } from '../values.ts';

export const MAX_VIEWS = 50;

const tableView = z.object({
  id,
  name: z.string(),
  /** The query string of the list. */
  search: z.string(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  canDelete: z.boolean(),
  ownerName: z.string(),
});
export type TableView = z.output<typeof tableView>;

export const listTableViews = endpoint('GET', '/api/admin/table-views', {
  summary: 'The caller’s saved views of a list, and those that other admins share',
  query: z.object({ table: tableName }),
  reply: z.array(tableView),
});

export const saveTableView = endpoint('POST', '/api/admin/table-views', {
  summary: 'Save a view of a list; a view of the same name is replaced',
  body: z.object({
    table: tableName,
    name: line(60, 'Please enter a name.').refine((value) => value !== '', 'Please enter a name.'),
    search: text(4_000),
    isShared: z.boolean(),
  }),
  reply: tableView,
  errors: { too_many_views: 409 },
});

export const deleteTableView = endpoint('DELETE', '/api/admin/table-views/:id', {
  summary: 'Delete one of the caller’s saved views, or, as an administrator, a shared one',
  params: idParam,
  reply: ok,
});
