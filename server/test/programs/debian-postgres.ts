import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { quickFolder } from './database.ts';
import { findProgram, unprivileged } from './debian-programs.ts';

const runFile = promisify(execFile);

export interface DebianPostgres {
  /** The URL of a database, for its superuser. */
  urlOf(database: string): string;
  /** Runs one of Postgres's programs, such as `pg_dump`, and returns its output. */
  run(program: string, ...args: string[]): Promise<string>;
  folder: string;
  /** Starts a streaming replica on the same machine. */
  startReplica(): Promise<DebianReplica>;
  stop(): Promise<void>;
}

interface DebianReplica {
  urlOf(database: string): string;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a Postgres of the system with default settings, as an unprivileged user. Undefined if it can't be installed. */
export async function startDebianPostgres({ isSafe = false } = {}): Promise<DebianPostgres | undefined> {
  const initdb = findProgram('initdb', 'postgresql');
  if (!initdb) return undefined;
  const bin = dirname(initdb);
  const folder = await mkdtemp(join(await quickFolder(), 'enamel-debian-'));
  if (unprivileged.uid !== undefined) await chown(folder, unprivileged.uid, unprivileged.gid!);
  const port = await findFreePort();
  const runServerProgram = (program: string, ...args: string[]) =>
    runFile(join(bin, program), args, { cwd: folder, ...unprivileged });
  const data = join(folder, 'data');
  await runServerProgram('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8');
  const start = (at: string, ownPort: number) => {
    const options = `-p ${ownPort} -k '' -c listen_addresses=127.0.0.1${isSafe ? '' : ' -c fsync=off'}`;
    return runServerProgram('pg_ctl', '-D', at, '-l', `${at}.log`, '-o', options, '-w', 'start');
  };
  const end = (at: string) => runServerProgram('pg_ctl', '-D', at, '-m', 'immediate', 'stop').catch(() => undefined);
  await start(data, port);
  const replicas: string[] = [];
  return {
    urlOf: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    run: async (program, ...args) =>
      (await runFile(join(bin, program), args, { cwd: folder, maxBuffer: 2 ** 28 })).stdout,
    folder,
    async startReplica() {
      const own = join(folder, `replica${replicas.length}`);
      replicas.push(own);
      const ownPort = await findFreePort();
      const source = `host=127.0.0.1 port=${port} user=postgres`;
      await runServerProgram('pg_basebackup', '-D', own, '-R', '-X', 'stream', '-c', 'fast', '-d', source);
      await start(own, ownPort);
      return {
        urlOf: (database) => `postgres://postgres@127.0.0.1:${ownPort}/${database}`,
        kill: async () => void (await end(own)),
        start: async () => void (await start(own, ownPort)),
      };
    },
    async stop() {
      for (const each of [...replicas, data]) await end(each);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
