import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import { testApp, type Answered, type TestApp } from '#server/test/app.ts';
import type { TestPostgres } from '#server/test/programs/database.ts';
import { addListing, PlainSite } from '#server/test/public-pages.ts';

const log: string[] = [];
const logTo = new Writable({
  write(line: Buffer, _encoding, done) {
    log.push(...line.toString().trim().split('\n'));
    done();
  },
});

let app: TestApp;
let path: string;
let etag: string;
const site = new PlainSite(5);
beforeAll(async () => {
  app = await testApp({ site, logTo });
});
afterAll(() => app.stop());
beforeEach(async () => {
  path = `/profile/${await addListing(app)}`;
  etag = (await app.get(path)).headers.get('etag')!;
  log.length = 0;
});

/** Seconds more than one, because this machine may be busy. */
const PROMPT_MS = 3_000;
async function timed(get: Promise<Answered>): Promise<Answered & { ms: number }> {
  const startedAt = performance.now();
  const answer = await get;
  return { ...answer, ms: performance.now() - startedAt };
}
const lock = async (table: string): Promise<Knex.Transaction> => {
  const trx = await app.deps.db.transaction();
  await rows(trx, `lock table ${table} in access exclusive mode`);
  return trx;
};

async function startOwnPostgres(): Promise<TestPostgres & { stop: () => Promise<void> }> {
  const program = fileURLToPath(new URL('../../test/programs/postgres-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  return { ...(JSON.parse(line) as TestPostgres), stop };
}

async function expectStalePages(): Promise<void> {
  const stored = await timed(app.get(path));
  expect([stored.status, stored.headers.get('cache-status')]).toEqual([200, 'enamel; hit; detail=stale']);
  expect([stored.headers.get('cache-control'), stored.headers.get('etag')]).toEqual(['no-store', etag]);
  expect(stored.ms).toBeLessThan(PROMPT_MS);
  expect((await app.get(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const many = await Promise.all(Array.from({ length: 30 }, () => timed(app.get(path))));
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]));
  for (const other of ['/directory?location=Nowhere', '/account', '/dashboard', '/admin']) {
    const answer = await timed(app.get(other, { headers: { accept: 'text/html' } }));
    expect([other, answer.status, answer.headers.get('retry-after')]).toEqual([other, 503, '2']);
    expect(answer.text).toContain('We can’t reach the database. Please try again in a moment.');
    expect(answer.ms).toBeLessThan(PROMPT_MS);
  }
  expect(log.filter((line) => line.includes('stored pages may be out of date'))).toHaveLength(1);
}

/** The pool of connections, and the deadline of a public read, wait ten seconds. */
const DEADLINE_MS = 10_000;

/** Public calls end with a sentence, from anyone and with a session. */
async function expectBoundedReads(token: string, others: readonly string[] = []): Promise<void> {
  const reads = [
    '/api/directory?location=Austin',
    `/api${path.replace('profile', 'dentists')}`,
    '/api/dentists',
    ...others,
  ];
  const answers = await Promise.all(
    reads.flatMap((read) => [{}, { token }].map(async (who) => ({ read, ...(await timed(app.get(read, who))) }))),
  );
  for (const { read, status, headers, body, ms } of answers) {
    expect(ms).toBeLessThan(DEADLINE_MS + PROMPT_MS);
    expect([read, status, headers.get('retry-after')]).toEqual([read, 503, '2']);
    expect(body.message).toMatch(
      /^(The database didn’t answer in time|We can’t reach the database)\. Please try again in a moment\.$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
  }
}

async function expectFreshPages(): Promise<void> {
  await expect.poll(async () => (await app.get(path)).headers.get('cache-status'), { timeout: 20_000 }).toBeNull();
  expect((await app.get('/account')).status).toBe(200);
  expect(log.filter((line) => line.includes('the database answers again'))).toHaveLength(1);
}

it('serves stored pages, marked stale, while the versions of the content are locked', async () => {
  const trx = await lock('content_versions');
  try {
    await expectStalePages();
    expect((await app.get('/readyz')).status).toBe(200);
  } finally {
    await trx.rollback();
  }
  await expectFreshPages();
}, 60_000);

it('serves stored pages, and fresh ones, while 30 requests wait for a locked table', async () => {
  const trx = await lock('articles');
  const { pool } = app.deps.db.client as { pool: { numPendingAcquires(): number } };
  const waiting = Array.from({ length: 30 }, () => app.get('/api/articles/stats'));
  try {
    await expect.poll(() => pool.numPendingAcquires(), { timeout: 10_000 }).toBeGreaterThan(15);
    const stored = await timed(app.get(path));
    expect([stored.status, stored.headers.get('cache-status')]).toEqual([200, null]);
    const account = await timed(app.get('/account'));
    const ready = await timed(app.get('/readyz'));
    expect([account.status, ready.status]).toEqual([200, 200]);
    expect(Math.max(stored.ms, account.ms, ready.ms)).toBeLessThan(PROMPT_MS);
  } finally {
    await trx.rollback();
  }
  await Promise.all(waiting);
}, 60_000);

it('ends public calls, and the page of a listing, while the table of listings is locked', async () => {
  const { token } = await app.signIn();
  const unknown = `/profile/${await addListing(app)}`;
  const trx = await lock('dentists');
  try {
    // The statistics come from another table, so they fail only if no connection is free.
    const [page, stats] = await Promise.all([
      timed(app.get(unknown, { headers: { accept: 'text/html' } })),
      timed(app.get('/api/stats')),
      expectBoundedReads(token),
    ]);
    expect([200, 503]).toContain(stats.status);
    expect(stats.ms).toBeLessThan(DEADLINE_MS + PROMPT_MS);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2']);
    expect(page.text).toMatch(/The database didn’t answer in time|We can’t reach the database/);
    expect(page.ms).toBeLessThan(DEADLINE_MS + PROMPT_MS);
  } finally {
    await trx.rollback();
  }
  await expect
    .poll(async () => (await app.get('/api/directory?location=Austin')).status, { timeout: 20_000 })
    .toBe(200);
}, 60_000);

/** Only a Postgres of its own may be stopped. */
it.skipIf(process.env.TEST_DATABASE_URL || !existsSync('/proc/self/status'))(
  'serves stored pages while all of Postgres is stopped, and fresh ones afterward',
  async () => {
    const shared = { app, path, etag };
    const postgres = await startOwnPostgres();
    app = await testApp({ site, logTo, postgres });
    try {
      path = `/profile/${await addListing(app)}`;
      etag = (await app.get(path)).headers.get('etag')!;
      log.length = 0;
      const { token } = await app.signIn();
      const backends = await rows<{ pid: number }>(
        app.deps.db,
        'select pid from pg_stat_activity order by backend_type <> ?',
        ['client backend'],
      );
      const postmaster = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${backends[0]!.pid}/status`, 'utf8'))![1]);
      const processes = [{ pid: postmaster }, ...backends];
      const signal = (name: NodeJS.Signals) => processes.forEach(({ pid }) => process.kill(pid, name));
      signal('SIGSTOP');
      try {
        await expectStalePages();
        const ready = await timed(app.get('/readyz'));
        expect([ready.status, ready.body]).toEqual([503, { ready: false, reason: 'the database does not answer' }]);
        expect(ready.ms).toBeLessThan(PROMPT_MS);
        await expectBoundedReads(token, ['/api/stats']);
      } finally {
        signal('SIGCONT');
      }
      await expectFreshPages();
    } finally {
      await app.stop();
      await postgres.stop();
      ({ app, path, etag } = shared);
    }
  },
  120_000,
);
