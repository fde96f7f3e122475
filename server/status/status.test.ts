import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { enqueue, job } from '#server/base/jobs/queue.ts';
import { z } from 'zod';
import { testApp, type TestApp } from '#server/test/app.ts';

vi.setConfig({ testTimeout: 20_000 });

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.signIn({ role: 'admin' }));
});
afterAll(() => app.stop());
beforeEach(async () => {
  const { db, settings } = app.deps;
  for (const table of ['jobs', 'jobSchedules', 'importQueue']) await db(table).delete();
  await db('systemSettings').where({ name: 'notices' }).delete();
  await settings.reload();
});

const status = async () => (await app.get('/api/status')).body;
const partOf = async (name: string) =>
  (await status()).parts.find(({ part }: { part: string }) => part === name) as { state: string; since: string | null };
const minutesAgo = (minutes: number) => new Date(app.deps.clock.now().getTime() - minutes * 60_000);

it('an idle site is up, and says nothing about jobs that no server has run yet', async () => {
  const { status: code, body, headers } = await app.get('/api/status');
  expect([code, headers.get('cache-control'), body.state, body.since]).toEqual([200, 'private, no-store', 'up', null]);
  expect(body.parts.map(({ part, state }: { part: string; state: string }) => [part, state])).toEqual([
    ['directory', 'up'],
    ['email', 'up'],
    ['payments', 'up'],
    ['imports', 'up'],
  ]);
});

it('a part is late since its oldest work became due, and up again once that is done', async () => {
  const { db } = app.deps;
  const syncs = job('billing.sync', { payload: z.object({}), handle: async () => undefined });
  await enqueue(db, syncs, {});
  expect((await partOf('payments')).state).toBe('up');
  const due = minutesAgo(6);
  await db('jobs').update({ runAt: due, createdAt: due });
  expect(await partOf('payments')).toEqual({ part: 'payments', state: 'delayed', since: due.toISOString() });
  expect(await status()).toMatchObject({ state: 'delayed', since: due.toISOString() });
  await db('jobs').update({ name: 'mail' });
  expect([(await partOf('payments')).state, (await partOf('email')).state]).toEqual(['up', 'delayed']);
  // A recipient whose server refuses one message doesn't make email late.
  await db('jobs').update({ attempts: 1, runAt: new Date(app.deps.clock.now().getTime() + 600_000) });
  expect((await partOf('email')).state).toBe('up');
  await db('jobs').update({ attempts: 0, name: 'reviews.publish', runAt: due });
  expect((await partOf('background')).state).toBe('delayed');
  await db('jobs').delete();
  expect((await status()).state).toBe('up');
});

it('scheduled jobs that stopped and an import that waits are late', async () => {
  const { db } = app.deps;
  const stopped = minutesAgo(20);
  await db('jobSchedules').insert({ name: 'articles.publish', lastDue: stopped });
  expect(await partOf('background')).toMatchObject({ state: 'delayed', since: stopped.toISOString() });
  const added = minutesAgo(9);
  await db('importQueue').insert({ createdAt: added, userName: 'A', source: 'upload', fileName: 'a.csv' });
  expect(await partOf('imports')).toMatchObject({ state: 'delayed', since: added.toISOString() });
});

it('staff publish an incident with updates, which every page and the audit log show', async () => {
  const made = await app.post(
    '/api/admin/status/notices',
    { title: 'Emails are late', text: 'We are looking into it.', state: 'ongoing' },
    { token },
  );
  expect(made.status).toBe(200);
  const since = app.deps.clock.now().toISOString();
  expect(await status()).toMatchObject({ state: 'incident', since });
  const info = (await app.get('/api/site')).body;
  expect(info.banner).toEqual({ kind: 'ongoing', title: 'Emails are late', startsAt: since, endsAt: null });
  app.deps.clock.advance(3_600_000);
  const { id } = made.body.notices[0];
  const update = { text: 'The mail server is back.', state: 'resolved' };
  const updated = await app.post(`/api/admin/status/notices/${id}/updates`, update, { token });
  expect(updated.body.notices[0]).toMatchObject({ state: 'resolved', endsAt: app.deps.clock.now().toISOString() });
  expect(updated.body.notices[0].updates.map(({ text }: { text: string }) => text)).toEqual([
    'The mail server is back.',
    'We are looking into it.',
  ]);
  expect((await app.get('/api/site')).body.banner).toBeNull();
  expect((await status()).state).toBe('up');
  expect((await app.call('DELETE', `/api/admin/status/notices/${id}`, { token })).body.notices).toEqual([]);
  expect((await app.call('DELETE', `/api/admin/status/notices/${id}`, { token })).status).toBe(404);
  const actions = await app.deps.db('auditLog').where('action', 'like', 'notice.%').orderBy('id').pluck('action');
  expect(actions).toEqual(['notice.created', 'notice.updated', 'notice.deleted']);
});

it('planned work begins and ends by itself', async () => {
  const at = (hours: number) => new Date(app.deps.clock.now().getTime() + hours * 3_600_000).toISOString();
  const body = { title: 'A new database', text: 'Saving pauses.', state: 'planned', startsAt: at(2), endsAt: at(3) };
  expect((await app.post('/api/admin/status/notices', body, { token })).status).toBe(200);
  const bannerKind = async () => (await app.get('/api/site')).body.banner?.kind;
  expect([await bannerKind(), (await status()).state]).toEqual(['planned', 'up']);
  app.deps.clock.advance(2.5 * 3_600_000);
  expect([await bannerKind(), (await status()).state]).toEqual(['ongoing', 'incident']);
  app.deps.clock.advance(3_600_000);
  expect([await bannerKind(), (await status()).state]).toEqual([undefined, 'up']);
});

it.each([
  [{ title: '', text: 'x', state: 'ongoing' }, 'title'],
  [{ title: 'x', text: '  ', state: 'ongoing' }, 'text'],
  [{ title: 'x', text: 'x', state: 'planned' }, 'endsAt'],
  [{ title: 'x', text: 'x', state: 'ongoing', startsAt: '2030-01-02T00:00:00Z', endsAt: '2030-01-01T00:00:00Z' }, 'endsAt'],
])('a notice of %j is refused at its field', async (body, field) => {
  const refused = await app.post('/api/admin/status/notices', body, { token });
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]]);
  expect((await status()).notices).toEqual([]);
}); // prettier-ignore

it('only administrators change notices and the read-only mode', async () => {
  const { token: reviewer } = await app.signIn({ role: 'reviewer' });
  for (const path of ['/api/admin/status/notices', '/api/admin/status/read-only']) {
    expect((await app.post(path, {}, { token: reviewer })).status).toBe(403);
    expect((await app.post(path, {})).status).toBe(401);
  }
});

it('without its database, a server says since when, and what staff last said', async () => {
  await app.post('/api/admin/status/notices', { title: 'Moving', text: 'To a new disk.', state: 'ongoing' }, { token });
  await status();
  const { statusDb } = app.deps;
  await statusDb!.destroy();
  const since = app.deps.clock.now().toISOString();
  expect(await status()).toMatchObject({ state: 'down', since, notices: [{ title: 'Moving' }] });
  app.deps.clock.advance(60_000);
  const { status: code, body } = await app.get('/api/status', { token });
  expect([code, body.since]).toEqual([200, since]);
  const page = await app.get('/status', { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(page.text).toMatch(/We can’t reach the database.*Moving: To a new disk\./s);
  statusDb!.initialize();
  expect((await status()).state).toBe('incident');
});
