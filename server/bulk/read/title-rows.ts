import { Refusal } from '#server/base/http/errors.ts';
import type { CsvFile, CsvRow } from './csv.ts';
import { mapHeaders, type Column } from './headers.ts';

const SEARCHED_ROWS = 20;
const nameFields = ['name', 'lastName', 'id'];
const countFilled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;
/** Without one of these fields, rows can't become listings. */
export const hasNameColumn = (columns: readonly Column[]) =>
  columns.some(({ field }) => field !== null && nameFields.includes(field));

/**
 * Describes a file without a name column whose header is below a title, and names the line of the header. Null for others. The
 * first line has at most two filled cells then.
 */
export function describeTitle(
  { headers, headerLine }: Pick<CsvFile, 'headers' | 'headerLine'>,
  rows: readonly Pick<CsvRow, 'line' | 'cells'>[],
): string | null {
  if (countFilled(headers) > 2) return null;
  const header = rows.slice(0, SEARCHED_ROWS).find(({ cells }) =>
    hasNameColumn(
      mapHeaders(
        cells.map((cell) => cell.trim()),
        null,
        null,
      ),
    ),
  );
  if (!header) return null;
  const title = headers.find((cell) => cell !== '')?.slice(0, 60) ?? '';
  return `Line ${headerLine} of this file is a title (“${title}”). Its column names are on line ${header.line}. Remove the lines above them, or open the file in the workbench and choose line ${header.line} as its header.`;
}

export async function refuseTitle(csv: CsvFile): Promise<void> {
  const next = await csv.batches.next();
  const sentence = describeTitle(csv, next.done ? [] : next.value);
  if (sentence !== null) throw new Refusal(422, 'title_rows', sentence);
}
