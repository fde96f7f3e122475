import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

export interface ProblemRow {
  line: number;
  cells: string[];
  /** Why the row is malformed. */
  broken?: string | undefined;
}

const ROWS_PER_BLOCK = 100;
const CHUNK_BYTES = 256 * 1024;
const MAX_BUFFER_CHARS = 2 ** 20;

/**
 * A list of rows of any length in a temporary file. Memory holds only the offset of every hundredth row. The file is
 * unlinked as soon as it is open, so that even a crash leaves nothing behind.
 */
export class ProblemRows {
  readonly #fd: number;
  /** The file offset of each block. */
  readonly #blockOffsets: number[] = [];
  #buffer = '';
  #size = 0;
  count = 0;

  constructor(folder: string) {
    const path = join(folder, `problems-${randomBytes(8).toString('hex')}.part`);
    this.#fd = openSync(path, 'wx+', 0o600);
    rmSync(path, { force: true });
  }

  add(row: ProblemRow): void {
    if (this.count++ % ROWS_PER_BLOCK === 0) {
      this.#flush();
      this.#blockOffsets.push(this.#size);
    }
    this.#buffer += `${JSON.stringify(row)}\n`;
    if (this.#buffer.length > MAX_BUFFER_CHARS) this.#flush();
  }

  page(from: number, count: number): ProblemRow[] {
    const block = Math.floor(from / ROWS_PER_BLOCK);
    const rows: ProblemRow[] = [];
    let index = block * ROWS_PER_BLOCK;
    if (from >= this.count || count <= 0) return rows;
    for (const json of this.#readFrom(block)) {
      if (index++ >= from) rows.push(JSON.parse(json) as ProblemRow);
      if (rows.length === count) break;
    }
    return rows;
  }

  close(): void {
    closeSync(this.#fd);
  }

  #flush(): void {
    const bytes = Buffer.from(this.#buffer, 'utf8');
    for (let at = 0; at < bytes.length;) at += writeSync(this.#fd, bytes, at, bytes.length - at, this.#size + at);
    this.#size += bytes.length;
    this.#buffer = '';
  }

  *#readFrom(block: number): Generator<string> {
    this.#flush();
    const decoder = new StringDecoder('utf8');
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let partialLine = '';
    for (let at = this.#blockOffsets[block]!; at < this.#size;) {
      const bytesRead = readSync(this.#fd, chunk, 0, Math.min(CHUNK_BYTES, this.#size - at), at);
      if (bytesRead === 0) return;
      at += bytesRead;
      const lines = (partialLine + decoder.write(chunk.subarray(0, bytesRead))).split('\n');
      partialLine = lines.pop()!;
      yield* lines;
    }
  }
}
