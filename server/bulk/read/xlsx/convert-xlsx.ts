import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { fileKindSentences } from '#shared/file-kinds.ts';
import { Refusal } from '#server/base/http/errors.ts';
import { readSheetRows } from './sheet-rows.ts';
import { openZip, tooLarge, unzipLimits, type ZipFile } from './unzip.ts';
import { readWorkbook, type Workbook } from './workbook.ts';

interface ConvertedSheet {
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
    const emptyPaths = new Set<string>();
    for (const { name, path: sheetPath } of candidates) {
      // Many sheets may name the same part of the file.
      if (emptyPaths.has(sheetPath)) continue;
      if ((await writeSheet(zip, workbook, sheetPath, csvPath)) > 0) return { sheet: name, sheets };
      emptyPaths.add(sheetPath);
    }
    throw new Refusal(422, 'empty_file', 'This spreadsheet is empty.');
  } finally {
    zip.close();
  }
}

const quoteCell = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Memory is bounded by the longest row and this much text. */
const WRITE_LENGTH = 256 * 1024;
const MAX_CSV_BYTES = 2 * 2 ** 30;

/** Returns the number of rows with cells. Blank rows keep their line, so that a line is a row of the sheet. */
async function writeSheet(zip: ZipFile, workbook: Workbook, sheetPath: string, csvPath: string): Promise<number> {
  const output = createWriteStream(csvPath, { mode: 0o600 });
  let [rowCount, nextLine, written, text] = [0, 1, 0, ''];
  const flush = async () => {
    const bytes = Buffer.from(text);
    text = '';
    // Cells can repeat a long shared text, so the CSV may be larger than all that was unpacked.
    if ((written += bytes.length) > MAX_CSV_BYTES) throw tooLarge();
    if (bytes.length > 0 && !output.write(bytes)) await once(output, 'drain');
  };
  try {
    for await (const rows of readSheetRows(zip, workbook, sheetPath)) {
      for (const { line, cells } of rows) {
        text += `${'\n'.repeat(line - nextLine)}${cells.map(quoteCell).join(',')}\n`;
        nextLine = line + 1;
        if (cells.length > 0) rowCount++;
        if (text.length > WRITE_LENGTH) await flush();
      }
    }
    await flush();
  } finally {
    output.end();
    await finished(output);
  }
  return rowCount;
}
