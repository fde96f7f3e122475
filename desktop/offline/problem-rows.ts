import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

export interface ProblemRow {
  line: number;
  cells: string[];
  /** Why it cannot be read as a row. */
  broken?: string | undefined;
}

/** So many rows lie between two places that are remembered. */
const STEP = 100;
const CHUNK = 256 * 1024;
const MOST_HELD = 2 ** 20;

/**
 * Rows in the order of their file, however many: they lie on the disk, and in memory is only where every hundredth
 * begins. The file has no name any more once it is open, so nothing of it is left behind, however this ends.
 */
export class ProblemRows {
  readonly #fd: number;
  readonly #lines: number[] = [];
  readonly #places: number[] = [];
  #held = '';
  #size = 0;
  count = 0;

  constructor(folder: string) {
    const path = join(folder, `problems-${randomBytes(8).toString('hex')}.part`);
    this.#fd = openSync(path, 'wx+', 0o600);
    rmSync(path, { force: true });
  }

  add(row: ProblemRow): void {
    if (this.count++ % STEP === 0) {
      this.#flush();
      this.#lines.push(row.line);
      this.#places.push(this.#size);
    }
    this.#held += `${JSON.stringify(row)}\n`;
    if (this.#held.length > MOST_HELD) this.#flush();
  }

  page(from: number, count: number): ProblemRow[] {
    const step = Math.floor(from / STEP);
    const rows: ProblemRow[] = [];
    let at = step * STEP;
    if (from >= this.count || count <= 0) return rows;
    for (const text of this.#textsFrom(step)) {
      if (at++ >= from) rows.push(JSON.parse(text) as ProblemRow);
      if (rows.length === count) break;
    }
    return rows;
  }

  /** The row that begins on this line of its file. */
  find(line: number): ProblemRow | null {
    const after = this.#lines.findIndex((one) => one > line);
    const step = (after === -1 ? this.#lines.length : after) - 1;
    if (step < 0) return null;
    return this.page(step * STEP, STEP).find((row) => row.line === line) ?? null;
  }

  close(): void {
    closeSync(this.#fd);
  }

  #flush(): void {
    const bytes = Buffer.from(this.#held, 'utf8');
    for (let at = 0; at < bytes.length;) at += writeSync(this.#fd, bytes, at, bytes.length - at, this.#size + at);
    this.#size += bytes.length;
    this.#held = '';
  }

  *#textsFrom(step: number): Generator<string> {
    this.#flush();
    const decoder = new StringDecoder('utf8');
    const chunk = Buffer.alloc(CHUNK);
    let text = '';
    for (let at = this.#places[step]!; at < this.#size;) {
      const read = readSync(this.#fd, chunk, 0, Math.min(CHUNK, this.#size - at), at);
      if (read === 0) return;
      at += read;
      const lines = (text + decoder.write(chunk.subarray(0, read))).split('\n');
      text = lines.pop()!;
      yield* lines;
    }
  }
}
