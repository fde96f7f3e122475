import sax from 'sax';
import { ZipArchive } from './zip.ts';

const MAX_SHEET_BYTES = 256 * 2 ** 20;
const MAX_STRINGS = 2_000_000;

export interface Deactivation {
  npi: string;
  /** As 2026-10-05. */
  on: string;
}

const isSheet = (name: string) => /^xl\/worksheets\/sheet\d+\.xml$/i.test(name);

/** The cells of a workbook's first sheet, row by row. Formulas give their stored values. */
async function* readSheetRows(archive: ZipArchive): AsyncGenerator<string[]> {
  const sheets = archive.entries.filter(({ fileName }) => isSheet(fileName));
  const sheet = sheets.toSorted((a, b) => a.fileName.localeCompare(b.fileName, 'en', { numeric: true }))[0];
  if (!sheet) return;
  const sharedStrings = await readSharedStrings(archive);
  let rows: string[][] = [];
  let row: string[] = [];
  let column = 0;
  let type = '';
  let text: string | null = null;
  const parser = sax.parser(true, { trim: false, normalize: false });
  parser.onopentag = ({ name, attributes }) => {
    if (name === 'row') row = [];
    else if (name === 'c') {
      column = columnOf(attributes.r as string | undefined) ?? row.length;
      type = (attributes.t as string | undefined) ?? 'n';
    } else if (name === 'v' || name === 't') text = '';
  };
  // The parser has no addEventListener.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  parser.ontext = (part) => (text = text === null ? null : text + part);
  parser.onclosetag = (name) => {
    if ((name === 'v' || name === 't') && text !== null) {
      if (column < 100) row[column] = type === 's' ? (sharedStrings[Number(text)] ?? '') : text;
      text = null;
    } else if (name === 'row') rows.push(Array.from(row, (cell) => cell ?? ''));
  };
  for await (const part of decode(archive, sheet)) {
    parser.write(part);
    yield* rows;
    rows = [];
  }
}

async function readSharedStrings(archive: ZipArchive): Promise<string[]> {
  const entry = archive.entries.find(({ fileName }) => fileName.toLowerCase() === 'xl/sharedstrings.xml');
  const strings: string[] = [];
  if (!entry) return strings;
  let text: string | null = null;
  let isText = false;
  const parser = sax.parser(true, { trim: false, normalize: false });
  parser.onopentag = ({ name }) => {
    if (name === 'si') text = '';
    isText = name === 't';
  };
  // The parser has no addEventListener.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  parser.ontext = (part) => {
    if (isText && text !== null) text += part;
  };
  parser.onclosetag = (name) => {
    isText = false;
    if (name !== 'si' || strings.length === MAX_STRINGS) return;
    strings.push(text ?? '');
    text = null;
  };
  for await (const part of decode(archive, entry)) parser.write(part);
  return strings;
}

async function* decode(archive: ZipArchive, entry: ZipArchive['entries'][number]): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of await archive.read(entry, MAX_SHEET_BYTES))
    yield decoder.decode(chunk as Buffer, { stream: true });
}

/** The column of a cell such as "AB12", counted from 0. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? '')?.[1];
  if (!letters) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
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
export async function openDeactivations(archive: ZipArchive): Promise<AsyncGenerator<Deactivation> | null> {
  const rows = readSheetRows(archive);
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
