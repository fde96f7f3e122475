import { Refusal } from '#server/http/errors.ts';
import type { CsvFile } from './csv.ts';
import { mapHeaders } from './headers.ts';

const SEARCHED_ROWS = 20;
const countFilled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;

/** Refuses a file whose header is below a title, and names the line of the header. The header line has at most two filled cells then. */
export async function refuseTitle({ headers, headerLine, batches }: CsvFile): Promise<void> {
  if (countFilled(headers) > 2) return;
  const next = await batches.next();
  const rows = next.done ? [] : next.value.slice(0, SEARCHED_ROWS);
  const names = ['name', 'lastName', 'id'];
  const header = rows.find(({ cells }) =>
    mapHeaders(
      cells.map((cell) => cell.trim()),
      null,
      null,
    ).some(({ field }) => field !== null && names.includes(field)),
  );
  if (!header) return;
  const title = headers.find((cell) => cell !== '')?.slice(0, 60) ?? '';
  throw new Refusal(
    422,
    'title_rows',
    `Line ${headerLine} of this file is a title (“${title}”). Its column names are on line ${header.line}. Remove the lines above them, or open the file in the workbench and choose line ${header.line} as its header.`,
  );
}
