import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Texts in a temporary file. Memory holds only their offsets. The file is unlinked as soon as it is open, so that even a crash
 * leaves nothing behind.
 */
export class BlockFile {
  readonly #fd: number;
  /** The end of each text, after the start of the first. */
  readonly #offsets = [0];

  constructor(folder: string) {
    const path = join(folder, `rows-${randomBytes(8).toString('hex')}.part`);
    this.#fd = openSync(path, 'wx+', 0o600);
    rmSync(path, { force: true });
  }

  get count(): number {
    return this.#offsets.length - 1;
  }

  add(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    const start = this.#offsets.at(-1)!;
    for (let at = 0; at < bytes.length;) at += writeSync(this.#fd, bytes, at, bytes.length - at, start + at);
    this.#offsets.push(start + bytes.length);
  }

  read(index: number): string {
    const [start, end] = [this.#offsets[index]!, this.#offsets[index + 1]!];
    const bytes = Buffer.alloc(end - start);
    for (let at = 0; at < bytes.length;) at += readSync(this.#fd, bytes, at, bytes.length - at, start + at);
    return bytes.toString('utf8');
  }

  close(): void {
    closeSync(this.#fd);
  }
}
