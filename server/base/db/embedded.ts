import { existsSync } from 'node:fs';
import { realpath, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { executable } from './embedded-binaries.ts';
import { type Cluster, prepareCluster } from './embedded-cluster.ts';
import { isPostmaster, signalStop, sleep, stopPostmaster } from './embedded-process.ts';
import { ensureRunning, messageOf, NAME, ownerFile, rotateLog } from './embedded-run.ts';

interface EmbeddedOptions {
  dataDir: string;
  log?: (line: string) => void;
  /** For tests: fast, but the data doesn't survive a crash. */
  unsafe?: boolean;
}

export interface Embedded {
  url: string;
  /** True if another process started it and will stop it. */
  attached: boolean;
  /** The process id of the postmaster. */
  pid: number;
  stop(): Promise<void>;
}

const urlOf = (cluster: Cluster, port: number): string =>
  `postgres://${NAME}:${cluster.secrets.password}@127.0.0.1:${port}/${NAME}`;

/**
 * Attaches to the embedded Postgres of a data directory, or creates and starts it, and keeps it running until `stop`.
 * A process that was killed leaves it running, and the next start takes it over.
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
  let restart: Promise<void> | null = null;

  const restartPostgres = async (): Promise<void> => {
    if (running.owned) log('Postgres stopped unexpectedly; restarting it');
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
    if (stopping || restart) return;
    if (
      running.child
        ? running.child.exitCode !== null || running.child.signalCode !== null
        : !isPostmaster(running.pid, cluster.data)
    ) {
      restart = restartPostgres().finally(() => (restart = null));
    } else if (running.owned) void rotateLog(cluster.log).catch(() => undefined);
  }, 250);
  watch.unref();

  // For a process that exits without `stop`. An exit handler can only send a signal, which is enough.
  const onExit = (): void => {
    if (running.owned && isPostmaster(running.pid, cluster.data)) signalStop(running.pid);
  };
  process.once('exit', onExit);

  let stopped: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    stopping = true;
    clearInterval(watch);
    await restart;
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

const openDatabases = new Map<string, Promise<Embedded>>();

/**
 * Returns DATABASE_URL, or the URL of the embedded database of DATA_DIR, which runs until this process exits.
 * For command-line tools. The server calls `startEmbedded` and stops it last.
 */
export async function databaseUrl(env: NodeJS.ProcessEnv = process.env, log?: (line: string) => void): Promise<string> {
  if (env.DATABASE_URL) return env.DATABASE_URL;
  const dataDir = resolve(env.DATA_DIR ?? '.data');
  const key = existsSync(dataDir) ? await realpath(dataDir) : dataDir;
  let embedded = openDatabases.get(key);
  if (!embedded) {
    embedded = startEmbedded({ dataDir, log });
    openDatabases.set(key, embedded);
    // Without a signal handler, the tool would end before its exit handlers run.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        if (process.listenerCount(signal) === 0) process.exit(signal === 'SIGINT' ? 130 : 143);
      });
    }
  }
  return (await embedded).url;
}
