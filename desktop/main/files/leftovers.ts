import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Sheets of spreadsheets, files that were being replaced, and copies that earlier versions sent. A crash leaves them behind. */
const leftover = /^(?:sending|sheet)-[\da-f-]{36}\.csv$|\.[\da-f]{12}\.tmp$/;

export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((file) => leftover.test(file)))
    await rm(join(folder, name), { force: true }).catch(() => {});
}
