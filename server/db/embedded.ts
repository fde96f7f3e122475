import { existsSync } from 'node:fs';
import { realpath, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { executable } from './embedded-binaries.ts';
import { type Cluster, prepareCluster } from './embedded-cluster.ts';
import { askToStop, isPostmaster, sleep, stopPostmaster } from './embedded-process.ts';
import { boundLog, ensureRunning, messageOf, NAME, ownerFile } from './embedded-run.ts';

export interface EmbeddedOptions {
  dataDir: string;
  log?: (line: string) => void;
  /** For tests: quick, and worthless after a crash. */
  unsafe?: boolean;
}

export interface Embedded {
  url: string;
  /** Another living process started it and will stop it. */
  attached: boolean;
  /** Of the postmaster. */
  pid: number;
  stop(): Promise<void>;
}

const urlOf = (cluster: Cluster, port: number): string =>
  `postgres://${NAME}:${cluster.secrets.password}@127.0.0.1:${port}/${NAME}`;

/**
 * The embedded Postgres of a data directory: made when there is none, joined when it runs, started otherwise, and kept running until `stop`.
 * A process that was killed leaves it running; the next start takes it over.
 */
export async function startEmbedded({
  dataDir,
  log = () => undefined,
  unsafe = false,
}: EmbeddedOptions): Promise<Embedded> {
  const cluster = await prepareCluster(resolve(dataDir), unsafe, log);
  let running = await ensureRunning(cluster, unsafe, log);
  const port = running.port;
  homes.set(`127.0.0.1:${port}`, cluster.home);
  let stopping = false;
  let mending: Promise<void> | null = null;

  const mend = async (): Promise<void> => {
    if (running.owned) log('Postgres ended unexpectedly; starting it again');
    for (let wait = 100; ; wait = Math.min(wait * 2, 10_000)) {
      if (stopping) return;
      try {
        running = await ensureRunning(cluster, unsafe, log, port);
        return;
      } catch (error) {
        log(messageOf(error));
        await sleep(wait);
      }
    }
  };
  const watch = setInterval(() => {
    if (stopping || mending) return;
    if (
      running.child
        ? running.child.exitCode !== null || running.child.signalCode !== null
        : !isPostmaster(running.pid, cluster.data)
    ) {
      mending = mend().finally(() => (mending = null));
    } else if (running.owned) void boundLog(cluster.log).catch(() => undefined);
  }, 250);
  watch.unref();

  // For a process that leaves without `stop`: asking is all an exit handler can do, and enough.
  const onExit = (): void => {
    if (running.owned && isPostmaster(running.pid, cluster.data)) askToStop(running.pid);
  };
  process.once('exit', onExit);

  let stopped: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    stopping = true;
    clearInterval(watch);
    await mending;
    if (running.owned) {
      await stopPostmaster(running.pid, cluster.data, executable(cluster.binaries.bin, 'pg_ctl'));
      await rm(ownerFile(cluster), { force: true });
    }
    process.off('exit', onExit);
  };
  return {
    url: urlOf(cluster, port),
    get attached() {
      return !running.owned;
    },
    get pid() {
      return running.pid;
    },
    stop: () => (stopped ??= stop()),
  };
}

const homes = new Map<string, string>();

/** The folder of an embedded database that this process started or joined, by the host and port of its URL. */
export const embeddedHome = (url: string): string | undefined =>
  [...homes].find(([host]) => url.includes(`@${host}/`))?.[1];

const opened = new Map<string, Promise<Embedded>>();

/**
 * DATABASE_URL, or the embedded database of DATA_DIR, joined or started for as long as this process lives.
 * For command-line tools; the server itself calls `startEmbedded` and stops it last.
 */
export async function databaseUrl(env: NodeJS.ProcessEnv = process.env, log?: (line: string) => void): Promise<string> {
  if (env.DATABASE_URL) return env.DATABASE_URL;
  const dataDir = resolve(env.DATA_DIR ?? '.data');
  const key = existsSync(dataDir) ? await realpath(dataDir) : dataDir;
  let embedded = opened.get(key);
  if (!embedded) {
    embedded = startEmbedded({ dataDir, log });
    opened.set(key, embedded);
    // Without a handler of its own the tool would be gone before its exit handlers ran.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        if (process.listenerCount(signal) === 0) process.exit(signal === 'SIGINT' ? 130 : 143);
      });
    }
  }
  return (await embedded).url;
}
