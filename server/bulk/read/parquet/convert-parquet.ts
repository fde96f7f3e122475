import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { decompress } from 'fzstd';
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type FileMetaData,
} from 'hyparquet';
import { MAX_FILE_BYTES } from '#contract/bulk/upload-chunks.ts';
import { Refusal } from '#server/base/http/errors.ts';
import { formatCsvLine } from '../cells.ts';

/** The rows that are in memory at once. Nested columns take a few kilobytes a row. */
const ROWS_AT_ONCE = 8_192;
/** A group is unpacked column by column, and writers make them a tenth of this. */
const MAX_GROUP_BYTES = 2 ** 30;

const compressors = {
  GZIP: (bytes: Uint8Array, maxOutputLength: number) => gunzipSync(bytes, { maxOutputLength }),
  BROTLI: (bytes: Uint8Array, maxOutputLength: number) => brotliDecompressSync(bytes, { maxOutputLength }),
  ZSTD: (bytes: Uint8Array, length: number) => decompress(bytes, new Uint8Array(length)),
};

const damaged = () => new Refusal(422, 'not_csv', 'This Parquet file is damaged. Please download it again.');

/** A value as a cell. Nested columns are JSON, as in other extracts, and binary ones are left out. */
function formatValue(value: unknown): string {
  if (value === null || value === undefined || value instanceof Uint8Array) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object') return String(value as string | number | boolean | bigint);
  return JSON.stringify(value, (_key, part: unknown) => {
    if (part instanceof Uint8Array) return null;
    return typeof part === 'bigint' ? String(part) : part;
  });
}

function checkGroups({ row_groups: groups }: FileMetaData): void {
  for (const { total_byte_size: bytes } of groups)
    if (Number(bytes) > MAX_GROUP_BYTES)
      throw new Refusal(
        413,
        'too_large',
        'This Parquet file has row groups over 1 GB. Please write it with smaller ones.',
      );
}

/** Writes a Parquet file as CSV, some rows at a time. Returns the size of the CSV. */
export async function convertParquet(path: string, csvPath: string): Promise<{ csvBytes: number }> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file).catch(() => {
    throw damaged();
  });
  checkGroups(metadata);
  const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
  async function* format() {
    yield formatCsvLine(columns);
    let bytes = 0;
    let groupStart = 0;
    for (const { num_rows: groupRows } of metadata.row_groups) {
      const groupEnd = groupStart + Number(groupRows);
      for (let rowStart = groupStart; rowStart < groupEnd; rowStart += ROWS_AT_ONCE) {
        const rowEnd = Math.min(rowStart + ROWS_AT_ONCE, groupEnd);
        const rows = await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd, useOffsetIndex: true });
        const text = rows.map((row) => formatCsvLine(columns.map((column) => formatValue(row[column])))).join('');
        bytes += text.length;
        if (bytes > MAX_FILE_BYTES)
          throw new Refusal(413, 'too_large', 'This file is larger than 4 GB. Please split it.');
        yield text;
      }
      groupStart = groupEnd;
    }
  }
  try {
    await pipeline(Readable.from(format()), createWriteStream(csvPath, { mode: 0o600 }));
  } catch (error) {
    throw error instanceof Refusal || (error as NodeJS.ErrnoException).syscall ? error : damaged();
  }
  return { csvBytes: (await stat(csvPath)).size };
}
