import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readCsv } from '#server/bulk/read/csv.ts';
import { decodeBytes, type Encoding } from '#server/bulk/read/decode.ts';

const CHUNK_BYTES = 1024 * 1024;

/** Identifies a file's content, so that the server never receives the same bytes twice. */
export interface Checksum {
  sha256: string;
  bytes: number;
}

export async function computeChecksum(path: string): Promise<Checksum> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** New cell values by line and column. */
type Fixes = ReadonlyMap<number, ReadonlyMap<number, string>>;

/** Writes a UTF-8 copy of a file with its fixes, and returns the copy's checksum. */
export async function writeFixedCopy(from: string, encoding: Encoding, fixes: Fixes, to: string): Promise<Checksum> {
  const { delimiter, headers, batches } = await readCsv(
    decodeBytes(createReadStream(from, { highWaterMark: CHUNK_BYTES }), encoding),
  );
  const hash = createHash('sha256');
  let bytes = 0;
  const encodeAndHash = (text: string): Buffer => {
    const chunk = Buffer.from(text);
    hash.update(chunk);
    bytes += chunk.length;
    return chunk;
  };
  async function* formatFile() {
    yield encodeAndHash(formatRow(headers, delimiter));
    for await (const batch of batches) {
      let text = '';
      for (const { cells, line, broken } of batch) {
        const rowFixes = fixes.get(line);
        for (const [column, value] of rowFixes ?? []) cells[column] = value;
        // Rewriting a malformed row would make it valid. An extra cell keeps it invalid, so the server refuses it.
        if (broken && !rowFixes) {
          while (cells.length < headers.length) cells.push('');
          cells.push(broken);
        }
        text += formatRow(cells, delimiter);
      }
      yield encodeAndHash(text);
    }
  }
  await pipeline(Readable.from(formatFile()), createWriteStream(to, { mode: 0o600 }));
  return { sha256: hash.digest('hex'), bytes };
}

const formatRow = (cells: readonly string[], delimiter: string): string =>
  `${cells.map((cell) => (/["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\n`;
