import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { startEmbedded } from './base/db/embedded.ts';
import { openKnex } from './base/db/knex.ts';
import { hashToken } from './base/http/callers/authenticate.ts';
import { allRoutes } from './routes.ts';
import { testApp, type TestApp } from './test/app.ts';
import { startChild, type Child } from './test/crashes/child.ts';
import { sendMessage } from './test/people/contact.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

async function serve(databaseUrl: string, dataDir: string): Promise<Child> {
  const child = await startChild({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret for tests that is long enough',
    LIMIT_CONTACT: '100000/60',
    LIMIT_API: '100000/60',
  });
  cleanups.push(() => (child.process.kill('SIGKILL'), child.ended));
  return child;
}

/** An admin whose last request was a minute ago, so that the next request updates `last_seen_at`. */
async function staleAdmin(db: Knex): Promise<string> {
  const [user] = (await db('users').insert({ email: 'a@example.com', name: 'A', role: 'admin' }).returning('id')) as [
    { id: number },
  ];
  const token = 'x'.repeat(40);
  const at = new Date(Date.now() - 60_000);
  await db('authSessions').insert({
    userId: user.id,
    tokenHash: hashToken(token),
    kind: 'web',
    createdAt: at,
    lastSeenAt: at,
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  // A run whose process died. Reading it marks it as failed when the database is writable.
  await db('importRuns').insert({ status: 'running', userName: 'A', fileName: 'a.csv', createdAt: at });
  await db('dentists').insert({ name: 'Dr. Ann Example', city: 'Boston', state: 'MA' });
  return token;
}

/** Downloads that must be recorded in the audit log fail while nothing can be recorded. */
const recorded = (path: string) => /export|backups\/download|:name/.test(path);

const reads = allRoutes
  .filter(({ endpoint }) => endpoint.method === 'GET' && !recorded(endpoint.path) && !endpoint.path.includes('/events'))
  .map(({ endpoint }) => endpoint.path.replace(/:\w+/g, '1'));

async function readAll(url: string, token: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const path of [...reads, '/healthz', '/readyz']) {
    const headers = { authorization: `Bearer ${token}` };
    const res = await fetch(url + path, { headers, redirect: 'manual' });
    await res.arrayBuffer();
    found[path] = res.status;
  }
  return found;
}

interface Sent {
  status: number;
  body: { error?: string; message?: string };
}
async function send(url: string, message: string): Promise<Sent> {
  const res = await sendMessage(url, message);
  return { status: res.status, body: (await res.json()) as Sent['body'] };
}

/** Measures the time until a write succeeds and its email is sent. */
async function recovery(url: string, outbox: string): Promise<{ writing: number; working: number }> {
  const start = performance.now();
  const before = (await readdir(outbox).catch(() => [])).length;
  for (;;) {
    const { status } = await send(url, 'after');
    if (status === 200) break;
    expect([503, 507]).toContain(status);
    if (performance.now() - start > 20_000) throw new Error('Writes did not come back.');
    await pause(50);
  }
  const writing = performance.now() - start;
  while ((await readdir(outbox).catch(() => [])).length <= before) {
    if (performance.now() - start > 20_000) throw new Error('Background work did not come back.');
    await pause(50);
  }
  return { writing, working: performance.now() - start };
}

describe('a read-only database', () => {
  it('serves every read, rejects writes with a sentence, and accepts writes again within 5 s', async () => {
    const app: TestApp = await testApp();
    cleanups.push(() => app.stop());
    const dataDir = app.deps.config.DATA_DIR;
    const token = await staleAdmin(app.deps.db);
    const { url } = await serve(app.databaseUrl, dataDir);
    const expected = await readAll(url, token);
    expect(Object.values(expected).filter((status) => status === 200).length).toBeGreaterThan(40);
    expect((await send(url, 'before')).status).toBe(200);
    await app.deps.db.raw(`update auth_sessions set last_seen_at = now() - interval '60 seconds'`);
    await app.deps.db.raw(`update import_runs set status = 'running', finished_at = null`);

    const operator = new pg.Client({
      connectionString: app.databaseUrl,
      options: '-c default_transaction_read_only=off',
    });
    await operator.connect();
    cleanups.push(() => operator.end());
    const name = operator.escapeIdentifier(new URL(app.databaseUrl).pathname.slice(1));
    await operator.query(`alter database ${name} set default_transaction_read_only = on`);
    await operator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'enamel'`,
    );
    await pause(100);
    expect(await readAll(url, token)).toEqual(expected);
    for (let n = 0; n < 20; n++) {
      const { status, body } = await send(url, 'meanwhile');
      expect({ status, ...body }).toEqual({
        status: 503,
        error: 'read_only',
        message: 'The site is read-only at the moment. Please try again later.',
      });
    }
    // The connections stay open this time: the server itself must drop those that began read-only.
    await operator.query(`alter database ${name} reset default_transaction_read_only`);
    const { writing, working } = await recovery(url, join(dataDir, 'outbox'));
    expect(writing).toBeLessThan(5_000);
    expect(working).toBeLessThan(5_000 + 5_000);
    const { rows } = await operator.query(`select message from contact_messages where message = 'meanwhile'`);
    expect(rows).toEqual([]);
    console.log(
      `read-only: ${Object.keys(expected).length} reads unchanged, 20 writes rejected, writable again after ${Math.round(writing)} ms, background jobs after ${Math.round(working)} ms`,
    );
  }, 120_000);
});

describe('a site that staff made read-only', () => {
  it('serves every read, and answers changes as a read-only database does', async () => {
    const app: TestApp = await testApp();
    cleanups.push(() => app.stop());
    const token = await staleAdmin(app.deps.db);
    const { url } = await serve(app.databaseUrl, app.deps.config.DATA_DIR);
    const expected = await readAll(url, token);
    expect((await send(url, 'before')).status).toBe(200);
    const change = (isOn: boolean) =>
      fetch(`${url}/api/admin/status/read-only`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ isOn }),
      });
    expect((await change(true)).status).toBe(200);
    expect(await readAll(url, token)).toEqual(expected);
    expect(await send(url, 'meanwhile')).toEqual({
      status: 503,
      body: { error: 'read_only', message: 'The site is read-only at the moment. Please try again later.' },
    });
    expect((await change(false)).status).toBe(200);
    expect((await send(url, 'after')).status).toBe(200);
  }, 120_000);
});

const mayMount = (() => {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('A full disk is not tried: this user may not mount a small file system.');
    return false;
  }
})();

describe.skipIf(!mayMount)('a full disk', () => {
  it('serves every read, rejects writes with a sentence, and accepts writes within 5 s of space being freed', async () => {
    const disk = await mkdtemp(join(tmpdir(), 'enamel-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=0711', 'tmpfs', disk]);
    cleanups.push(async () => {
      execFileSync('umount', ['-l', disk]);
      await rm(disk, { recursive: true, force: true });
    });
    await chmod(disk, 0o711);
    const embedded = await startEmbedded({ dataDir: disk });
    cleanups.push(() => embedded.stop());
    const { url } = await serve(embedded.url, disk);
    const db = openKnex(embedded.url, { max: 2 });
    cleanups.push(() => db.destroy());
    const token = await staleAdmin(db);
    const expected = await readAll(url, token);
    expect((await send(url, 'before')).status).toBe(200);

    const { bavail, bsize } = await statfs(disk);
    const ballast = join(disk, 'ballast');
    await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => undefined);
    // Fills the rest of the disk to the last byte.
    await writeFile(join(disk, 'crumbs'), Buffer.alloc(1 << 20)).catch(() => undefined);
    expect((await statfs(disk)).bavail).toBe(0);
    let refused = 0;
    const long = 'long '.repeat(800);
    for (let n = 0; n < 3_000 && refused < 20; n++) {
      const { status, body } = await send(url, `${n} ${long}`);
      if (status === 200) continue;
      expect({ status, ...body }).toEqual({
        status: 507,
        error: 'storage_full',
        message: 'We’re out of storage space. Please try again later.',
      });
      refused++;
    }
    expect(refused).toBe(20);
    expect(await readAll(url, token)).toEqual(expected);
    // Uploads use the same disk.
    const form = new FormData();
    form.set('csvFile', new Blob([`name\n${'Ann Example\n'.repeat(200_000)}`]), 'a.csv');
    const upload = await fetch(`${url}/api/admin/import-csv`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    });
    expect([upload.status, await upload.json()]).toEqual([
      507,
      {
        success: false,
        error: 'storage_full',
        message: 'We’re out of storage space. Please try again later.',
      },
    ]);

    await rm(ballast);
    await rm(join(disk, 'crumbs'), { force: true });
    const { writing, working } = await recovery(url, join(disk, 'outbox'));
    expect(writing).toBeLessThan(5_000);
    console.log(
      `full disk: ${Object.keys(expected).length} reads unchanged, ${refused} writes rejected, writable again after ${Math.round(writing)} ms, background jobs after ${Math.round(working)} ms`,
    );
  }, 120_000);
});
