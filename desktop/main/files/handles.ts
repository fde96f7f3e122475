import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { ConsoleError } from '../../bridge/calls.ts';
import type { OpenFile } from '../../bridge/shapes.ts';
import { mayImport } from '../../policy/files.ts';

/** Maps the paths of chosen files to random handles, because the page must not see or choose paths. */
export class Handles {
  readonly #paths = new Map<string, string>();

  add(path: string): string {
    for (const [handle, knownPath] of this.#paths) if (knownPath === path) return handle;
    const handle = randomBytes(8).toString('hex');
    this.#paths.set(handle, path);
    return handle;
  }
  path(handle: string): string {
    const path = this.#paths.get(handle);
    if (path === undefined) throw new ConsoleError('no_such_file', 'This file is no longer open.');
    return path;
  }
  async describeFiles(paths: readonly string[]): Promise<OpenFile[]> {
    const files: OpenFile[] = [];
    for (const path of paths) {
      if (!mayImport(path)) throw new ConsoleError('bad_name', `“${basename(path)}” is not a CSV file.`);
      const stats = await stat(path).catch(() => null);
      if (!stats?.isFile()) throw new ConsoleError('not_readable', `“${basename(path)}” can’t be read.`);
      files.push({ file: this.add(path), name: basename(path), size: stats.size, changedAt: stats.mtimeMs });
    }
    return files;
  }
  /** Skips files that no longer exist. */
  async describeExistingFiles(paths: readonly string[]): Promise<OpenFile[]> {
    const files = await Promise.all(paths.map((path) => this.describeFiles([path]).catch(() => [])));
    return files.flat();
  }
}
