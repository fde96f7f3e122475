import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { sendBackup } from '../backup/backup-store.ts';
import { runCommand } from './terminal.ts';

await runCommand('npm run backup -- FILE', 1, async (deps, [path]) => {
  const part = `${path!}.part`;
  try {
    await sendBackup(
      deps,
      null,
      basename(path!),
      createWriteStream(part, { mode: 0o600 }),
      new AbortController().signal,
    );
    await rename(part, path!);
  } finally {
    await rm(part, { force: true });
  }
  console.log(
    `Saved the backup to ${path!}. Keep SECRET_KEY with it, because API keys and two-factor secrets in it are encrypted with that key.`,
  );
});
