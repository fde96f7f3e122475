import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteOldLinks } from './download-links.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { openStalledRequest, sleep } from '#server/test/crashes/stalled-client.ts';

const log: string[] = [];
let app: TestApp;
let secondServer: TestApp;
let admin: Awaited<ReturnType<TestApp['signIn']>>;
beforeAll(async () => {
  app = await testApp({ logTo: { write: (line) => void log.push(line) } });
  secondServer = await testApp({ beside: app });
  admin = await app.signIn({ role: 'admin' });
});
afterAll(async () => {
  await secondServer.stop();
  await app.stop();
});

const USERS = '/api/admin/export/users';
const createLink = async (path = USERS, token = admin.token): Promise<{ id: string; url: string }> => {
  const { status, body } = await app.post(path, undefined, { token });
  expect([status, body.message]).toEqual([200, undefined]);
  return body as { id: string; url: string };
};
const findState = async (id: string, token = admin.token) =>
  (await app.get(`/api/user/downloads/${id}`, { token })).body as { state: string; message: string | null };
const waitForState = async (id: string, state: string) => {
  await expect.poll(async () => (await findState(id)).state, { timeout: 10_000 }).toBe(state);
};

it('downloads a file once, without a cookie or a token, on any server', async () => {
  const { id, url } = await createLink();
  expect(url).toMatch(/^\/api\/admin\/export\/users\?link=[\w-]{43}$/);
  expect(await findState(id)).toEqual({ state: 'waiting', message: null });
  const file = await secondServer.get(url);
  expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('users-')]);
  expect(file.text).toBe((await app.get(USERS, { token: admin.token })).text);
  await waitForState(id, 'done');
  for (const server of [app, secondServer])
    expect(await server.get(url)).toMatchObject({ status: 410, body: { error: 'link_used' } });
});

it('lets only one of many concurrent requests use a link', async () => {
  const { url } = await createLink();
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => (n % 2 ? app : secondServer).get(url)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410, 410, 410]);
});

it('gives a link only to those who may have the file, for this file alone, for a minute', async () => {
  const user = await app.signIn();
  expect((await app.post(USERS)).status).toBe(401);
  expect((await app.post(USERS, undefined, { token: user.token })).status).toBe(403);
  expect((await app.post('/api/admin/export/nothing', undefined, { token: admin.token })).status).toBe(400);
  const { id, url } = await createLink();
  expect((await app.get(url.replace('/users', '/subscribers'))).status).toBe(410);
  expect((await app.get(`/api/user/downloads/${id}`, { token: user.token })).status).toBe(404);
  expect((await app.get(`/api/admin/users?link=${url.split('link=')[1]}`)).status).toBe(401);
  app.deps.clock.advance(61_000);
  expect((await app.get(url)).status).toBe(410);
  expect(await findState(id)).toEqual({ state: 'failed', message: null });
});

it('ends with the session, and with the rights of the account', async () => {
  const leaving = await app.signIn({ role: 'admin' });
  const { url } = await createLink(USERS, leaving.token);
  await app.post('/api/auth/logout', {}, { token: leaving.token });
  expect((await app.get(url)).status).toBeGreaterThanOrEqual(400);
  const demoted = await app.signIn({ role: 'admin' });
  const second = await createLink(USERS, demoted.token);
  await app.deps.db('users').where({ id: demoted.userId }).update({ role: 'user' });
  expect((await app.get(second.url)).status).toBe(403);
  expect(await findState(second.id, demoted.token)).toMatchObject({ state: 'failed', message: expect.any(String) });
});

it('reports a refused, a broken, and an abandoned download as failed', async () => {
  const missing = await createLink('/api/admin/imports/999/refused.csv');
  expect((await app.get(missing.url)).status).toBe(404);
  expect(await findState(missing.id)).toEqual({ state: 'failed', message: 'We could not find this import.' });

  await app.deps.db.raw(
    `insert into articles (topic_id, title, slug, content, excerpt, category, author, read_time)
     select 'oral-health', 'T' || n, 't-' || n, repeat('text ', 40000), '', 'Health', 'A', 1 from generate_series(1, 60) n`,
  );
  const cut = await createLink('/api/admin/export/articles');
  const socket = openStalledRequest(app.url, cut.url);
  await waitForState(cut.id, 'running');
  await sleep(200);
  expect(await findState(cut.id)).toEqual({ state: 'running', message: null });
  socket.destroy();
  await waitForState(cut.id, 'failed');

  const abandoned = await createLink();
  await app.deps
    .db('downloadLinks')
    .where({ id: abandoned.id })
    .update({ startedAt: app.deps.clock.now(), seenAt: new Date(Date.now() - 30_000) });
  expect(await findState(abandoned.id)).toEqual({ state: 'failed', message: null });
});

it('answers a failure before the first byte with a status, and records it', async () => {
  await app.deps.db.raw('alter table articles rename to articles_away');
  try {
    const { id, url } = await createLink('/api/admin/export/articles');
    const answer = await app.get(url);
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([500, null]);
    expect(await findState(id)).toEqual({ state: 'failed', message: null });
  } finally {
    await app.deps.db.raw('alter table articles_away rename to articles');
  }
});

it('offers a link for every file, keeps tokens out of the log, and forgets links after a day', async () => {
  for (const path of ['/api/admin/export-csv', '/api/admin/backup', '/api/admin/export/search-data?from=2026-01-01']) {
    const { url, id } = await createLink(path);
    const file = await app.get(url);
    expect([path, file.status]).toEqual([path, 200]);
    await waitForState(id, 'done');
  }
  expect(log.join('')).toContain('link=[redacted]');
  expect(log.join('')).not.toMatch(/link=[\w-]{43}/);
  app.deps.clock.advance(25 * 3_600_000);
  await deleteOldLinks(app.deps);
  expect(await app.deps.db('downloadLinks')).toEqual([]);
});
