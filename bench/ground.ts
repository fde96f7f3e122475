import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import pg from 'pg';
import { createApp } from '#server/app.ts';
import { systemClock } from '#server/base/clock.ts';
import { startEmbedded } from '#server/base/db/embedded.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { migrate } from '#server/base/db/migrate.ts';
import { seedSample, type SampleOptions } from '#server/sample/seed.ts';
import { seedArticles } from '#server/articles/seed.ts';
import { readConfig } from '#server/base/config.ts';
import type { Deps } from '#server/base/http/context.ts';
import { createMessageClasses, useMessageClasses } from '#server/base/http/express-prototypes.ts';
import { LiveSettings } from '#server/base/live-settings.ts';
import { createLog } from '#server/base/log.ts';
import { createSecrets } from '#server/base/secrets.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));

export const SECRET_KEY = 'only for this benchmark, and long enough';

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

/** Preloaded into a server that runs with --expose-gc. On SIGUSR2 it collects all garbage, then prints the memory still in use. */
const COLLECT_ON_SIGNAL = `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write('in use: ' + Math.round((heapUsed + external) / 1024 ** 2) + ' MB\\n');
});`)}`;

/** Starts the server of a checkout and resolves when it is ready. */
export async function startServer(
  env: Record<string, string>,
  checkout = root,
): Promise<Pick<Ground, 'url' | 'pid' | 'collectGarbage'> & { ms: number; stop(): Promise<number | null> }> {
  const began = performance.now();
  const preloads = ['--import', 'tsx', '--expose-gc', '--import', COLLECT_ON_SIGNAL];
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

interface Directory {
  home: string;
  url: string;
  db: Knex;
  /** How long the listings took, in milliseconds. Null if the given database had some. */
  seedMs: number | null;
  stop(): Promise<void>;
}

/** A database with sample listings in a Postgres of its own, or in the one given. */
export async function openDirectory(
  listings: number,
  { given, progress }: { given?: string; progress?: SampleOptions['progress'] } = {},
): Promise<Directory> {
  const home = await makeTemporaryHome('enamel-bench-');
  const embedded = given ? null : await startEmbedded({ dataDir: home });
  const url = given ?? embedded!.url;
  const db = openKnex(url);
  const stop = async () => {
    await db.destroy();
    await embedded?.stop();
    await rm(home, { recursive: true, force: true });
  };
  try {
    await migrate(db, url);
    const options = { count: listings, clock: systemClock(), hashPassword: async () => 'none' };
    const start = performance.now();
    const isSeeded = listings > 0 && (await seedSample(url, { ...options, ...(progress && { progress }) }));
    if (isSeeded) await db.raw('vacuum analyze');
    return { home, url, db, seedMs: isSeeded ? performance.now() - start : null, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export async function makeGround(listings: number, env: Record<string, string> = {}): Promise<Ground> {
  await built();
  const { home, url: databaseUrl, db, stop } = await openDirectory(listings);
  if (listings > 0) await seedArticles(depsFor(db, databaseUrl, home));
  const server = await startServer({
    DATABASE_URL: databaseUrl,
    DATA_DIR: home,
    SECRET_KEY,
    LIMIT_API: '1000000/60',
    LIMIT_CONTACT: '1000000/60',
    LIMIT_TRACK: '1000000/60',
    ...env,
  });
  return {
    home,
    databaseUrl,
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
      await stop();
    },
  };
}

export const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
export const thousands = (n: number): string => Math.round(n).toLocaleString('en-US');

/**
 * Creates a temporary folder for a database. Other accounts may enter it, because Postgres doesn't run as root and
 * would keep the database of a root process elsewhere, where it would remain.
 */
export async function makeTemporaryHome(prefix: string): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), prefix));
  await chmod(home, 0o711);
  return home;
}

/** The dependencies of a benchmark server. It trusts one proxy, because the simulated visitors send the visitors' addresses. */
export function depsFor(db: Knex, url: string, home: string): Deps {
  const config = readConfig({ DATA_DIR: home, DATABASE_URL: url, LOG_LEVEL: 'silent', PORT: '0', TRUST_PROXY: '1' });
  const log = createLog('silent');
  return {
    db,
    clock: systemClock(),
    config: { ...config, PUBLIC_URL: 'http://localhost' },
    log,
    settings: new LiveSettings({ db, log, config }),
    secret: createSecrets('only for this benchmark, and long'),
  };
}

/** Connects with the settings that the server gives its own connections. */
export const openClient = (connectionString: string): pg.Client =>
  new pg.Client({ connectionString, options: '-c jit=off -c max_parallel_workers_per_gather=0' });

/** Serves the API in this process. */
export async function listen(deps: Deps): Promise<{ port: number; stop(): void }> {
  const own = createMessageClasses();
  const server = createServer(own, useMessageClasses(createApp(deps), own)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

export type ProcessName = 'app' | 'bareExpress' | 'import' | 'pages' | 'readers' | 'seed' | 'sqlExpress' | 'visitors';

/** Starts one of the processes of processes.ts. */
export const forkProcess = (
  name: ProcessName,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): ChildProcess =>
  fork(join(root, 'bench/processes.ts'), [name, ...args], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...env },
  });
