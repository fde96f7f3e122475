import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { stat } from 'node:fs/promises';
import { Refusal } from '#server/base/http/errors.ts';
import { parseCells } from './cells.ts';
import { findRegistryColumns, type RegistryColumns } from './columns.ts';
import { openZip, type ZipFile } from '../xlsx/unzip.ts';
import { isWorkbook, openDeactivations } from './deactivations.ts';
import { isRowStart } from './scan-rows.ts';
import { ZipArchive } from './zip.ts';

/** A file of the national provider registry. */
export interface RegistryFile {
  kind: 'providers' | 'deactivations';
  /** The entry of a zip file that holds the rows or the workbook. Null for a plain file or workbook. */
  entry: string | null;
  /** The size of the rows, unpacked. */
  bytes: number;
  /** The day of the data, as 2026-11-08, if the name of the file says it. */
  asOf: string | null;
}

export interface ProviderHead {
  columns: RegistryColumns;
  /** The offset of the first row. */
  start: number;
  /** False for a file that a spreadsheet or a script saved again without quotation marks. */
  isQuoted: boolean;
}

const HEAD_BYTES = 64 * 1024;
const MAX_WORKBOOK_BYTES = 64 * 2 ** 20;

/** Reads the header of a provider file from its first bytes. Null for other files. */
export function readProviderHead(bytes: Buffer): ProviderHead | null {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const end = bytes.indexOf(10);
  if (end === -1) return null;
  const headers = parseCells(bytes.toString('utf8', bom, end).replace(/\r$/, ''));
  const columns = headers && findRegistryColumns(headers);
  return columns && { columns, start: end + 1, isQuoted: end + 1 >= bytes.length || isRowStart(bytes, end + 1) };
}

/** The last day of npidata_pfile_20261102-20261108.csv, or the day of a deactivation report. */
export function findFileDate(name: string): string | null {
  const day = /(?:\d{8}-)?(20\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)/.exec(name);
  return day ? `${day[1]}-${day[2]}-${day[3]}` : null;
}

/** Recognizes the monthly, weekly, and deactivation files of the registry. Null for all other files. */
export async function recognizeRegistryFile(path: string, name = basename(path)): Promise<RegistryFile | null> {
  const isZip = (await readHead(path)).subarray(0, 4).equals(Buffer.from('PK\x03\x04'));
  return isZip ? recognizeRegistryZip(path, name) : recognizeRegistryText(path, name);
}

/** Recognizes a file of providers that isn't zipped. */
export async function recognizeRegistryText(path: string, name: string): Promise<RegistryFile | null> {
  if (!readProviderHead(await readHead(path))) return null;
  return { kind: 'providers', entry: null, bytes: (await stat(path)).size, asOf: findFileDate(name) };
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Recognizes a zip file or a workbook. Reads the first rows of a workbook, so the server calls it in a worker. */
export async function recognizeRegistryZip(path: string, name: string): Promise<RegistryFile | null> {
  const archive = await ZipArchive.open(path).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (!archive) return null;
  try {
    for (const entry of archive.entries) {
      if (!/\.csv$/i.test(entry.fileName) || /fileheader/i.test(entry.fileName)) continue;
      if (readProviderHead(await readEntryHead(archive, entry)))
        return {
          kind: 'providers',
          entry: entry.fileName,
          bytes: entry.uncompressedSize,
          asOf: findFileDate(basename(entry.fileName)) ?? findFileDate(name),
        };
    }
    if (await hasDeactivations(path))
      return { kind: 'deactivations', entry: null, bytes: (await stat(path)).size, asOf: findFileDate(name) };
    const workbook = archive.find((fileName) => fileName.endsWith('.xlsx'));
    if (!workbook) return null;
    if (!(await hasDeactivations(await archive.readWhole(workbook, MAX_WORKBOOK_BYTES)))) return null;
    return {
      kind: 'deactivations',
      entry: workbook.fileName,
      bytes: workbook.uncompressedSize,
      asOf: findFileDate(workbook.fileName) ?? findFileDate(name),
    };
  } finally {
    archive.close();
  }
}

async function readEntryHead(archive: ZipArchive, entry: ZipArchive['entries'][number]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await archive.read(entry)) {
    chunks.push(chunk as Buffer);
    if ((size += (chunk as Buffer).length) >= HEAD_BYTES) break;
  }
  return Buffer.concat(chunks);
}

async function hasDeactivations(source: string | Buffer): Promise<boolean> {
  const zip = await openZip(source);
  try {
    if (!isWorkbook(zip)) return false;
    const rows = await openDeactivations(zip);
    await rows?.return(undefined);
    return rows !== null;
  } finally {
    zip.close();
  }
}

/** Opens the workbook of a deactivation report, which may lie in a zip file. */
export async function openWorkbook(path: string, entry: string | null): Promise<ZipFile> {
  if (entry === null) return openZip(path);
  const archive = await ZipArchive.open(path);
  try {
    const workbook = archive.entries.find(({ fileName }) => fileName === entry)!;
    return await openZip(await archive.readWhole(workbook, MAX_WORKBOOK_BYTES));
  } finally {
    archive.close();
  }
}
