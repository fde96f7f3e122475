import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a temporary folder for a database. Other accounts may enter it, because Postgres doesn't run as root and
 * would keep the database of a root process elsewhere, where it would remain.
 */
export async function makeTemporaryHome(prefix: string): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), prefix));
  await chmod(home, 0o711);
  return home;
}
