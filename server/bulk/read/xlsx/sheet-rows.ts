import { Refusal } from '#server/base/http/errors.ts';
import { columnIndex, formatNumberCell, formatSerialDate } from './cell-values.ts';
import { parseXmlChunks } from './parse-xml.ts';
import type { ZipFile } from './unzip.ts';
import type { Workbook } from './workbook.ts';

const MAX_COLUMNS = 1_000;
/** Excel allows 32,767. */
const MAX_CELL = 100_000;
/** A longer row would be refused as CSV, too. Cells can repeat a long shared text, so a short row may hold far more than its bytes. */
const MAX_ROW = 8 * 2 ** 20;

interface SheetRow {
  /** The row's number in the sheet. */
  line: number;
  /** Without empty cells at the end. */
  cells: string[];
}

/** Streams the rows of a sheet, some at a time. Formulas are read by their stored value. */
export async function* readSheetRows(zip: ZipFile, workbook: Workbook, sheetPath: string): AsyncGenerator<SheetRow[]> {
  let rows: SheetRow[] = [];
  let line = 1;
  let cells: string[] = [];
  let column = -1;
  let cell: { type: string; style: number } = { type: 'n', style: 0 };
  let value = '';
  let isValue = false;
  let rowLength = 0;
  const chunks = parseXmlChunks(await zip.open(sheetPath), {
    open(name, attributes) {
      if (name === 'row') {
        const number = Number(attributes.r) || line;
        if (number > 1_048_576 || number < line) throw damagedSheet();
        line = number;
        [cells, column, rowLength] = [[], -1, 0];
      } else if (name === 'c') {
        column = attributes.r ? columnIndex(attributes.r) : column + 1;
        if (column < 0 || column >= MAX_COLUMNS) throw tooWide();
        cell = { type: attributes.t ?? 'n', style: Number(attributes.s ?? 0) };
        value = '';
      } else if (name === 'v' || name === 't') isValue = true;
    },
    text(text) {
      if (!isValue) return;
      value += text;
      if (value.length > MAX_CELL) throw longCell(line);
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'c') {
        while (cells.length < column) cells.push('');
        const read = readCell(workbook, cell, value);
        if (read.length > MAX_CELL) throw longCell(line);
        if ((rowLength += read.length) > MAX_ROW) throw longRow(line);
        cells[column] = read;
      } else if (name === 'row') {
        while (cells.length > 0 && cells.at(-1) === '') cells.pop();
        rows.push({ line, cells });
        line++;
      }
    },
  });
  while (!(await chunks.next()).done) {
    yield rows;
    rows = [];
  }
}

const damagedSheet = () => new Refusal(422, 'not_csv', 'This spreadsheet is damaged. Its rows are out of order.');
const tooWide = () => new Refusal(413, 'too_large', 'This spreadsheet has more than 1,000 columns.');
const longCell = (line: number) =>
  new Refusal(413, 'too_large', `Row ${line} of this spreadsheet has a cell with more than 100,000 characters.`);
const longRow = (line: number) =>
  new Refusal(413, 'too_large', `Row ${line} of this spreadsheet holds more than 8 MB of text.`);

function readCell({ strings, dateStyles, uses1904 }: Workbook, cell: { type: string; style: number }, value: string) {
  switch (cell.type) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'true' : 'false';
    case 'e':
      return '';
    case 'n':
      return dateStyles[cell.style] && value !== '' && Number.isFinite(Number(value))
        ? formatSerialDate(Number(value), uses1904)
        : formatNumberCell(value);
    default:
      return value;
  }
}
