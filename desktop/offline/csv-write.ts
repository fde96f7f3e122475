import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readCsv } from '#server/bulk/read/csv.ts';
import { decodeBytes, type Encoding } from '#server/bulk/read/decode.ts';

const CHUNK = 1024 * 1024;

/** What stands in the way of sending a file twice: its bytes, known by their sum. */
export interface Sum {
  sha256: string;
  bytes: number;
}

export async function sumOf(path: string): Promise<Sum> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Cells to write over, by line and column. */
export type Fixes = ReadonlyMap<number, ReadonlyMap<number, string>>;

/** A copy of a file with its fixes in it, always UTF-8, and its sum. */
export async function writeMended(from: string, encoding: Encoding, fixes: Fixes, to: string): Promise<Sum> {
  const { delimiter, headers, batches } = await readCsv(
    decodeBytes(createReadStream(from, { highWaterMark: CHUNK }), encoding),
  );
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = (text: string): Buffer => {
    const chunk = Buffer.from(text);
    hash.update(chunk);
    bytes += chunk.length;
    return chunk;
  };
  async function* lines() {
    yield counted(rowOf(headers, delimiter));
    for await (const batch of batches) {
      let out = '';
      for (const { cells, line, broken } of batch) {
        const row = fixes.get(line);
        for (const [column, value] of row ?? []) cells[column] = value;
        // What could not be read as a row must not become one by being written again: one cell too many is refused.
        if (broken && !row) {
          while (cells.length < headers.length) cells.push('');
          cells.push(broken);
        }
        out += rowOf(cells, delimiter);
      }
      yield counted(out);
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(to, { mode: 0o600 }));
  return { sha256: hash.digest('hex'), bytes };
}

const rowOf = (cells: readonly string[], delimiter: string): string =>
  `${cells.map((cell) => (/["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\n`;
