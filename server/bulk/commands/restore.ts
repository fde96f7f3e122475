import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { restoreBackup } from '../backup/restore.ts';
import { runCommand } from './terminal.ts';

await runCommand('npm run restore -- FILE (the database must be empty)', 1, async (deps, [path]) => {
  await access(path!);
  const { madeAt, rows, tables } = await restoreBackup(deps.db, createReadStream(path!));
  console.log(
    `Restored the backup of ${madeAt}: ${rows.toLocaleString('en-US')} rows in ${tables} tables. Everyone must log in again.`,
  );
});
