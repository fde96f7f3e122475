import { LRUCache } from 'lru-cache';
import type { GridRow, RowFilter } from '#contract/bulk/workbench.ts';
import { Refusal } from '#server/base/http/errors.ts';
import { detachText } from '../clean/clean-row.ts';
import { changeInParts } from '../recipe/change-in-parts.ts';
import { readNumberedRows, scanRows, type NumberedRow } from './blocks.ts';
import type { FileStore } from './file-store.ts';
import { findColumn, scanChangedRows, type OpenedFile } from './opened-file.ts';
import { CancelableWork } from './cancelable-work.ts';
import { listPositions, sortInSlices } from './sort-slices.ts';

interface View {
  sort?: { column: string; descending: boolean } | undefined;
  filter?: RowFilter | undefined;
}

const MAX_VIEWS = 12;
const KEY_LENGTH = 80;
const MAX_WINDOW_LENGTH = 8 * 2 ** 20;

/** The row numbers of recent views in this process. Each is computed once for all of its windows. */
const viewsByStore = new WeakMap<FileStore, LRUCache<string, CancelableWork<Int32Array>>>();

function findView(opened: OpenedFile, view: View): Promise<Int32Array> {
  const { id, reading, version, rows } = opened.file;
  const key = JSON.stringify([id, reading, version, rows, opened.columns.map(({ field }) => field), view]);
  const views = viewsByStore.get(opened.store) ?? new LRUCache<string, CancelableWork<Int32Array>>({ max: MAX_VIEWS });
  viewsByStore.set(opened.store, views);
  // A view that all clients have left must be computed again.
  const known = views.get(key);
  const shared =
    known && !known.signal.aborted ? known : new CancelableWork((signal) => computeView({ ...opened, signal }, view));
  views.set(key, shared);
  shared.result.catch(() => views.peek(key) === shared && views.delete(key));
  return shared.join(opened.signal);
}

async function computeView(
  opened: OpenedFile & { signal: AbortSignal },
  { sort, filter = {} }: View,
): Promise<Int32Array> {
  const matches = createMatcher(opened, filter);
  const sortColumn = sort ? findColumn(opened, sort.column) : -1;
  const numbers: number[] = [];
  const keys: string[] = [];
  const values: number[] = [];
  const originals = filter.only === 'changed' ? scanRows(opened.store, opened.file.id) : null;
  for await (const block of originals ?? scanChangedRows(opened)) {
    opened.signal.throwIfAborted();
    for (const stored of block) {
      const row = originals ? opened.change(stored) : stored;
      if (originals && listChangedColumns(stored, row).length === 0) continue;
      if (!matches(row)) continue;
      numbers.push(row.row);
      if (!sort) continue;
      // A key of its own doesn't keep the cell in memory.
      const key = detachText((row.cells[sortColumn] ?? '').trim().slice(0, KEY_LENGTH).toLowerCase());
      keys.push(key);
      values.push(key === '' ? NaN : Number(key));
    }
  }
  opened.signal.throwIfAborted();
  if (!sort) return Int32Array.from(numbers);
  const compare = compareKeys(keys, values, sort.descending ? -1 : 1);
  const positions = await sortInSlices(listPositions(keys.length), compare, opened.signal);
  return positions.map((position) => numbers[position]!);
}

/** Compares by position: numbers by value, then texts; blank cells are always last. */
function compareKeys(
  keys: readonly string[],
  values: readonly number[],
  direction: number,
): (a: number, b: number) => number {
  const groupOf = (position: number) => (keys[position] === '' ? 2 : Number.isNaN(values[position]) ? 1 : 0);
  return (a, b) => {
    const [group, other] = [groupOf(a), groupOf(b)];
    if (group === 2 || other === 2) return group - other;
    if (group !== other) return (group - other) * direction;
    const [first, second] = group === 0 ? [values[a]!, values[b]!] : [keys[a]!, keys[b]!];
    return first === second ? 0 : first < second ? -direction : direction;
  };
}

function createMatcher(opened: OpenedFile, filter: RowFilter): (row: NumberedRow) => boolean {
  const column = filter.column === undefined ? -1 : findColumn(opened, filter.column);
  const equals = filter.equals && new Set(filter.equals);
  const contains = filter.contains?.toLowerCase();
  return (row) => {
    const { cells, broken } = row;
    if (equals && !equals.has(cells[column] ?? '')) return false;
    if (contains) {
      const searched = column === -1 ? cells : [cells[column] ?? ''];
      if (!searched.some((cell) => cell.toLowerCase().includes(contains))) return false;
    }
    return filter.only !== 'problems' || broken !== undefined || opened.clean(cells).problems !== null;
  };
}

const listChangedColumns = (before: NumberedRow, after: NumberedRow): number[] =>
  after.cells.flatMap((cell, column) => (cell === (before.cells[column] ?? '') ? [] : [column]));

/** A window of the rows, and how many there are in all. */
export async function readWindow(
  opened: OpenedFile,
  { from, count, ...view }: View & { from: number; count: number },
): Promise<{ rows: GridRow[]; total: number }> {
  const isPlain = !view.sort && !(view.filter && Object.values(view.filter).some((value) => value !== undefined));
  const order = isPlain
    ? null
    : await findView(opened, view).catch((error: unknown) => {
        // No one reads this response, because the client has left.
        if (opened.signal?.aborted) return new Int32Array();
        throw error;
      });
  const total = order ? order.length : opened.file.rows;
  const numbers = order
    ? [...order.subarray(from, from + count)]
    : Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, index) => from + index + 1);
  const stored = await readNumberedRows(opened.store, opened.file.id, numbers);
  const byNumber = new Map(stored.map((row) => [row.row, row]));
  const rows: GridRow[] = [];
  let length = 0;
  for await (const part of changeInParts(stored, opened.change))
    for (const row of part) {
      const described = describeRow(opened, byNumber.get(row.row)!, row);
      length += described.cells.reduce((sum, cell) => sum + cell.length, 0);
      if (length > MAX_WINDOW_LENGTH)
        throw new Refusal(
          422,
          'too_long',
          'These rows hold more than 8 MB of text, which is too much to show. Undo the steps that made them so long.',
        );
      rows.push(described);
    }
  return { total, rows };
}

function describeRow(opened: OpenedFile, stored: NumberedRow, row: NumberedRow): GridRow {
  const width = opened.recipe.headers.length;
  const base = { row: row.row, line: row.line, changed: listChangedColumns(stored, row) };
  if (row.broken !== undefined) return { ...base, cells: row.cells, broken: row.broken, problems: [] };
  const problems = Object.entries(opened.clean(row.cells).problems ?? {}).map(([field, { why }]) => ({
    column: Math.max(
      0,
      opened.columns.findIndex((column) => column.field === field),
    ),
    why,
  }));
  return { ...base, cells: row.cells.slice(0, width), broken: null, problems };
}
