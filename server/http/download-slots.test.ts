import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { openStalledRequest, sleep } from '#server/test/stalled-client.ts';
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
     select 'oral-health', 'T' || n, 't-' || n, repeat('text ', 40000), '', 'Health', 'A', 1 from generate_series(1, 60) n`,
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

it('closes a download whose reader takes nothing, and cancels its statement', { timeout: 60_000 }, async () => {
  const socket = openStalledRequest(app.url, '/api/admin/export/articles', {
    headers: { Authorization: `Bearer ${token}` },
  });
  await expect.poll(() => queue().running, PATIENT).toBe(1);
  await sleep(STALL_MS * 0.5);
  expect(queue().running).toBe(1);
  await expect.poll(() => queue().running, PATIENT).toBe(0);
  const running = async () =>
    (
      (await app.deps.db.raw(
        `select 1 from pg_stat_activity where datname = current_database() and query ilike 'copy %' and state = 'active'`,
      )) as { rows: unknown[] }
    ).rows.length;
  await expect.poll(running, PATIENT).toBe(0);
  socket.destroy();
});
