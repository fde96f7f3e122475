import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startChild } from '#server/test/crashes/child.ts';
import { emptyDatabase } from '#server/test/programs/database.ts';
import { findProgram } from '#server/test/programs/debian-programs.ts';
import { tryMainPaths } from '#server/test/smoke.ts';
import { connect } from './connect.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 30_000 });

const pgbouncer = findProgram('pgbouncer', 'pgbouncer');
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Starts PgBouncer with the settings of its package, and returns the URL of the database behind it. */
async function startPooler(databaseUrl: string, ...settings: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'enamel-pooler-'));
  await chmod(folder, 0o755);
  const port = await findFreePort();
  const { hostname, port: postgresPort, username, password, pathname } = new URL(databaseUrl);
  const target = `host=${hostname} port=${postgresPort} user=${username} password=${decodeURIComponent(password)}`;
  const lines = [
    '[databases]',
    `* = ${target}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'auth_type = any',
    'unix_socket_dir =',
    ...settings,
  ];
  await writeFile(join(folder, 'pgbouncer.ini'), lines.join('\n'));
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pooler: ChildProcess = spawn(pgbouncer!, [...user, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  cleanups.push(async () => {
    if (pooler.exitCode === null) {
      pooler.kill('SIGKILL');
      await once(pooler, 'close');
    }
    await rm(folder, { recursive: true });
  });
  const url = `postgres://someone@127.0.0.1:${port}${pathname}`;
  await (await connect(url, { log: () => undefined })).end();
  return url;
}

async function serveBehind(...settings: string[]) {
  const database = await emptyDatabase();
  cleanups.push(() => database.drop());
  const url = await startPooler(database.url, ...settings);
  const dataDir = await mkdtemp(join(tmpdir(), 'enamel-pooler-data-'));
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
  const SECRET_KEY = 'a secret for tests that is long enough';
  const child = await startChild({ DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY, LIMIT_API: '100000/60' });
  cleanups.push(() => (child.process.kill('SIGKILL'), child.ended));
  return { child, db: database.db };
}

describe.skipIf(!pgbouncer)('behind PgBouncer', () => {
  it('everything works in session mode with the settings of its package', async () => {
    const { child, db } = await serveBehind();
    await tryMainPaths(child.url, db);
    expect(child.errors()).toBe('');
  });

  it.each(['pool_mode = transaction', 'pool_mode = transaction\nserver_round_robin = 1', 'pool_mode = statement'])(
    'a start with %j ends with a sentence that names the pooler and its setting',
    async (settings) => {
      await expect(serveBehind(settings)).rejects.toThrow(
        /DATABASE_URL leads to a connection pooler in transaction or statement mode at 127\.0\.0\.1:\d+, and the server needs sessions: set pool_mode = session for this database in PgBouncer, or connect to Postgres itself\./,
      );
    },
  );
});
