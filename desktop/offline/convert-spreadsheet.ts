import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { detectFileKind, KIND_BYTES, type FileKind } from '#shared/file-kinds.ts';
import { convertXlsx } from '#server/bulk/read/xlsx/convert-xlsx.ts';

/** Recognizes a file by its first bytes. Null for text. */
export async function readFileKind(path: string): Promise<FileKind | null> {
  const head: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: KIND_BYTES - 1 })) head.push(chunk as Buffer);
  return detectFileKind(Buffer.concat(head));
}

/** The path of a spreadsheet's first sheet as CSV in the folder `scratch`. Null for other files. */
export async function convertSpreadsheet(path: string, scratch: string): Promise<string | null> {
  if ((await readFileKind(path)) !== 'zip') return null;
  const sheetPath = join(scratch, `sheet-${randomUUID()}.csv`);
  try {
    await convertXlsx(path, sheetPath);
  } catch (error) {
    await rm(sheetPath, { force: true });
    throw error;
  }
  return sheetPath;
}
