import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { fileKindSentences } from '#contract/file-kinds.ts';
import { Refusal } from '#server/http/errors.ts';
import { columnIndex, formatNumberCell, formatSerialDate } from './cell-values.ts';
import { parseXml } from './parse-xml.ts';
import { openZip, unzipLimits, type ZipFile } from './unzip.ts';
import { readWorkbook, type Workbook } from './workbook.ts';

const MAX_COLUMNS = 1_000;
const MAX_CELL = 100_000;

export interface ConvertedSheet {
  sheet: string;
  sheets: string[];
}

/**
 * Writes one sheet of an .xlsx file as CSV, so that everything after this reads CSV. Streams the sheet; formulas are read by
 * their stored value. The first sheet with cells is taken unless one is named.
 */
export async function convertXlsx(
  path: string,
  csvPath: string,
  options: { sheet?: string; limits?: typeof unzipLimits } = {},
): Promise<ConvertedSheet> {
  const zip = await openZip(path, options.limits);
  try {
    if (!zip.has('xl/workbook.xml')) throw new Refusal(422, 'not_csv', fileKindSentences.zip);
    const workbook = await readWorkbook(zip);
    const sheets = workbook.sheets.map(({ name }) => name);
    const candidates = workbook.sheets.filter(({ name }) => options.sheet === undefined || name === options.sheet);
    if (candidates.length === 0) throw new Refusal(422, 'no_sheet', `There is no sheet “${options.sheet ?? ''}”.`);
    for (const { name, path: sheetPath } of candidates)
      if ((await writeSheet(zip, workbook, sheetPath, csvPath)) > 0) return { sheet: name, sheets };
    throw new Refusal(422, 'empty_file', 'This spreadsheet is empty.');
  } finally {
    zip.close();
  }
}

const quoteCell = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Returns the number of rows with cells. Blank rows keep their line, so that a line is a row of the sheet. */
async function writeSheet(zip: ZipFile, workbook: Workbook, sheetPath: string, csvPath: string): Promise<number> {
  const output = createWriteStream(csvPath, { mode: 0o600 });
  let pending = '';
  let rows = 0;
  let line = 1;
  let cells: string[] = [];
  let column = -1;
  let cell: { type: string; style: number } = { type: 'n', style: 0 };
  let value = '';
  let isValue = false;
  try {
    await parseXml(await zip.open(sheetPath), {
      open(name, attributes) {
        if (name === 'row') {
          const number = Number(attributes.r) || line;
          if (number > 1_048_576 || number < line) throw damagedSheet();
          pending += '\n'.repeat(number - line);
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
          if (cells.length > 0) rows++;
          pending += `${cells.map(quoteCell).join(',')}\n`;
          line++;
        }
      },
      async flush() {
        const text = pending;
        pending = '';
        if (text !== '' && !output.write(text)) await once(output, 'drain');
      },
    });
  } finally {
    output.end();
    await finished(output);
  }
  return rows;
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
