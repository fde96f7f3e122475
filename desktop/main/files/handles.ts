import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { ConsoleError } from '../../bridge/calls.ts';
import type { OpenFile } from '../../bridge/shapes.ts';
import { mayImport } from '../../policy/files.ts';

/** Files the person has chosen. The page knows them by a handle and a name; where they lie is known only here. */
export class Handles {
  readonly #paths = new Map<string, string>();

  hold(path: string): string {
    for (const [handle, known] of this.#paths) if (known === path) return handle;
    const handle = randomBytes(8).toString('hex');
    this.#paths.set(handle, path);
    return handle;
  }
  path(handle: string): string {
    const path = this.#paths.get(handle);
    if (path === undefined) throw new ConsoleError('no_such_file', 'This file is not open any more.');
    return path;
  }
  /** Those of these files that are still where they were. */
  async present(paths: readonly string[]): Promise<OpenFile[]> {
    const found = await Promise.all(paths.map((path) => this.files([path]).catch(() => [])));
    return found.flat();
  }
  async files(paths: readonly string[]): Promise<OpenFile[]> {
    const found: OpenFile[] = [];
    for (const path of paths) {
      if (!mayImport(path)) throw new ConsoleError('bad_name', `“${basename(path)}” is not a CSV file.`);
      const about = await stat(path).catch(() => null);
      if (!about?.isFile()) throw new ConsoleError('not_readable', `“${basename(path)}” cannot be read.`);
      found.push({ file: this.hold(path), name: basename(path), size: about.size, changedAt: about.mtimeMs });
    }
    return found;
  }
}
