import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import { systemClock } from '#server/base/clock.ts';
import { startEmbedded } from '#server/base/db/embedded.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { migrate } from '#server/base/db/migrate.ts';
import { seedSample } from '#server/sample/seed.ts';
import { seedArticles } from '#server/articles/seed.ts';
import { makeTemporaryHome } from './temporary-home.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A database with sample listings, and the real server with its pages in its own process. */
export interface Ground {
  home: string;
  databaseUrl: string;
  db: Knex;
  url: string;
  pid: number;
  /** Reads the server's resident memory in megabytes. */
  memory(): Promise<number>;
  /** Collects the server's garbage and reads the megabytes that are still in use. */
  collectGarbage(): Promise<number>;
  stop(): Promise<void>;
}

export async function built(): Promise<void> {
  if (existsSync(join(root, 'web/dist/server/entry-server.js'))) return;
  const child = spawn('npm', ['run', 'build'], { cwd: root, stdio: 'ignore', env: { ...process.env, NODE_ENV: 'production' } }); // prettier-ignore
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error('The site could not be built; "npm run build" says why.');
}

/** Starts the server of a checkout and resolves when it is ready. */
export async function startServer(
  env: Record<string, string>,
  checkout = root,
): Promise<Pick<Ground, 'url' | 'pid' | 'collectGarbage'> & { ms: number; stop(): Promise<number | null> }> {
  const began = performance.now();
  const preloads = ['--import', 'tsx', '--expose-gc', '--import', join(root, 'bench/parts/collect-on-signal.ts')];
  const child = spawn(process.execPath, [...preloads, join(checkout, 'server/main.ts')], {
    cwd: checkout,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'close').then(([code]) => (process.off('exit', kill), code as number | null));
  const url = await new Promise<string>((done, fail) => {
    let said = '';
    child.stdout.on('data', (part: Buffer) => {
      const found = /ready at (\S+)/.exec((said += part.toString()));
      if (found) done(found[1]!);
    });
    void ended.then((code) => fail(new Error(`The server ended with ${code}: ${said}`)));
  });
  return {
    url,
    pid: child.pid!,
    ms: performance.now() - began,
    collectGarbage: () =>
      new Promise((done) => {
        let output = '';
        const read = (part: Buffer) => {
          const megabytes = /in use: (\d+) MB/.exec((output += part.toString()))?.[1];
          if (megabytes === undefined) return;
          child.stdout.off('data', read);
          done(Number(megabytes));
        };
        child.stdout.on('data', read);
        child.kill('SIGUSR2');
      }),
    async stop() {
      child.kill('SIGINT');
      return ended;
    },
  };
}

export async function makeGround(listings: number, env: Record<string, string> = {}): Promise<Ground> {
  await built();
  const home = await makeTemporaryHome('enamel-bench-');
  const embedded = await startEmbedded({ dataDir: home });
  const db = openKnex(embedded.url);
  await migrate(db, embedded.url);
  const clock = systemClock();
  if (listings > 0) {
    await seedSample(embedded.url, { count: listings, clock, hashPassword: async () => 'none' });
    await seedArticles({ db, clock });
  }
  const server = await startServer({
    DATABASE_URL: embedded.url,
    DATA_DIR: home,
    SECRET_KEY: 'only for this benchmark, and long enough',
    LIMIT_API: '1000000/60',
    LIMIT_CONTACT: '1000000/60',
    LIMIT_TRACK: '1000000/60',
    ...env,
  });
  return {
    home,
    databaseUrl: embedded.url,
    db,
    url: server.url,
    pid: server.pid,
    async memory() {
      const status = await readFile(`/proc/${server.pid}/status`, 'utf8').catch(() => '');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    },
    collectGarbage: server.collectGarbage,
    async stop() {
      await server.stop();
      await db.destroy();
      await embedded.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

export const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
export const thousands = (n: number): string => Math.round(n).toLocaleString('en-US');
