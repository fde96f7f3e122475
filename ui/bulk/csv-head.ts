import Papa from 'papaparse';
import { detectFileKind, fileKindSentences, KIND_BYTES } from '#shared/file-kinds.ts';

export interface CsvHead {
  headers: string[];
  headerLine: number;
  /** The first rows, with the line of the file on which each starts. */
  rows: { line: number; cells: string[] }[];
}

const SAMPLE = 256 * 1024;
/** A header can be below some title rows. */
const READ = 40;
const MAX_COLUMNS = 1_000;
const MAX_TEXT = 500;
const MAX_SENT_CELLS = 100;
const MAX_SENT_TEXT = 120;

/** Why a file can't be read as a table, or null. Spreadsheets can, on the server. */
export async function findFileProblem(file: File): Promise<string | null> {
  if (file.size === 0) return 'This file is empty.';
  const kind = detectFileKind(new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer()));
  if (kind === null) return null;
  return kind === 'zip' && isSpreadsheet(file) ? null : fileKindSentences[kind];
}

/** Lists under these names are seldom clean, so they open in the workbench. */
export const opensInWorkbench = (file: Pick<File, 'name'>): boolean => /\.(xlsx|txt|tsv)$/i.test(file.name);
const isSpreadsheet = (file: File): boolean => /\.xlsx$/i.test(file.name);

/** Reads the header and first rows of a file in the browser, for the preview. */
export async function readCsvHead(file: File): Promise<CsvHead> {
  const bytes = new Uint8Array(await file.slice(0, SAMPLE).arrayBuffer());
  const text = decode(bytes);
  const separatorLine = /^sep=.\r?\n/.exec(text)?.[0] ?? '';
  let line = separatorLine ? 2 : 1;
  const filled: CsvHead['rows'] = [];
  Papa.parse<string[]>(text.slice(separatorLine.length), {
    step({ data }, parser) {
      const cells = data.slice(0, MAX_COLUMNS).map((cell) => cell.trim().slice(0, MAX_TEXT));
      if (data.length > 1 || cells[0] !== '') filled.push({ line, cells });
      line += 1 + data.reduce((breaks, cell) => breaks + cell.split(/\r\n|\r|\n/).length - 1, 0);
      if (filled.length > READ) parser.abort();
    },
  });
  const [header = { line: 1, cells: [] }, ...rows] = filled;
  return { headers: header.cells, headerLine: header.line, rows };
}

/** The beginnings of the first cells, by which the server recognizes columns and finds a header below a title. */
export function shortenCells({ headers, headerLine, rows }: CsvHead): CsvHead {
  const shorten = (cells: string[]) => cells.slice(0, MAX_SENT_CELLS).map((cell) => cell.slice(0, MAX_SENT_TEXT));
  return { headers, headerLine, rows: rows.map(({ line, cells }) => ({ line, cells: shorten(cells) })) };
}

function decode(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.length > 3 && bytes[1] === 0 && bytes[3] === 0) return new TextDecoder('utf-16le').decode(bytes);
  try {
    // Streaming, because the sample may end in the middle of a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
