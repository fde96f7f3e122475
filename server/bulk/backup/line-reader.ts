import { createHash, type Hash } from 'node:crypto';
import { badBackup, NEWLINE } from './backup-format.ts';

/** A row with the largest picture or document takes a third of this. A longer line is damage, or built to fill the memory. */
export const MAX_LINE_BYTES = 64 * 2 ** 20;

/** Reads the lines of a backup on demand, and table rows in blocks. */
export class LineReader {
  readonly hash: Hash = createHash('sha256');
  #source: AsyncIterator<Buffer>;
  #buffer: Buffer = Buffer.alloc(0);
  #ended = false;
  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }
  /** Called only while the buffer has no complete line. */
  async #readMore(): Promise<boolean> {
    if (this.#buffer.length > MAX_LINE_BYTES) throw badBackup('It has a line of more than 64 MB.');
    const next = await this.#source.next();
    if (next.done) {
      this.#ended = true;
      return false;
    }
    this.#buffer = this.#buffer.length > 0 ? Buffer.concat([this.#buffer, next.value]) : next.value;
    return true;
  }
  async readLine(hashed = true): Promise<string> {
    let end = this.#buffer.indexOf(NEWLINE);
    while (end === -1) {
      if (!(await this.#readMore())) throw badBackup('It is cut off.');
      end = this.#buffer.indexOf(NEWLINE);
    }
    const line = this.#buffer.subarray(0, end + 1);
    if (hashed) this.hash.update(line);
    this.#buffer = this.#buffer.subarray(end + 1);
    return line.toString('utf8', 0, line.length - 1);
  }
  /** Yields blocks of complete rows up to the line "\.", which ends a table. */
  async *readRows(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#findTableEnd();
      if (end >= 0) {
        const block = this.#buffer.subarray(0, end);
        this.hash.update(this.#buffer.subarray(0, end + 3));
        this.#buffer = this.#buffer.subarray(end + 3);
        if (block.length > 0) yield block;
        return;
      }
      const last = this.#buffer.lastIndexOf(NEWLINE);
      if (last >= 0) {
        const block = this.#buffer.subarray(0, last + 1);
        this.hash.update(block);
        this.#buffer = this.#buffer.subarray(last + 1);
        yield block;
      }
      if (this.#ended || !(await this.#readMore())) throw badBackup('It is cut off.');
    }
  }
  #findTableEnd(): number {
    if (this.#buffer.length >= 3 && this.#buffer[0] === 92 && this.#buffer[1] === 46 && this.#buffer[2] === NEWLINE)
      return 0;
    const newline = this.#buffer.indexOf('\n\\.\n');
    return newline === -1 ? -1 : newline + 1;
  }
}
