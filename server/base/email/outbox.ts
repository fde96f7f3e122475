import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Emails are written here when no SMTP server is configured. Each file name starts with the time it was written. */
const outboxFolder = (dataDir: string) => join(dataDir, 'outbox');
const stamp = (at: Date) => at.toISOString().replace(/[:.]/g, '-');
const FILE_NAME = /^\.?(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)-[0-9a-f]{8}\.eml$/;

export async function saveToOutbox(dataDir: string, now: Date, message: Buffer): Promise<string> {
  const folder = outboxFolder(dataDir);
  await mkdir(folder, { recursive: true });
  const name = `${stamp(now)}-${randomUUID().slice(0, 8)}.eml`;
  await writeFile(join(folder, `.${name}`), message, { mode: 0o600 });
  await rename(join(folder, `.${name}`), join(folder, name));
  return join(folder, name);
}

/** Deletes emails written before this time, including partly written ones. Leaves other files alone. */
export async function deleteOldEmails(dataDir: string, before: Date): Promise<number> {
  const names = await readdir(outboxFolder(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const oldNames = names.filter((name) => (FILE_NAME.exec(name)?.[1] ?? '~') < stamp(before));
  for (const name of oldNames) await rm(join(outboxFolder(dataDir), name), { force: true });
  return oldNames.length;
}
