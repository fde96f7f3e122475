import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { startJobLoops } from '#server/base/jobs/worker.ts';
import { enqueue, job } from '#server/base/jobs/queue.ts';
import { z } from 'zod';
import { addListing } from '#server/test/public-pages.ts';
import { sendMessage } from '#server/test/people/contact.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const PASSWORD = 'velvet teapot morning';
const root = fileURLToPath(new URL('../..', import.meta.url));
let app: TestApp;
let other: TestApp;
let token: string;
let email: string;
let listing: number;
beforeAll(async () => {
  app = await testApp({ env: { LIMIT_CONTACT: '100/60' } });
  other = await testApp({ beside: app });
  const admin = await app.signIn({ role: 'admin' });
  ({ token, email } = admin);
  await app.deps
    .db('users')
    .where({ id: admin.userId })
    .update({ password: await hashPassword(PASSWORD) });
  listing = await addListing(app);
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const REFUSED = {
  error: 'read_only',
  message: 'The site is read-only at the moment. Please try again later.',
};
const switchTo = (isOn: boolean, server = app) => server.post('/api/admin/status/read-only', { isOn }, { token });
it('in read-only mode, people read, search, and log in, and each change gets one sentence', async () => {
  const until = new Date(app.deps.clock.now().getTime() + 3_600_000).toISOString();
  const on = await app.post('/api/admin/status/read-only', { isOn: true, until }, { token });
  expect(on.body.readOnly).toEqual({ since: app.deps.clock.now().toISOString(), until });
  expect((await app.get('/api/status')).body).toMatchObject({ state: 'read_only', until });
  expect((await app.get('/api/site')).body.banner).toMatchObject({ kind: 'read_only', endsAt: until });
  for (const path of [`/api/dentists/${listing}`, '/api/dentists/search?location=Austin', '/api/articles'])
    expect([path, (await app.get(path)).status]).toEqual([path, 200]);
  expect((await app.get('/api/auth/me', { token })).status).toBe(200);
  const edit = await app.call('PUT', `/api/admin/listings/${listing}`, { token, body: { phone: '(512) 555-0199' } });
  expect([edit.status, edit.headers.get('retry-after'), edit.body]).toEqual([503, '30', REFUSED]);
  const message = await sendMessage(app.url, 'hello');
  expect([message.status, message.headers.get('retry-after'), await message.json()]).toEqual([503, '30', REFUSED]);
  expect((await app.deps.db('dentists').where({ id: listing }).first('phone')).phone).toBe('(512) 555-0000');
  expect(await app.deps.db('contactMessages')).toEqual([]);

  const login = await app.post('/api/auth/login', { email, password: PASSWORD });
  expect(login.status).toBe(200);
  const own = { token: login.body.token as string };
  const notice = { title: 'Back soon', text: 'A new database.', state: 'ongoing' };
  expect((await app.post('/api/admin/status/notices', notice, own)).status).toBe(200);
  expect((await app.post('/api/auth/logout', undefined, own)).status).toBe(200);

  expect((await switchTo(false)).body.readOnly).toBeNull();
  expect((await sendMessage(app.url, 'hello')).status).toBe(200);
});

it('another server refuses changes within three seconds, and takes them again within three', async () => {
  const within = async (status: number) => {
    const deadline = performance.now() + 3_000;
    for (;;) {
      const found = (await sendMessage(other.url, 'hello')).status;
      if (found === status || performance.now() > deadline) return expect(found).toBe(status);
      await new Promise((done) => setTimeout(done, 100));
    }
  };
  await switchTo(true);
  await within(503);
  await switchTo(false);
  await within(200);
});

it('jobs wait while the site is read-only', async () => {
  let runs = 0;
  const counting = job('counting', { payload: z.object({}), handle: async () => void runs++ });
  await switchTo(true);
  const worker = startJobLoops(app.deps, [counting as never]);
  try {
    await enqueue(app.deps.db, counting, {});
    await new Promise((done) => setTimeout(done, 1_200));
    expect(runs).toBe(0);
    expect((await app.get('/api/status')).body.parts).toContainEqual({
      part: 'email',
      state: 'paused',
      since: app.deps.clock.now().toISOString(),
    });
    await switchTo(false);
    await vi.waitFor(() => expect(runs).toBe(1), { timeout: 5_000 });
  } finally {
    await worker.stop();
  }
});

it('npm run read-only switches it on and off', async () => {
  const run = (...args: string[]) =>
    new Promise<{ code: number; output: string }>((done) => {
      const env = { PATH: process.env.PATH, DATABASE_URL: app.databaseUrl, DATA_DIR: app.deps.config.DATA_DIR };
      execFile('npm', ['run', '--silent', 'read-only', '--', ...args], { cwd: root, env }, (error, stdout, stderr) =>
        done({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      );
    });
  expect(await run('on')).toEqual({
    code: 0,
    output: 'The site is read-only. To end this, run: npm run read-only -- off\n',
  });
  expect((await sendMessage(app.url, 'hello')).status).toBe(503);
  expect(await run('off')).toEqual({ code: 0, output: 'The site is no longer read-only.\n' });
  expect(await app.deps.db('systemSettings').where({ name: 'read_only' })).toEqual([]);
});
