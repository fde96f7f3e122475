import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { CsvRow } from '../read/csv.ts';
import type { FileStore } from './file-store.ts';
import type { Block } from './queries-files.ts';

/** All blocks but the last have this many rows, so that the block of a row is known. */
export const BLOCK_ROWS = 200;
const BLOCKS_PER_QUERY = 20;

type StoredRow = [line: number, cells: string[], broken?: string];

export interface NumberedRow extends CsvRow {
  /** Counts from 1 without blank rows, as the importer does. */
  row: number;
}

export const formatBlock = (firstRow: number, rows: readonly CsvRow[]): Block => ({
  firstRow,
  rows: JSON.stringify(
    rows.map(({ line, cells, broken }): StoredRow => (broken === undefined ? [line, cells] : [line, cells, broken])),
  ),
});

const parseBlock = ({ firstRow, rows }: Block): NumberedRow[] =>
  (JSON.parse(rows) as StoredRow[]).map(([line, cells, broken], index) => ({
    row: firstRow + index,
    line,
    cells,
    ...(broken === undefined ? {} : { broken }),
  }));

/** Reads all rows, block by block. Other requests run between blocks. */
export async function* scanRows(store: FileStore, fileId: number): AsyncGenerator<NumberedRow[]> {
  let next = store.listBlocksAfter(fileId, 0, BLOCKS_PER_QUERY);
  for (;;) {
    const blocks = await next;
    if (blocks.length === 0) return;
    // Read while the caller works on these.
    next = store.listBlocksAfter(fileId, blocks.at(-1)!.firstRow, BLOCKS_PER_QUERY);
    next.catch(() => undefined);
    for (const block of blocks) {
      yield parseBlock(block);
      await yieldToRequests();
    }
  }
}

/** Reads rows by their numbers, in the order of the numbers. */
export async function readNumberedRows(
  store: FileStore,
  fileId: number,
  numbers: readonly number[],
): Promise<NumberedRow[]> {
  const firstRows = [...new Set(numbers.map((row) => Math.floor((row - 1) / BLOCK_ROWS) * BLOCK_ROWS + 1))];
  const byNumber = new Map<number, NumberedRow>();
  for (const block of await store.listBlocks(fileId, firstRows))
    for (const row of parseBlock(block)) byNumber.set(row.row, row);
  return numbers.flatMap((row) => byNumber.get(row) ?? []);
}
