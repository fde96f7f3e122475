import { setImmediate as yieldToRequests } from 'node:timers/promises';
import { Refusal } from '#server/base/http/errors.ts';
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

const formatBlock = (firstRow: number, rows: readonly CsvRow[]): Block => ({
  firstRow,
  rows: JSON.stringify(
    rows.map(({ line, cells, broken }): StoredRow => (broken === undefined ? [line, cells] : [line, cells, broken])),
  ),
});

/** A block is parsed as a whole whenever its rows are read. */
const MAX_BLOCK_LENGTH = 8 * 2 ** 20;

/** The rows of a file in blocks, without its blank rows. */
export async function* divideRows(
  batches: AsyncIterable<readonly CsvRow[]>,
): AsyncGenerator<Block & { lastRow: number }> {
  let [firstRow, pending, length]: [number, CsvRow[], number] = [1, [], 0];
  const close = () => {
    const block = { ...formatBlock(firstRow, pending), lastRow: firstRow + pending.length - 1 };
    [firstRow, pending, length] = [block.lastRow + 1, [], 0];
    return block;
  };
  for await (const batch of batches)
    for (const line of batch) {
      if (line.cells.every((cell) => cell === '')) continue;
      pending.push(line);
      length += line.cells.reduce((sum, cell) => sum + cell.length, 0);
      if (length > MAX_BLOCK_LENGTH)
        throw new Refusal(
          413,
          'too_large',
          'The rows of this file are too long for the workbench. Import it without it.',
        );
      if (pending.length === BLOCK_ROWS) yield close();
    }
  if (pending.length > 0) yield close();
  if (firstRow === 1) throw new Refusal(422, 'no_rows', 'This file has a header and no rows.');
}

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
