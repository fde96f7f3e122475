import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { restoreBackup } from '../backup/restore.ts';
import { command } from './terminal.ts';

await command('npm run restore -- FILE, into an empty database', 1, async (deps, [path]) => {
  await access(path!);
  const { madeAt, rows, tables } = await restoreBackup(deps.db, createReadStream(path!));
  console.log(
    `Restored the backup of ${madeAt}: ${rows.toLocaleString('en-US')} rows in ${tables} tables. Everyone has to sign in again.`,
  );
});
