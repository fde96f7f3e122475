import Papa from 'papaparse';
import { detectFileKind, fileKindSentences, KIND_BYTES } from '#contract/file-kinds.ts';

export interface CsvHead {
  headers: string[];
  rows: string[][];
}

const SAMPLE = 256 * 1024;
const SHOWN = 4;

/** Why a file can't be read as a table, or null. Spreadsheets can, on the server. */
export async function findFileProblem(file: File): Promise<string | null> {
  if (file.size === 0) return 'This file is empty.';
  const kind = detectFileKind(new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer()));
  if (kind === null) return null;
  return kind === 'zip' && isSpreadsheet(file) ? null : fileKindSentences[kind];
}

/** Lists under these names are seldom clean, so they open in the workbench. */
export const opensInWorkbench = (file: Pick<File, 'name'>): boolean => /\.(xlsx|txt|tsv)$/i.test(file.name);
export const isSpreadsheet = (file: File): boolean => /\.xlsx$/i.test(file.name);

/** Reads the header and first rows of a file in the browser, for the preview. */
export async function readCsvHead(file: File): Promise<CsvHead> {
  const bytes = new Uint8Array(await file.slice(0, SAMPLE).arrayBuffer());
  const text = decode(bytes);
  const { data } = Papa.parse<string[]>(text.replace(/^sep=.\r?\n/, ''), { preview: SHOWN + 1, skipEmptyLines: true });
  const [headers = [], ...rows] = data;
  return { headers: headers.map((header) => header.trim().slice(0, 500)).slice(0, 1000), rows };
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
