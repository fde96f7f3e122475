import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { writeBackup } from '#server/bulk/backup/write-backup.ts';
import { writeExport } from '#server/bulk/export/exporter.ts';
import { startImport } from '#server/bulk/importer/importer.ts';
import type { BulkDeps } from '#server/bulk/importer/import-lock.ts';
import { restoreBackup } from '#server/bulk/backup/restore.ts';
import { inspectFile } from '#server/bulk/read/spool.ts';
import { createSecrets } from '#server/base/secrets.ts';
import { invent, never, openDirectories } from './parts/directories.ts';

/** `npm run bench -- bulk-proof ROWS`: checks that export, import, and export give the same bytes. */
export async function bench(args: readonly string[]): Promise<void> {
  const rows = Number(args[0] ?? 26_000);
  const secret = createSecrets('only for this benchmark, and long enough');
  const ground = await openDirectories();
  const { fresh, home, url } = ground;
  let wrong = 0;
  const tell = (what: string, right: boolean, more = '') => {
    if (!right) wrong++;
    console.log(`${right ? 'yes' : 'NO '}  ${what}${more && ` (${more})`}`);
  };
  const out = async (deps: BulkDeps, name: string) => {
    const path = join(home, `${name}.csv`);
    await writeExport(deps.db, 'contacts', createWriteStream(path), never);
    const hash = createHash('sha256');
    for await (const part of createReadStream(path)) hash.update(part as Buffer);
    return { path, sha256: hash.digest('hex') };
  };
  const into = async (deps: BulkDeps, path: string) =>
    (await startImport(deps, { file: await inspectFile(path, 'listings.csv'), actor: null, options: {} })).finished;
  try {
    const source = await fresh('source');
    await invent(url('source'), rows);
    const first = await out(source, 'first');
    const again = await into(source, first.path);
    tell(
      'an export that is imported changes nothing',
      again.rowsSame === rows && again.status === 'done',
      again.message ?? '',
    );
    tell('and is exported again as the same bytes', (await out(source, 'second')).sha256 === first.sha256);
    const other = await fresh('other');
    const filled = await into(other, first.path);
    tell('an empty directory takes all of it', filled.rowsNew === rows, filled.message ?? '');
    tell('and exports the same bytes', (await out(other, 'third')).sha256 === first.sha256);
    await other.db.destroy();
    const file = join(home, 'backup.gz');
    const { bytes } = await writeBackup({ ...source, secret }, createWriteStream(file), { signal: never });
    const last = await fresh('last');
    const restored = await restoreBackup({ db: last.db, secret }, createReadStream(file));
    tell(
      'a backup fills another database',
      restored.rows > rows,
      `${Math.round(bytes / 2 ** 20)} MB, ${restored.rows.toLocaleString('en-US')} rows`,
    );
    tell('which exports the same bytes', (await out(last, 'fourth')).sha256 === first.sha256);
    await last.db.destroy();
    await source.db.destroy();
  } finally {
    await ground.end();
  }
  process.exitCode = wrong === 0 ? 0 : 1;
}
