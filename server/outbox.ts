import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where mails go when nobody is named to send them. Each file's name begins with the moment it was written. */
const folderOf = (dataDir: string) => join(dataDir, 'outbox');
const stamp = (at: Date) => at.toISOString().replace(/[:.]/g, '-');
const NAME = /^\.?(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)-[0-9a-f]{8}\.eml$/;

export async function putInOutbox(dataDir: string, now: Date, message: Buffer): Promise<string> {
  const folder = folderOf(dataDir);
  await mkdir(folder, { recursive: true });
  const name = `${stamp(now)}-${randomUUID().slice(0, 8)}.eml`;
  await writeFile(join(folder, `.${name}`), message, { mode: 0o600 });
  await rename(join(folder, `.${name}`), join(folder, name));
  return join(folder, name);
}

/** Removes what was written before a moment, half-written files too; what others put there stays. */
export async function sweepOutbox(dataDir: string, before: Date): Promise<number> {
  const names = await readdir(folderOf(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const old = names.filter((name) => (NAME.exec(name)?.[1] ?? '~') < stamp(before));
  for (const name of old) await rm(join(folderOf(dataDir), name), { force: true });
  return old.length;
}
