import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { copyFile, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { executable } from './embedded-binaries.ts';
import { type Cluster, postgresEnv, writeSettings } from './embedded-cluster.ts';
import { freePort, isPostmaster, isRunning, readPidFile, sleep, startedAt } from './embedded-process.ts';

/** The application's role and its database. */
export const NAME = 'enamel';
const LOG_LIMIT = 5 * 2 ** 20;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A connection as superuser, or the reason why there is none. */
async function connect(cluster: Cluster, port: number): Promise<Client | { code: string; message: string }> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: cluster.secrets.adminPassword,
    database: 'postgres',
    ssl: false,
    application_name: 'enamel-start',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    return { code: (error as { code?: string }).code ?? '', message: messageOf(error) };
  }
}

/** The application's role and database. It owns its database and may make others, and is no superuser. */
async function setUp(client: Client, password: string): Promise<void> {
  // Two starts may arrive here together; the lock goes with the connection.
  await client.query(`select pg_advisory_lock(1)`);
  const have = await client.query<{ role: boolean; base: boolean; version: string }>(
    `select exists (select from pg_roles where rolname = $1) as role, exists (select from pg_database where datname = $1) as base,
       current_setting('server_version_num') as version`,
    [NAME],
  );
  if (!have.rows[0]?.role) {
    await client.query(`create role ${NAME} login createdb password ${client.escapeLiteral(password)}`);
    await client.query(`grant pg_monitor, pg_signal_backend to ${NAME}`);
  }
  // Imports check references for whole sets, and then need no check of each row.
  if (Number(have.rows[0]?.version) >= 150_000) {
    const of = `'session_replication_role', 'set'`;
    const right = await client.query<{ held: boolean }>(`select has_parameter_privilege($1, ${of}) as held`, [NAME]);
    if (!right.rows[0]!.held) await client.query(`grant set on parameter session_replication_role to ${NAME}`);
  }
  if (!have.rows[0]?.base) await client.query(`create database ${NAME} owner ${NAME}`);
}

interface Owner {
  pid: number;
  started: string;
}

export const ownerFile = (cluster: Cluster): string => join(cluster.home, 'owner.json');

async function ownerAlive(cluster: Cluster): Promise<boolean> {
  try {
    const owner = JSON.parse(await readFile(ownerFile(cluster), 'utf8')) as Owner;
    return isRunning(owner.pid) && startedAt(owner.pid) === owner.started;
  } catch {
    return false;
  }
}

const claim = (cluster: Cluster): Promise<void> =>
  writeFile(ownerFile(cluster), JSON.stringify({ pid: process.pid, started: startedAt(process.pid) } satisfies Owner));

async function logTail(file: string, from: number): Promise<string> {
  const handle = await open(file, 'r').catch(() => null);
  if (!handle) return '';
  try {
    const { size } = await handle.stat();
    const start = Math.max(from, size - 4_000);
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(Math.max(0, size - start)),
      position: start,
    });
    return buffer.toString('utf8', 0, bytesRead).trim();
  } finally {
    await handle.close();
  }
}

/** Postgres appends, so its log can be emptied under its hands; one older file is kept. */
export async function boundLog(file: string): Promise<void> {
  const size = await stat(file).then(
    (info) => info.size,
    () => 0,
  );
  if (size < LOG_LIMIT) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}

export interface Running {
  pid: number;
  port: number;
  owned: boolean;
  child: ChildProcess | null;
}

/** Joins a live postmaster of this directory. Null when it turns out to be going or gone. */
async function attach(cluster: Cluster): Promise<Running | null> {
  let refused = 0;
  for (;;) {
    const file = await readPidFile(cluster.data);
    if (!file || !isPostmaster(file.pid, cluster.data)) return null;
    if (file.ready && file.port > 0) {
      const client = await connect(cluster, file.port);
      if (client instanceof Client) {
        let alive = false;
        try {
          await setUp(client, cluster.secrets.password);
          // Its owner marks it a moment after it is ready. The lock taken above lets one process at most take it over.
          for (let n = 0; !(alive = await ownerAlive(cluster)) && n < 10; n++) await sleep(30);
          if (!alive) await claim(cluster);
        } finally {
          await client.end();
        }
        return { pid: file.pid, port: file.port, owned: !alive, child: null };
      }
      if (client.code === '28P01')
        throw new Error(
          `The database in ${cluster.data} does not accept the password kept beside it in database.json.`,
        );
      if (++refused > 300)
        throw new Error(`The database in ${cluster.data} runs and takes no connection: ${client.message}`);
    }
    await sleep(20);
  }
}

/** One try at a postmaster of our own. Null when it ended before it was ready, with the reason in `told`. */
async function launch(
  cluster: Cluster,
  port: number,
  told: { reason: string },
  log: (line: string) => void,
): Promise<Running | null> {
  await boundLog(cluster.log);
  const before = await stat(cluster.log).then(
    (info) => info.size,
    () => 0,
  );
  const output = openSync(cluster.log, 'a', 0o600);
  const runAs = cluster.runAs;
  // A session of its own: Ctrl-C reaches the whole foreground group, and Postgres has to outlive our last write.
  const child = spawn(executable(cluster.binaries.bin, 'postgres'), ['-D', cluster.data, '-c', `port=${port}`], {
    cwd: process.platform === 'win32' ? undefined : '/',
    detached: process.platform !== 'win32',
    env: postgresEnv(),
    stdio: ['ignore', output, output],
    windowsHide: true,
    ...(runAs && { uid: runAs.uid, gid: runAs.gid }),
  });
  closeSync(output);
  const end: { how?: string } = {};
  child.once('error', (error) => (end.how = error.message));
  child.once('exit', (code, signal) => (end.how ??= `ended with ${signal ?? code}`));
  child.unref();
  const begun = Date.now();
  let mentioned = false;
  while (end.how === undefined) {
    const file = await readPidFile(cluster.data);
    if (file?.ready && file.pid === child.pid) {
      await claim(cluster);
      const client = await connect(cluster, port);
      if (client instanceof Client) {
        await setUp(client, cluster.secrets.password).finally(() => client.end());
        return { pid: child.pid, port, owned: true, child };
      }
      told.reason = client.message;
    }
    if (!mentioned && Date.now() - begun > 3_000) {
      mentioned = true;
      log('The database is recovering from an unclean stop; nothing that was saved is lost');
    }
    await sleep(5);
  }
  told.reason = `${end.how}. ${await logTail(cluster.log, before)}`;
  return null;
}

/** Attach or start, whatever state the last run left behind and whoever else is starting at this moment. */
export async function ensureRunning(
  cluster: Cluster,
  unsafe: boolean,
  log: (line: string) => void,
  samePort?: number,
): Promise<Running> {
  const told = { reason: '' };
  const portFile = join(cluster.home, 'port');
  const until = Date.now() + 30_000;
  do {
    const joined = await attach(cluster);
    if (joined) return joined;
    const stale = await readPidFile(cluster.data);
    // A zombie, or a number that now belongs to another program, would keep Postgres from starting.
    if (stale && !isPostmaster(stale.pid, cluster.data))
      await rm(join(cluster.data, 'postmaster.pid'), { force: true });
    await writeSettings(cluster, unsafe);
    const last = await readFile(portFile, 'utf8').then(Number, () => 0);
    const port = samePort ?? (await freePort(Number.isInteger(last) && last > 1023 && last < 65536 ? last : 0));
    const started = await launch(cluster, port, told, log);
    if (started) {
      if (port !== last) await writeFile(portFile, String(port));
      return started;
    }
    await sleep(100);
  } while (Date.now() < until);
  throw new Error(`Postgres did not start: ${told.reason}`);
}
