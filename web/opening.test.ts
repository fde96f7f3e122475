import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginSetup, findSetupLink } from '#server/opening/setup/opening-state.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { renderedSite } from './test/rendered-site.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://localhost',
  SECRET_KEY: 'a secret that is long enough for production',
};
const person = { name: 'Ada Admin', email: 'ada@dentists.org', password: 'amber window kettle hall' };

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ site: renderedSite(), env: production });
});
afterAll(() => app.stop());

it('a directory with an account, and one in development, is open from the start', async () => {
  const old = await testApp({ env: production });
  await old.signIn();
  await beginSetup(old.deps);
  expect((await old.get('/api/setup')).body).toEqual({ isOpen: true, needsAdmin: false });
  expect(await findSetupLink(old.deps)).toBeNull();
  expect((await old.get('/api/directory')).status).toBe(200);
  await old.stop();
  const development = await testApp();
  await beginSetup(development.deps);
  expect((await development.get('/api/setup')).body).toEqual({ isOpen: true, needsAdmin: false });
  await development.stop();
});

it(
  'an empty directory in production is hidden until its first administrator opens it',
  { timeout: 60_000 },
  async () => {
    await beginSetup(app.deps);
    const link = new URL((await findSetupLink(app.deps))!);
    const token = link.searchParams.get('token')!;
    expect(link.pathname).toBe('/setup');
    // A second start prints the same link.
    await beginSetup(app.deps);
    expect(await findSetupLink(app.deps)).toBe(link.href);

    const isHidden = async () => {
      for (const path of ['/', '/directory', '/pricing', '/dentists/texas', '/profile/1']) {
        const page = await app.get(path, { headers: { accept: 'text/html' } });
        expect([path, page.status, page.headers.get('x-robots-tag')]).toEqual([path, 200, 'noindex']);
        expect(page.text).toContain('<h1>Opens soon</h1>');
        expect(page.headers.get('cache-control')).toBe('private, no-store');
      }
      for (const path of ['/api/directory', '/api/dentists', '/api/states', '/api/articles', '/api/search/suggest?q=a'])
        expect([path, await app.get(path)]).toMatchObject([path, { status: 403, body: { error: 'not_open' } }]);
      expect((await app.get('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
      expect((await app.get('/sitemap.xml')).status).toBe(404);
    };
    await isHidden();
    expect((await app.get('/api/setup')).body).toEqual({ isOpen: false, needsAdmin: true });
    expect((await app.get(`/setup?token=${token}`)).text).toContain('Create the administrator');

    const create = (body: object) => app.post('/api/setup/admin', { ...person, token, ...body });
    expect(await create({ token: 'x'.repeat(43) })).toMatchObject({ status: 403, body: { error: 'setup_link' } });
    expect(await create({ password: 'short' })).toMatchObject({ status: 400 });
    const both = await Promise.all([create({}), create({ email: 'eve@dentists.org' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await app.deps.db('users').pluck('role')).toEqual(['admin']);
    const boss = both.find(({ status }) => status === 200)!.body as { token: string };
    expect(await create({ email: 'mallory@dentists.org' })).toMatchObject({
      status: 409,
      body: { error: 'setup_done' },
    });
    expect(await findSetupLink(app.deps)).toBeNull();
    expect((await app.get('/api/setup')).body).toEqual({ isOpen: false, needsAdmin: false });

    // Staff see every page, which no cache may keep, and strangers still none.
    const home = await app.get('/about', { token: boss.token });
    expect([home.status, home.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(home.text).toContain('Our mission');
    const shared = await app.get('/api/directory', { token: boss.token });
    expect([shared.status, shared.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    await isHidden();

    const read = async () => (await app.get('/api/admin/setup', { token: boss.token })).body.list;
    const mark = (step: string, state: string) =>
      app.post('/api/admin/setup/steps', { step, state }, { token: boss.token });
    const stateOf = async (name: string) => (await read()).steps.find(({ step }: { step: string }) => step === name);
    expect((await read()).steps.map(({ step }: { step: string }) => step)).toEqual([
      'contact',
      'email',
      'payments',
      'data',
    ]);
    expect((await stateOf('contact')).text).toContain('placeholders');
    await mark('payments', 'later');
    expect(await stateOf('payments')).toMatchObject({ isLater: true, doneAt: null });

    const test = await app.post('/api/admin/setup/test-email', undefined, { token: boss.token });
    expect([test.status, test.body.isOutbox]).toEqual([200, true]);
    expect(await readdir(join(app.deps.config.DATA_DIR, 'outbox'))).toHaveLength(1);
    const payments = await app.get('/api/admin/doctor?checks=stripe,stripe-portal', { token: boss.token });
    expect(payments.body.checks).toMatchObject([
      { key: 'stripe', state: 'skipped' },
      { key: 'stripe-portal', state: 'skipped' },
    ]);
    const unknown = await app.get('/api/admin/doctor?checks=stripes', { token: boss.token });
    expect([unknown.status, unknown.body.message]).toEqual([400, 'There is no check “stripes”.']);

    const add = () => app.post('/api/admin/sample-data/add', undefined, { token: boss.token });
    expect((await add()).status).toBe(200);
    await app.jobs();
    expect((await stateOf('data')).text).toBe('The directory has 2,000 listings.');
    expect(await add()).toMatchObject({ status: 409, body: { error: 'not_empty' } });
    expect(await app.deps.db('users').whereNotNull('password').pluck('role')).toEqual(['admin']);

    const reviewer = await app.signIn({ role: 'reviewer' });
    expect((await app.post('/api/admin/setup/go-live', undefined, { token: reviewer.token })).status).toBe(403);
    await isHidden();
    expect((await app.post('/api/admin/setup/go-live', undefined, { token: boss.token })).body.list.isOpen).toBe(true);
    const page = await app.get('/');
    expect([page.status, page.headers.get('x-robots-tag')]).toEqual([200, null]);
    expect(page.text).not.toContain('Opens soon');
    expect((await app.get('/api/directory')).body.total).toBe(2_000);
    expect(await app.deps.db('auditLog').where({ action: 'directory.opened' }).pluck('actorEmail')).toHaveLength(1);

    // The list stays until each step is done.
    for (const step of ['contact', 'email', 'payments', 'data']) await mark(step, 'done');
    expect(await read()).toBeNull();
    await mark('email', 'open');
    expect(await stateOf('email')).toMatchObject({ doneAt: null });
  },
);
