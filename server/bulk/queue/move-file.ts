import { access, lstat, mkdir, rename, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { WholeFile } from './folder-looks.ts';

/** Moves a file of a watched folder to `done` or `failed`, with a sentence next to it. False if it was removed or replaced. */
export async function moveFile(
  folder: string,
  file: WholeFile,
  to: 'done' | 'failed',
  sentence: string,
): Promise<boolean> {
  const { name } = file;
  const stats = await lstat(join(folder, name)).catch(() => null);
  if (stats?.size !== file.bytes || Math.floor(stats.mtimeMs) !== file.modifiedAt.getTime()) return false;
  const target = join(folder, to);
  await mkdir(target, { recursive: true });
  const newName = await findFreeName(target, name);
  try {
    await rename(join(folder, name), join(target, newName));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  await writeFile(join(target, `${newName}.txt`), `${sentence}\n`);
  return true;
}

async function findFreeName(folder: string, name: string): Promise<string> {
  const extension = extname(name);
  const base = name.slice(0, name.length - extension.length);
  for (let n = 1; ; n++) {
    const freeName = n === 1 ? name : `${base} (${n})${extension}`;
    const isTaken = await access(join(folder, freeName)).then(
      () => true,
      () => false,
    );
    if (!isTaken) return freeName;
  }
}
