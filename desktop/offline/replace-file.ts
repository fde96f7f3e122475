import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The mode of files that a person saves. The console's own files are readable only by their owner. */
export const SHARED = 0o666;

const RENAME_TRIES = 6;
const isBusy = (error: unknown): boolean => /^(EPERM|EACCES|EBUSY)$/.test((error as { code?: string }).code ?? '');

/** Virus scanners and indexers hold new files open for a moment on Windows, where an open file can't be replaced. */
export async function renameWithRetry(from: string, to: string, renameFile = rename): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await renameFile(from, to);
    } catch (error) {
      if (!isBusy(error) || tries === RENAME_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20 * 2 ** tries));
    }
  }
}

/** Replaces a file atomically: writes and syncs a temporary file, then renames it. */
export async function replaceFile(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporaryPath = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await open(temporaryPath, 'wx', mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await renameWithRetry(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}
