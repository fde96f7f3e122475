import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { sendBackup } from '../backup/backup-store.ts';
import { command } from './terminal.ts';

await command('npm run backup -- FILE', 1, async (deps, [path]) => {
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
    `The backup is in ${path!}. Keep SECRET_KEY with it: keys and two-factor secrets in it stay sealed with that.`,
  );
});
