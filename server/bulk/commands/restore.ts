import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { restoreBackup } from '../backup/restore.ts';
import { runCommand } from './terminal.ts';

await runCommand('npm run restore -- FILE (the database must be empty)', 1, async (deps, [path]) => {
  await access(path!);
  const { madeAt, rows, tables, hasCredentials } = await restoreBackup(deps, createReadStream(path!));
  console.log(
    `Restored the backup of ${madeAt}: ${rows.toLocaleString('en-US')} rows in ${tables} tables. Everyone must log in again.`,
  );
  if (!hasCredentials)
    console.log(
      'SECRET_KEY differs from the one of the backup, so passwords, two-factor settings, and letter PINs were left out. Everyone must reset their password.',
    );
});
