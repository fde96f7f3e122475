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
  stop(): Promise<void>;
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
  const options = `-p ${port} -k '' -c listen_addresses=127.0.0.1${isSafe ? '' : ' -c fsync=off'}`;
  await runServerProgram('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-o', options, '-w', 'start');
  return {
    urlOf: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    run: async (program, ...args) =>
      (await runFile(join(bin, program), args, { cwd: folder, maxBuffer: 2 ** 28 })).stdout,
    folder,
    async stop() {
      await runServerProgram('pg_ctl', '-D', data, '-m', 'immediate', 'stop').catch(() => undefined);
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
