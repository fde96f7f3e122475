import type { Deps } from '#server/base/http/context.ts';
import { createReadStream } from 'node:fs';
import { checkBackup, restoreBackup } from '../backup/restore.ts';
import { runCommand } from './terminal.ts';

const usage = 'npm run restore -- FILE (the database must be empty)';
const check = ([path]: string[]) => checkBackup(createReadStream(path!));

await runCommand(usage, 1, restore, [], check);

async function restore(deps: Deps, [path]: string[]): Promise<void> {
  const { madeAt, rows, tables, hasCredentials } = await restoreBackup(deps, createReadStream(path!));
  console.log(
    `Restored the backup of ${madeAt}: ${rows.toLocaleString('en-US')} rows in ${tables} tables. Everyone must log in again.`,
  );
  if (!hasCredentials)
    console.log(
      'SECRET_KEY differs from the one of the backup, so passwords, two-factor settings, and letter PINs were left out. Everyone must reset their password.',
    );
}
