import Papa from 'papaparse';
import { Refusal } from '#server/base/http/errors.ts';
import { isWellFormed } from '#shared/limits.ts';
import { rowReasons } from '../refusal-reasons.ts';

export interface CsvRow {
  cells: string[];
  /** The line of the file on which the row starts; the header is line 1. */
  line: number;
  /** Why the row can't be read. */
  broken?: string;
}

/** A longer row is rejected, which bounds memory. */
const MAX_ROW_LENGTH = 8 * 2 ** 20;
const SAMPLE_LENGTH = 256 * 1024;
const MAX_REPAIRS = 1000;

const delimiters = [',', '\t', ';', '|'] as const;

interface ParseResult {
  data: string[][];
  errors: { type: string; code: string; row?: number }[];
  meta: { cursor: number };
}

/** The operator's choice of how to read a file. A missing part is detected. */
export interface CsvFormat {
  delimiter?: string | undefined;
  quote?: string | undefined;
  /** The line of the header, counted from 1. Earlier lines are skipped. */
  headerLine?: number | undefined;
}

interface Marks {
  delimiter: string;
  newline: string;
  quote: string;
}
const parse = (text: string, { delimiter, newline, quote }: Marks, ignoreLastRow: boolean, rows = 0): ParseResult =>
  new Papa.Parser({ delimiter, newline, quoteChar: quote, escapeChar: quote, preview: rows } as Papa.ParseConfig).parse(
    text,
    0,
    ignoreLastRow,
  ) as ParseResult;

/** Rows end with \n unless the file has old Mac line breaks. The \r of a CRLF is removed from the end of each row. */
function guessNewline(sample: string): '\n' | '\r' {
  const unquoted = sample.replace(/"[^"]*"/g, '');
  const crlf = unquoted.match(/\r\n/g)?.length ?? 0;
  const lf = (unquoted.match(/\n/g)?.length ?? 0) - crlf;
  const cr = (unquoted.match(/\r/g)?.length ?? 0) - crlf;
  return cr > lf && cr > crlf ? '\r' : '\n';
}

/** The delimiter that gives the most columns with the same count in every row. */
function guessDelimiter(sample: string, newline: string, quote = '"'): string {
  let best = ',';
  let score = 0;
  for (const delimiter of delimiters) {
    const rows = parse(sample, { delimiter, newline, quote }, false)
      .data.slice(0, 30)
      .filter((row) => row.length > 1 || row[0] !== '');
    const columns = rows[0]?.length ?? 1;
    if (columns < 2) continue;
    const agreement = rows.filter((row) => row.length === columns).length / rows.length;
    if (agreement * columns > score) [best, score] = [delimiter, agreement * columns];
  }
  return best;
}

const countNewlines = (text: string, mark: string): number => {
  let count = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) count++;
  return count;
};

export interface CsvFile {
  delimiter: string;
  headers: string[];
  headerLine: number;
  /** Batches of rows, without blank ones. */
  batches: AsyncGenerator<CsvRow[]>;
}

/**
 * Reads streamed CSV. Memory is bounded by the longest row. A line is read the same wherever it is in the file: its reading
 * depends only on the marks of the file and on the text that follows.
 */
export async function readCsv(text: AsyncIterable<string>, format: CsvFormat = {}): Promise<CsvFile> {
  const source = text[Symbol.asyncIterator]();
  let buffer = '';
  let ended = false;
  const readMore = async (): Promise<void> => {
    const next = await source.next();
    if (next.done) ended = true;
    else buffer += next.value;
  };
  while (!ended && buffer.length < SAMPLE_LENGTH) await readMore();
  if (buffer.charCodeAt(0) === 0xfeff) buffer = buffer.slice(1);
  if (buffer.trim() === '') throw new Refusal(422, 'empty_file', 'This file is empty.');

  // Some spreadsheets state their delimiter in the first line.
  let line = 1;
  const separatorLine = /^sep=(.)\r?\n/.exec(buffer);
  if (separatorLine) {
    buffer = buffer.slice(separatorLine[0].length);
    line++;
  }
  const sample = buffer.slice(0, SAMPLE_LENGTH);
  const newline = guessNewline(sample);
  const quote = format.quote ?? '"';
  const delimiter = format.delimiter ?? separatorLine?.[1] ?? guessDelimiter(sample, newline, quote);
  const marks: Marks = { delimiter, newline, quote };
  let repairs = 0;

  /** Parses the complete rows in the buffer. `stuck` means that the next row can't be parsed and must be rejected. */
  function parseBuffer(): { rows: CsvRow[]; stuck: boolean } {
    const result = parse(buffer, marks, !ended);
    const errors = new Set<number>();
    let until = result.data.length;
    for (const error of result.errors) {
      const row = error.row ?? 0;
      // The parser doesn't return an incomplete last row, but may complain about it.
      if (row >= result.data.length) continue;
      errors.add(row);
      if (error.code === 'MissingQuotes') until = Math.min(until, row);
    }
    const lines = countNewlines(buffer.slice(0, result.meta.cursor), newline);
    // True if no cell contains a line break. Only the file's last row may lack one at its end.
    const isOneLinePerRow = lines === result.data.length - (ended ? 1 : 0);
    const spansLines = (cells: string[]) => !isOneLinePerRow && cells.some((cell) => cell.includes(newline));
    // A stray quotation mark merges the following rows into one, which then has an error.
    for (const i of errors) if (i < until && spansLines(result.data[i]!)) until = i;
    const stuck = until < result.data.length;
    const rows: CsvRow[] = [];
    for (let i = 0; i < until; i++) {
      const cells = result.data[i]!;
      const last = cells.length - 1;
      if (newline === '\n' && cells[last]!.endsWith('\r')) cells[last] = cells[last]!.slice(0, -1);
      if (last > 0 || cells[0] !== '')
        rows.push(errors.has(i) ? { cells, line, broken: rowReasons.strayQuote } : { cells, line });
      line++;
      if (!isOneLinePerRow) for (const cell of cells) line += countNewlines(cell, newline);
    }
    buffer = buffer.slice(stuck ? findRowEnd(until) : result.meta.cursor);
    return { rows, stuck };
  }

  /** The buffer position after this many rows. */
  function findRowEnd(rows: number): number {
    if (rows === 0) return 0;
    return parse(buffer, marks, false, rows).meta.cursor;
  }

  /** Rejects only the first line of the buffer, whose quotation mark is never closed. */
  function rejectLine(): CsvRow[] {
    if (++repairs > MAX_REPAIRS)
      throw new Refusal(
        422,
        'broken_quotes',
        `The quotation marks in this file don’t match, starting at line ${line} or earlier.`,
      );
    const end = buffer.indexOf(newline);
    const lineLength = end === -1 ? buffer.length : end + 1;
    const first = buffer.slice(0, lineLength).replace(/[\r\n]+$/, '');
    buffer = buffer.slice(lineLength);
    return [{ cells: first.split(delimiter), line: line++, broken: rowReasons.unclosedQuote }];
  }

  async function* batches(): AsyncGenerator<CsvRow[]> {
    for (;;) {
      const { rows, stuck } = parseBuffer();
      if (rows.length > 0) yield rows;
      if (stuck || buffer.length > MAX_ROW_LENGTH) yield rejectLine();
      else if (!ended) await readMore();
      else if (buffer === '' || rows.length === 0) return;
    }
  }
  const allBatches = batches();
  let first: CsvRow[] = [];
  while (first.length === 0) {
    const next = await allBatches.next();
    if (next.done) throw new Refusal(422, 'empty_file', 'This file is empty.');
    first = next.value.filter(({ line: startsAt }) => startsAt >= (format.headerLine ?? 1));
  }
  const header = first[0]!;
  const headerProblem = header.broken ?? (header.cells.every(isWellFormed) ? null : rowReasons.invalidCharacters);
  if (headerProblem) throw new Refusal(422, 'broken_header', `We couldn’t read the first line. ${headerProblem}`);
  return {
    delimiter,
    headers: header.cells.map((cell) => cell.trim()),
    headerLine: header.line,
    batches: (async function* () {
      if (first.length > 1) yield first.slice(1);
      yield* allBatches;
    })(),
  };
}
