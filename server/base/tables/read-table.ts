import type { Knex } from 'knex';
import { MAX_SORTS, TABLE_PAGE } from '#shared/tables/table-shape.ts';
import { rows } from '#server/base/db/knex.ts';
import { Refusal } from '#server/base/http/errors.ts';
import { countSql, orderOf, pageSql, readCursor, readSort, writeCursor } from './page-sql.ts';
import type { TableFilter, TableSource } from './table-source.ts';

export interface TableView {
  q?: string | undefined;
  filters?: Record<string, string[]> | undefined;
  zone?: string | undefined;
  now?: Date | undefined;
  userId?: number | undefined;
  columns?: string | undefined;
  sort?: string | undefined;
}
export interface TablePage extends TableView {
  after?: string | undefined;
  before?: string | undefined;
  end?: '1' | undefined;
  limit?: number | undefined;
}
export type Cells = Record<string, string | number | boolean | Date | null>;

export const filterOf = ({ q = '', filters = {}, zone = 'UTC', now = new Date(), userId }: TableView): TableFilter => ({
  q,
  filters,
  zone,
  now,
  userId: userId ?? null,
});

/** The columns to read. The id is always among them, because rows are opened and selected by it. */
export function columnsOf(source: TableSource, text: string | undefined): string[] {
  const columns = text ? text.split(',') : [...source.shape.defaultColumns];
  if (!columns.every((column) => Object.hasOwn(source.columns, column)))
    throw new Refusal(400, 'unknown_column', 'This list has no such column.');
  return [...new Set(columns)];
}

export async function readTablePage(
  db: Knex,
  source: TableSource,
  { after, before, end, limit = TABLE_PAGE, ...view }: TablePage,
): Promise<{ rows: Cells[]; before: string | null; after: string | null }> {
  const sorts = readSort(source, view.sort || source.shape.defaultSort).slice(0, MAX_SORTS);
  const keys = orderOf(source, sorts);
  const backward = end === '1' || before !== undefined;
  const text = before ?? after;
  const cursor = text === undefined || end === '1' ? null : readCursor(text, keys);
  const columns = [...new Set(['id', ...columnsOf(source, view.columns)])];
  const filter = filterOf(view);
  const fewIds = (await source.findFewIds?.(db, filter)) ?? null;
  const request = { columns, sorts, filter, fewIds, cursor, backward, limit: limit + 1 };
  const { text: sql, bindings } = pageSql(source, request);
  const found = await rows<Cells>(db, sql, bindings);
  const hasMore = found.length > limit;
  const page = found.slice(0, limit);
  if (backward) page.reverse();
  const cursorOf = (row: Cells | undefined) =>
    row ? writeCursor(keys.map((_key, index) => row[`cursor${index}`] as string | null)) : null;
  const isFirst = backward ? !hasMore : cursor === null;
  const isLast = backward ? cursor === null : !hasMore;
  return {
    before: isFirst ? null : cursorOf(page[0]),
    after: isLast ? null : cursorOf(page.at(-1)),
    rows: page.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))),
  };
}

export async function countTableRows(db: Knex, source: TableSource, filter: TableFilter): Promise<number> {
  const stored = await source.storedTotal?.(db, filter);
  if (stored != null) return stored;
  const { text, bindings } = countSql(source, filter);
  const [count] = await rows<{ n: number }>(db, text, bindings);
  return count!.n;
}

/** Yields the rows of a whole list in batches. */
export async function* walkTable(db: Knex, source: TableSource, view: TableView): AsyncGenerator<Cells[]> {
  for (let after: string | null | undefined; ;) {
    const page = await readTablePage(db, source, { ...view, limit: 1_000, ...(after ? { after } : {}) });
    yield page.rows;
    after = page.after;
    if (after === null) return;
  }
}
