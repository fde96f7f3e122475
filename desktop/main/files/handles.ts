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
  async describeFile(path: string): Promise<OpenFile> {
    if (!mayImport(path)) throw new ConsoleError('bad_name', `“${basename(path)}” is not a CSV file.`);
    const stats = await stat(path).catch(() => null);
    if (!stats?.isFile()) throw new ConsoleError('not_readable', `“${basename(path)}” can’t be read.`);
    return { file: this.add(path), name: basename(path), size: stats.size, changedAt: stats.mtimeMs };
  }
  /** The files that can be opened, in the given order, and why each other one can’t. */
  async describeFiles(paths: readonly string[]): Promise<{ files: OpenFile[]; problems: ConsoleError[] }> {
    const files: OpenFile[] = [];
    const problems: ConsoleError[] = [];
    for (const path of paths)
      await this.describeFile(path).then(
        (file) => files.push(file),
        (problem: ConsoleError) => problems.push(problem),
      );
    return { files, problems };
  }
}
