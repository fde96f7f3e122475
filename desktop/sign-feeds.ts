// `npm run desktop:sign -- [FOLDER]`: signs the update feeds of packed consoles with UPDATES_PRIVATE_KEY, an Ed25519 key in PEM.
import { createPrivateKey } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type { UpdateInfo } from 'electron-updater';
import { signFeed } from './main/updates/feed-signature.ts';

const privateKey = createPrivateKey(process.env.UPDATES_PRIVATE_KEY ?? '');
const folder = process.argv[2] ?? 'desktop/dist/packed';
for (const name of await readdir(folder)) {
  if (!/^latest.*\.yml$/.test(name)) continue;
  const text = (await readFile(join(folder, name), 'utf8')).replace(/^signature: .*\n/m, '').trimEnd();
  const feed = load(text) as UpdateInfo;
  await writeFile(join(folder, name), `${text}\nsignature: ${signFeed(feed, privateKey)}\n`);
  console.log(`Signed ${name}, version ${feed.version}`);
}
