import { Refusal } from '#server/base/http/errors.ts';
import { hasNameColumn } from '#shared/bulk/fields.ts';
import type { CsvFile, CsvRow } from '../read/csv.ts';
import { mapColumns } from './map-columns.ts';

const SEARCHED_ROWS = 20;
const countFilled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;

/**
 * Describes a file without a name column whose header is below a title, and names the line of the header. Null for others. The
 * first line has at most two filled cells then.
 */
export function describeTitle(
  { headers, headerLine }: Pick<CsvFile, 'headers' | 'headerLine'>,
  rows: readonly Pick<CsvRow, 'line' | 'cells'>[],
): string | null {
  if (countFilled(headers) > 2) return null;
  const header = rows.slice(0, SEARCHED_ROWS).find(({ cells }, index) => {
    const below = rows.slice(index + 1).map((row) => row.cells);
    return hasNameColumn(
      mapColumns(
        cells.map((cell) => cell.trim()),
        { rows: below },
      ),
    );
  });
  if (!header) return null;
  const title = headers.find((cell) => cell !== '')?.slice(0, 60) ?? '';
  return `Line ${headerLine} of this file is a title (“${title}”). Its column names are on line ${header.line}. Remove the lines above them, or open the file in the workbench and choose line ${header.line} as its header.`;
}

export function refuseTitle(csv: CsvFile, rows: readonly CsvRow[]): void {
  const sentence = describeTitle(csv, rows);
  if (sentence !== null) throw new Refusal(422, 'title_rows', sentence);
}
