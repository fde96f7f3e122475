import Papa from 'papaparse';
import { Refusal } from '#server/http/errors.ts';

export interface CsvRow {
  cells: string[];
  /** Physical line of the file the row starts on; the header is line 1. */
  line: number;
  /** Why the row cannot be read as one. */
  broken?: string;
}

/** Without an end, a row is held in memory only so far. */
const LONGEST_ROW = 8 * 2 ** 20;
const SAMPLE = 256 * 1024;
const MOST_REPAIRS = 1000;

const delimiters = [',', '\t', ';', '|'] as const;

interface Parsed {
  data: string[][];
  errors: { type: string; code: string; row?: number }[];
  meta: { cursor: number };
}

const parser = (delimiter: string, newline: string) =>
  new Papa.Parser({ delimiter, newline, quoteChar: '"', escapeChar: '"' } as Papa.ParseConfig);
const parse = (text: string, delimiter: string, newline: string, ignoreLastRow: boolean): Parsed =>
  parser(delimiter, newline).parse(text, 0, ignoreLastRow) as Parsed;

/** The line end that most rows of the sample have, looking outside of quoted cells. */
export function guessNewline(sample: string): '\r\n' | '\n' | '\r' {
  const bare = sample.replace(/"[^"]*"/g, '');
  const crlf = bare.match(/\r\n/g)?.length ?? 0;
  const lf = (bare.match(/\n/g)?.length ?? 0) - crlf;
  const cr = (bare.match(/\r/g)?.length ?? 0) - crlf;
  if (cr > lf && cr > crlf) return '\r';
  // Mixed ends are split at \n; a \r left over at the end of a row is taken off.
  return crlf > 0 && lf === 0 ? '\r\n' : '\n';
}

/** The delimiter that gives the most columns that agree from row to row. */
export function guessDelimiter(sample: string, newline: string): string {
  let best = ',';
  let score = 0;
  for (const delimiter of delimiters) {
    const rows = parse(sample, delimiter, newline, false)
      .data.slice(0, 30)
      .filter((row) => row.length > 1 || row[0] !== '');
    const columns = rows[0]?.length ?? 1;
    if (columns < 2) continue;
    const agree = rows.filter((row) => row.length === columns).length / rows.length;
    if (agree * columns > score) [best, score] = [delimiter, agree * columns];
  }
  return best;
}

const newlines = (text: string, mark: string): number => {
  let count = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) count++;
  return count;
};

const UNCLOSED = 'A quotation mark opens in this row and is never closed.';
const STRAY = 'A quotation mark stands in the middle of a cell.';

export interface CsvFile {
  delimiter: string;
  headers: string[];
  headerLine: number;
  /** Rows in batches; blank ones are left out. */
  batches: AsyncGenerator<CsvRow[]>;
}

/** Reads CSV from text as it arrives. Memory is bounded by the longest row. */
export async function readCsv(text: AsyncIterable<string>): Promise<CsvFile> {
  const source = text[Symbol.asyncIterator]();
  let buffer = '';
  let ended = false;
  const more = async (): Promise<void> => {
    const next = await source.next();
    if (next.done) ended = true;
    else buffer += next.value;
  };
  while (!ended && buffer.length < SAMPLE) await more();
  if (buffer.charCodeAt(0) === 0xfeff) buffer = buffer.slice(1);
  if (buffer.trim() === '') throw new Refusal(422, 'empty_file', 'This file is empty.');

  // Spreadsheets in some countries say which delimiter they used.
  let line = 1;
  const said = /^sep=(.)\r?\n/.exec(buffer);
  if (said) {
    buffer = buffer.slice(said[0].length);
    line++;
  }
  const newline = guessNewline(buffer.slice(0, SAMPLE));
  const mark = newline === '\r' ? '\r' : '\n';
  const delimiter = said?.[1] ?? guessDelimiter(buffer.slice(0, SAMPLE), newline);
  let columns = 0;
  let repairs = 0;

  /** The rows the buffer holds whole. Stuck: at its head now stands a row that can only be given up. */
  function take(): { rows: CsvRow[]; stuck: boolean } {
    const result = parse(buffer, delimiter, newline, !ended);
    const errors = new Set<number>();
    let until = result.data.length;
    for (const error of result.errors) {
      const row = Math.min(error.row ?? 0, result.data.length - 1);
      errors.add(row);
      if (error.code === 'MissingQuotes') until = Math.min(until, row);
    }
    const lines = newlines(buffer.slice(0, result.meta.cursor), mark);
    // Rows end at line ends; only the last one of the file has none after it.
    const single = lines === result.data.length - (ended ? 1 : 0);
    const long = (cells: string[]) => !single && cells.some((cell) => cell.includes(mark));
    // A stray quotation mark swallows rows until the next one. Such a row has an error or too many cells.
    for (let i = 0; i < until; i++) {
      const cells = result.data[i]!;
      if ((errors.has(i) || (columns > 0 && cells.length !== columns)) && long(cells)) until = i;
    }
    const stuck = until < result.data.length;
    const rows: CsvRow[] = [];
    for (let i = 0; i < until; i++) {
      const cells = result.data[i]!;
      const last = cells.length - 1;
      if (newline === '\n' && cells[last]!.endsWith('\r')) cells[last] = cells[last]!.slice(0, -1);
      if (last > 0 || cells[0] !== '') rows.push(errors.has(i) ? { cells, line, broken: STRAY } : { cells, line });
      line++;
      if (!single) for (const cell of cells) line += newlines(cell, mark);
    }
    buffer = buffer.slice(stuck ? startOf(until) : result.meta.cursor);
    return { rows, stuck };
  }

  /** Where the row after so many starts. */
  function startOf(rows: number): number {
    if (rows === 0) return 0;
    const config = { delimiter, newline, quoteChar: '"', escapeChar: '"', preview: rows } as Papa.ParseConfig;
    return (new Papa.Parser(config).parse(buffer, 0, false) as Parsed).meta.cursor;
  }

  /** The row at the head of the buffer opens a quotation mark that nothing closes: give up its first line, not the file. */
  function repair(): CsvRow[] {
    if (++repairs > MOST_REPAIRS)
      throw new Refusal(
        422,
        'broken_quotes',
        `The quotation marks of this file do not match, at the latest from line ${line} on.`,
      );
    const end = buffer.indexOf(mark);
    const cut = end === -1 ? buffer.length : end + 1;
    const first = buffer.slice(0, cut).replace(/[\r\n]+$/, '');
    buffer = buffer.slice(cut);
    return [{ cells: first.split(delimiter), line: line++, broken: UNCLOSED }];
  }

  async function* batches(): AsyncGenerator<CsvRow[]> {
    for (;;) {
      const { rows, stuck } = take();
      if (columns === 0 && rows.length > 0) columns = rows[0]!.cells.length;
      if (rows.length > 0) yield rows;
      if (stuck || buffer.length > LONGEST_ROW) yield repair();
      else if (!ended) await more();
      else if (buffer === '' || rows.length === 0) return;
    }
  }
  const all = batches();
  let first: CsvRow[] = [];
  while (first.length === 0) {
    const next = await all.next();
    if (next.done) throw new Refusal(422, 'empty_file', 'This file is empty.');
    first = next.value;
  }
  const header = first[0]!;
  if (header.broken) throw new Refusal(422, 'broken_header', `The first line cannot be read. ${header.broken}`);
  return {
    delimiter,
    headers: header.cells.map((cell) => cell.trim()),
    headerLine: header.line,
    batches: (async function* () {
      if (first.length > 1) yield first.slice(1);
      yield* all;
    })(),
  };
}
