import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { boot } from '#server/boot.ts';
import { readConfig } from '#server/base/config.ts';
import { startEmbedded } from '#server/base/db/embedded.ts';
import { prepare } from '#server/prepare.ts';
import type { Site } from '#server/site/site.ts';

/**
 * The built product as a process of its own. On DATABASE_URL when given; otherwise on an embedded database with a few sample listings.
 * Reports its addresses over IPC and in `e2e.json` in the data directory.
 */
const dataDir = resolve(process.env.DATA_DIR!);
await rm(dataDir, { recursive: true, force: true });
await mkdir(dataDir, { recursive: true, mode: 0o711 });
const config = readConfig({
  NODE_ENV: process.env.E2E_PRODUCTION ? 'production' : 'test',
  PUBLIC_URL: process.env.PUBLIC_URL,
  SECRET_KEY: process.env.SECRET_KEY,
  HOST: '127.0.0.1',
  PORT: process.env.PORT,
  DATA_DIR: dataDir,
  DATABASE_URL: process.env.DATABASE_URL,
  SAMPLE_DATA: process.env.SAMPLE_DATA ?? '1500',
  LOG_LEVEL: process.env.TEST_LOG ?? 'error',
  // Lets a test act from several networks.
  TRUST_PROXY: '1',
  LIMIT_API: '100000/60',
  LIMIT_LOGIN: '1000/60',
  LIMIT_REGISTER: '1000/60',
  LIMIT_FORGOT: '1000/60',
  LIMIT_CONTACT: '1000/60',
  LIMIT_TRACK: '100000/60',
  AI_ALLOW_LOOPBACK: process.env.E2E_PRODUCTION ? 'off' : 'on',
  NOW_OFFSET_MS: process.env.NOW_OFFSET_MS,
  IMPORT_WATCH_DIR: process.env.IMPORT_WATCH_DIR,
  PAGE_CACHE_MB: process.env.PAGE_CACHE_MB,
  MAP_TILES_URL: process.env.MAP_TILES_URL,
  MAP_TILES_ATTRIBUTION: process.env.MAP_TILES_ATTRIBUTION,
});
const embedded = config.DATABASE_URL ? null : await startEmbedded({ dataDir, unsafe: true });
const databaseUrl = config.DATABASE_URL ?? embedded!.url;
const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const { createSite } = (await import(pathToFileURL(join(dist, 'server/entry-server.js')).href)) as {
  createSite(publicDir: string): Site;
};
const running = await boot(config, {
  databaseUrl,
  site: createSite(join(dist, 'client')),
  prepare: async (deps) => {
    for (const line of await prepare(deps, databaseUrl)) console.log(line);
  },
});
await writeFile(join(dataDir, 'e2e.json'), JSON.stringify({ databaseUrl, url: running.url }));
process.send?.({ url: running.url });

let stopping = false;
const stop = async () => {
  if (stopping) return;
  stopping = true;
  await running.stop();
  await embedded?.stop();
  await rm(dataDir, { recursive: true, force: true });
  process.exit(0);
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
// A parent that crashed can't send a signal.
process.once('disconnect', () => void stop());
