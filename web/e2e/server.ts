import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { boot } from '#server/boot.ts';
import { readConfig } from '#server/config.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { prepare } from '#server/prepare.ts';
import type { Site } from '#server/site/site.ts';

/** The product as it is shipped, on a throw-away database with a small set of sample listings. */
const dataDir = resolve(process.env.DATA_DIR!);
await rm(dataDir, { recursive: true, force: true });
await mkdir(dataDir, { recursive: true, mode: 0o711 });
const config = readConfig({
  NODE_ENV: 'test',
  PORT: process.env.PORT,
  DATA_DIR: dataDir,
  SAMPLE_DATA: process.env.SAMPLE_DATA ?? '1500',
  LOG_LEVEL: process.env.TEST_LOG ?? 'error',
  LIMIT_API: '100000/60',
  LIMIT_LOGIN: '1000/60',
  LIMIT_REGISTER: '1000/60',
  LIMIT_FORGOT: '1000/60',
  LIMIT_CONTACT: '1000/60',
  LIMIT_TRACK: '100000/60',
  AI_ALLOW_LOOPBACK: 'on',
  NOW_OFFSET_MS: process.env.NOW_OFFSET_MS,
});
const embedded = await startEmbedded({ dataDir, unsafe: true });
const dist = fileURLToPath(new URL('../dist', import.meta.url));
const { createSite } = (await import(pathToFileURL(join(dist, 'server/entry-server.js')).href)) as {
  createSite(publicDir: string): Site;
};
const running = await boot(config, {
  databaseUrl: embedded.url,
  site: createSite(join(dist, 'client')),
  prepare: async (deps) => void (await prepare(deps, embedded.url)),
});
await writeFile(join(dataDir, 'e2e.json'), JSON.stringify({ databaseUrl: embedded.url, url: running.url }));

const stop = async () => {
  await running.stop();
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
  process.exit(0);
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
