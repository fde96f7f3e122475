import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { openStalledRequest, sleep } from '#server/test/crashes/stalled-client.ts';
import { downloadQueueOf, EXPORT_CONNECTIONS } from './download-slots.ts';

const STALL_MS = 5_000;
const PATIENT = { timeout: 20_000 };
let app: TestApp;
let token: string;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await testApp({ stallMs: STALL_MS });
  ({ token } = await app.signIn({ role: 'admin' }));
  await app.deps.db.raw(
    `insert into articles (topic_id, title, slug, content, excerpt, category, author, read_time)
     select 'oral-health', 'T' || n, 't-' || n, (select string_agg(md5((n * 10000 + k)::text), ' ') from generate_series(1, 10000) k), '', 'Health', 'A', 1 from generate_series(1, 60) n`,
  );
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await app.stop();
});

const queue = () => downloadQueueOf(app.deps.exportDb!);
const poolOf = (name: 'db' | 'exportDb') =>
  (app.deps[name]!.client as { pool: { numUsed(): number; numPendingAcquires(): number } }).pool;

it('keeps stalled downloads off the connections of pages, and frees theirs', { timeout: 60_000 }, async () => {
  for (let n = 0; n < 12; n++)
    sockets.push(
      openStalledRequest(app.url, '/api/admin/export/articles', { headers: { Authorization: `Bearer ${token}` } }),
    );
  await expect.poll(() => [queue().running, queue().waiting], PATIENT).toEqual([2, 6]);
  await expect.poll(() => poolOf('exportDb').numUsed(), PATIENT).toBeGreaterThanOrEqual(2);
  for (let n = 0; n < 20; n++) {
    expect((await app.get('/api/stats')).status).toBe(200);
    expect(poolOf('exportDb').numUsed()).toBeLessThanOrEqual(EXPORT_CONNECTIONS);
    expect(poolOf('db').numPendingAcquires()).toBe(0);
  }
  // Another account is next, although six downloads of the first one wait.
  const other = await app.signIn({ role: 'admin' });
  const file = await app.get('/api/admin/export/users', { token: other.token });
  expect([file.status, file.text.split('\n')[0]]).toEqual([200, expect.stringMatching(/^id,email/)]);
  expect(queue().waiting).toBeGreaterThan(0);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => [queue().running, queue().waiting, poolOf('exportDb').numUsed()], PATIENT).toEqual([0, 0, 0]);
});

it.each(['/api/admin/export/articles', '/api/admin/backup'])(
  'closes %s when its reader takes nothing, and ends its statement',
  { timeout: 60_000 },
  async (path) => {
    const socket = openStalledRequest(app.url, path, { headers: { Authorization: `Bearer ${token}` } });
    await expect.poll(() => queue().running, PATIENT).toBe(1);
    await sleep(STALL_MS * 0.5);
    expect(queue().running).toBe(1);
    await expect.poll(() => [queue().running, poolOf('exportDb').numUsed()], PATIENT).toEqual([0, 0]);
    const findStatements = async () =>
      (
        (await app.deps.db.raw(
          `select query from pg_stat_activity where datname = current_database() and query ilike 'copy %' and state <> 'idle'`,
        )) as { rows: unknown[] }
      ).rows;
    await expect.poll(findStatements, PATIENT).toEqual([]);
    socket.destroy();
  },
);
