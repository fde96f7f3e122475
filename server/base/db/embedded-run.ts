import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { copyFile, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { executable } from './embedded-binaries.ts';
import { type Cluster, postgresEnv, writeSettings } from './embedded-cluster.ts';
import { findFreePort, isPostmaster, isRunning, readPidFile, readStartTime, sleep } from './embedded-process.ts';

/** The name of the application's role and of its database. */
export const NAME = 'enamel';
const LOG_LIMIT = 5 * 2 ** 20;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Connects as superuser, or returns why it can't. */
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

/** Creates the application's role and database. The role owns its database and may create others, but is no superuser. */
async function setUp(client: Client, password: string): Promise<void> {
  // Serializes concurrent starts. The lock ends with the connection.
  await client.query(`select pg_advisory_lock(1)`);
  const existing = await client.query<{ role: boolean; base: boolean; version: string }>(
    `select exists (select from pg_roles where rolname = $1) as role, exists (select from pg_database where datname = $1) as base,
       current_setting('server_version_num') as version`,
    [NAME],
  );
  if (!existing.rows[0]?.role) {
    await client.query(`create role ${NAME} login createdb password ${client.escapeLiteral(password)}`);
    await client.query(`grant pg_monitor, pg_signal_backend to ${NAME}`);
  }
  // Imports disable row triggers, because they check the references of whole sets of rows.
  if (Number(existing.rows[0]?.version) >= 150_000) {
    const parameter = `'session_replication_role', 'set'`;
    const privilege = await client.query<{ granted: boolean }>(
      `select has_parameter_privilege($1, ${parameter}) as granted`,
      [NAME],
    );
    if (!privilege.rows[0]!.granted) await client.query(`grant set on parameter session_replication_role to ${NAME}`);
  }
  if (!existing.rows[0]?.base) await client.query(`create database ${NAME} owner ${NAME}`);
}

interface Owner {
  pid: number;
  started: string;
}

export const ownerFile = (cluster: Cluster): string => join(cluster.home, 'owner.json');

async function isOwnerAlive(cluster: Cluster): Promise<boolean> {
  try {
    const owner = JSON.parse(await readFile(ownerFile(cluster), 'utf8')) as Owner;
    return isRunning(owner.pid) && readStartTime(owner.pid) === owner.started;
  } catch {
    return false;
  }
}

const writeOwner = (cluster: Cluster): Promise<void> =>
  writeFile(
    ownerFile(cluster),
    JSON.stringify({ pid: process.pid, started: readStartTime(process.pid) } satisfies Owner),
  );

async function readLogTail(file: string, from: number): Promise<string> {
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

/** Rotates the log and keeps one older file. Postgres appends, so the file can be truncated while it is open. */
export async function rotateLog(file: string): Promise<void> {
  const size = await stat(file).then(
    (info) => info.size,
    () => 0,
  );
  if (size < LOG_LIMIT) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}

interface Running {
  pid: number;
  port: number;
  owned: boolean;
  child: ChildProcess | null;
}

/** Attaches to the running postmaster of this directory. Null if it is stopping or has stopped. */
async function attach(cluster: Cluster): Promise<Running | null> {
  let attempts = 0;
  for (;;) {
    const file = await readPidFile(cluster.data);
    if (!file || !isPostmaster(file.pid, cluster.data)) return null;
    if (file.ready && file.port > 0) {
      const client = await connect(cluster, file.port);
      if (client instanceof Client) {
        let alive = false;
        try {
          await setUp(client, cluster.secrets.password);
          // The owner writes its file shortly after Postgres is ready. The lock in setUp lets only one process take over.
          for (let n = 0; !(alive = await isOwnerAlive(cluster)) && n < 10; n++) await sleep(30);
          if (!alive) await writeOwner(cluster);
        } finally {
          await client.end();
        }
        return { pid: file.pid, port: file.port, owned: !alive, child: null };
      }
      if (client.code === '28P01')
        throw new Error(`The database in ${cluster.data} rejects the password in database.json.`);
      if (++attempts > 300)
        throw new Error(`The database in ${cluster.data} is running but refuses connections: ${client.message}`);
    }
    await sleep(20);
  }
}

/** Tries once to start a postmaster. Null if it ended before it was ready, with the reason in `failure`. */
async function launch(
  cluster: Cluster,
  port: number,
  failure: { reason: string },
  log: (line: string) => void,
): Promise<Running | null> {
  await rotateLog(cluster.log);
  const logStart = await stat(cluster.log).then(
    (info) => info.size,
    () => 0,
  );
  const output = openSync(cluster.log, 'a', 0o600);
  const runAs = cluster.runAs;
  // Runs in its own session, because Ctrl-C ends the whole foreground group, and Postgres must outlive our last write.
  const child = spawn(executable(cluster.binaries.bin, 'postgres'), ['-D', cluster.data, '-c', `port=${port}`], {
    cwd: process.platform === 'win32' ? undefined : '/',
    detached: process.platform !== 'win32',
    env: postgresEnv(),
    stdio: ['ignore', output, output],
    windowsHide: true,
    ...(runAs && { uid: runAs.uid, gid: runAs.gid }),
  });
  closeSync(output);
  const ending: { reason?: string } = {};
  child.once('error', (error) => (ending.reason = error.message));
  child.once('exit', (code, signal) => (ending.reason ??= `ended with ${signal ?? code}`));
  child.unref();
  const startTime = Date.now();
  let hasLoggedRecovery = false;
  while (ending.reason === undefined) {
    const file = await readPidFile(cluster.data);
    if (file?.ready && file.pid === child.pid) {
      await writeOwner(cluster);
      const client = await connect(cluster, port);
      if (client instanceof Client) {
        await setUp(client, cluster.secrets.password).finally(() => client.end());
        return { pid: child.pid, port, owned: true, child };
      }
      failure.reason = client.message;
    }
    if (!hasLoggedRecovery && Date.now() - startTime > 3_000) {
      hasLoggedRecovery = true;
      log('The database is recovering from an unclean shutdown; no saved data is lost');
    }
    await sleep(5);
  }
  failure.reason = `${ending.reason}. ${await readLogTail(cluster.log, logStart)}`;
  return null;
}

/** Attaches to Postgres or starts it, after any kind of shutdown and alongside concurrent starts. */
export async function ensureRunning(
  cluster: Cluster,
  unsafe: boolean,
  log: (line: string) => void,
  samePort?: number,
): Promise<Running> {
  const failure = { reason: '' };
  const portFile = join(cluster.home, 'port');
  const deadline = Date.now() + 30_000;
  do {
    const running = await attach(cluster);
    if (running) return running;
    const staleFile = await readPidFile(cluster.data);
    // The id of a zombie or of another program would keep Postgres from starting.
    if (staleFile && !isPostmaster(staleFile.pid, cluster.data))
      await rm(join(cluster.data, 'postmaster.pid'), { force: true });
    await writeSettings(cluster, unsafe);
    const lastPort = await readFile(portFile, 'utf8').then(Number, () => 0);
    const port =
      samePort ??
      (await findFreePort(Number.isInteger(lastPort) && lastPort > 1023 && lastPort < 65536 ? lastPort : 0));
    const launched = await launch(cluster, port, failure, log);
    if (launched) {
      if (port !== lastPort) await writeFile(portFile, String(port));
      return launched;
    }
    await sleep(100);
  } while (Date.now() < deadline);
  throw new Error(`Postgres did not start: ${failure.reason}`);
}
