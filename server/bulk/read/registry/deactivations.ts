import { readSheetRows } from '../xlsx/sheet-rows.ts';
import type { ZipFile } from '../xlsx/unzip.ts';
import { readWorkbook } from '../xlsx/workbook.ts';

interface Deactivation {
  npi: string;
  /** As 2026-10-05. */
  on: string;
}

export const isWorkbook = (zip: ZipFile): boolean => zip.has('xl/workbook.xml');

/** The rows of a workbook's first sheet. */
async function* readFirstSheet(zip: ZipFile): AsyncGenerator<string[]> {
  const workbook = await readWorkbook(zip);
  for await (const rows of readSheetRows(zip, workbook, workbook.sheets[0]!.path))
    for (const { cells } of rows) yield cells;
}

/** A date of the report: 10/05/2026, 2026-10-05, or a serial number of a spreadsheet. */
export function parseReportDate(text: string): string | null {
  const slashes = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim());
  if (slashes) return `${slashes[3]}-${slashes[1]!.padStart(2, '0')}-${slashes[2]!.padStart(2, '0')}`;
  const iso = /^(\d{4}-\d{2}-\d{2})/.exec(text.trim());
  if (iso) return iso[1]!;
  const serial = /^(\d{5})(?:\.\d+)?$/.exec(text.trim());
  return serial ? new Date(Date.UTC(1899, 11, 30) + Number(serial[1]) * 86_400_000).toISOString().slice(0, 10) : null;
}

const HEADER_ROWS = 20;

/** The places of the NPI and the date, if this row is the header of a deactivation report. */
function findHeader(cells: readonly string[]): { npi: number; on: number } | null {
  const npi = cells.findIndex((cell) => cell.trim().toUpperCase() === 'NPI');
  const on = cells.findIndex((cell) => /deactivation\s+date/i.test(cell));
  return npi !== -1 && on !== -1 ? { npi, on } : null;
}

/** Reads a deactivation report. Null if the workbook is something else. */
export async function openDeactivations(zip: ZipFile): Promise<AsyncGenerator<Deactivation> | null> {
  const rows = readFirstSheet(zip);
  for (let count = 0; count < HEADER_ROWS; count++) {
    const next = await rows.next();
    if (next.done) return null;
    const header = findHeader(next.value);
    if (header) return readDeactivations(rows, header);
  }
  await rows.return(undefined);
  return null;
}

async function* readDeactivations(
  rows: AsyncGenerator<string[]>,
  header: { npi: number; on: number },
): AsyncGenerator<Deactivation> {
  for await (const cells of rows) {
    const npi = (cells[header.npi] ?? '').trim();
    const on = parseReportDate(cells[header.on] ?? '');
    if (/^[12]\d{9}$/.test(npi) && on) yield { npi, on };
  }
}
