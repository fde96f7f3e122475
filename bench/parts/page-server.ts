import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { boot } from '#server/boot.ts';
import { readConfig } from '#server/base/config.ts';
import { pageCacheStats } from '#server/site/page-cache/page-cache.ts';
import type { Site } from '#server/site/site.ts';
import { cpuMs } from './cpu.ts';
import { root } from './ground.ts';

export interface PageServerReport {
  memoryMb: number;
  /** CPU time since the start of the process. */
  cpuMs: number;
  cache: ReturnType<typeof pageCacheStats>;
}

/** The server in a process of its own, which reports its memory and its page cache to its parent. */
const dist = join(root, 'web/dist');
const { createSite } = (await import(pathToFileURL(join(dist, 'server/entry-server.js')).href)) as {
  createSite(publicDir: string): Site;
};
const running = await boot(readConfig(process.env), {
  databaseUrl: process.env.DATABASE_URL!,
  site: createSite(join(dist, 'client')),
});
process.on('message', () => {
  const report: PageServerReport = {
    memoryMb: Math.round(process.memoryUsage().rss / 1_048_576),
    cpuMs: cpuMs(),
    cache: pageCacheStats(),
  };
  process.send!(report);
});
process.once('disconnect', () => void running.stop().then(() => process.exit(0)));
process.send!({ url: running.url });
