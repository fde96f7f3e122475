import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { CsvRow } from '../read/csv.ts';

const SLICE_MS = 10;
/** Steps may make rows far longer than they are in the file, so changed rows are passed on in parts of this many characters. */
const PART_LENGTH = 1_000_000;

const measureRow = ({ cells }: CsvRow) => cells.reduce((length, cell) => length + cell.length, 0);

/** Changes rows, and lets other requests run in between. Yields rows that grew in several parts, which bounds memory. */
export async function* changeInParts<Row extends CsvRow>(
  rows: readonly Row[],
  change: (row: Row) => Row,
): AsyncGenerator<Row[]> {
  let [part, length, startedAt]: [Row[], number, number] = [[], 0, performance.now()];
  for (const row of rows) {
    const changed = change(row);
    part.push(changed);
    if (changed.cells !== row.cells && (length += measureRow(changed)) > PART_LENGTH) {
      yield part;
      [part, length] = [[], 0];
    }
    if (performance.now() - startedAt < SLICE_MS) continue;
    await yieldToRequests();
    startedAt = performance.now();
  }
  if (part.length > 0) yield part;
}
