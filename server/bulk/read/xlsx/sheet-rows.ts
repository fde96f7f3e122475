import { Refusal } from '#server/http/errors.ts';
import { columnIndex, formatNumberCell, formatSerialDate } from './cell-values.ts';
import { parseXmlChunks } from './parse-xml.ts';
import type { ZipFile } from './unzip.ts';
import type { Workbook } from './workbook.ts';

const MAX_COLUMNS = 1_000;
const MAX_CELL = 100_000;

export interface SheetRow {
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
  const chunks = parseXmlChunks(await zip.open(sheetPath), {
    open(name, attributes) {
      if (name === 'row') {
        const number = Number(attributes.r) || line;
        if (number > 1_048_576 || number < line) throw damagedSheet();
        line = number;
        [cells, column] = [[], -1];
      } else if (name === 'c') {
        column = attributes.r ? columnIndex(attributes.r) : column + 1;
        if (column < 0 || column >= MAX_COLUMNS) throw tooWide();
        cell = { type: attributes.t ?? 'n', style: Number(attributes.s ?? 0) };
        value = '';
      } else if (name === 'v' || name === 't') isValue = true;
    },
    text(text) {
      if (isValue && value.length < MAX_CELL) value += text;
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'c') {
        while (cells.length < column) cells.push('');
        cells[column] = readCell(workbook, cell, value);
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
