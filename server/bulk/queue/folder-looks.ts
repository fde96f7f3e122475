import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface WholeFile {
  name: string;
  bytes: number;
  modifiedAt: Date;
}

/** A file as it has been since a time. */
interface SeenFile {
  bytes: number;
  modified: number;
  at: number;
}

/** Files that programs are still writing, by their usual names, and hidden ones. */
const UNFINISHED = /^[.~]|\.(part|partial|tmp|temp|filepart|crdownload|download|swp)$/i;
/** A file is whole if it hasn't changed for this long. */
const QUIET_MS = 4_000;

/** Remembers earlier looks at a folder, to tell files that have arrived whole from those that are still growing. */
export class FolderLooks {
  readonly #folder: string;
  #seen = new Map<string, SeenFile>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Lists the whole files, oldest first. `isSettled` is false while others are arriving. */
  async look(now: number): Promise<{ files: WholeFile[]; isSettled: boolean }> {
    const seen = new Map<string, SeenFile>();
    const files: WholeFile[] = [];
    for (const name of await readdir(this.#folder)) {
      if (UNFINISHED.test(name)) continue;
      const stats = await lstat(join(this.#folder, name)).catch(() => null);
      // Links may lead out of the folder, so only files themselves count.
      if (!stats?.isFile()) continue;
      const modified = Math.floor(stats.mtimeMs);
      const earlier = this.#seen.get(name);
      const isSame = earlier?.bytes === stats.size && earlier.modified === modified;
      const at = isSame ? earlier.at : now;
      seen.set(name, { bytes: stats.size, modified, at });
      if (now - at >= QUIET_MS) files.push({ name, bytes: stats.size, modifiedAt: new Date(modified) });
    }
    this.#seen = seen;
    files.sort((a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime() || a.name.localeCompare(b.name, 'en'));
    return { files, isSettled: files.length === seen.size };
  }
}
