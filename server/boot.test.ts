import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startChild, type Child } from './test/crashes/child.ts';
import { testApp, type TestApp } from './test/app.ts';

let app: TestApp;
let child: Child;
beforeAll(async () => void (app = await testApp()));
beforeEach(async () => {
  child = await startChild({
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.deps.config.DATA_DIR,
    SECRET_KEY: 'a secret for tests that is long enough',
  });
});
afterEach(() => void child.process.kill('SIGKILL'));
afterAll(() => app.stop());

it('a server streams downloads without a listener leak warning', async () => {
  const { token } = await app.signIn({ role: 'admin' });
  for (const path of ['/api/admin/export-csv', '/api/admin/export/user-analytics'])
    for (const encoding of ['gzip', 'identity']) {
      const response = await fetch(child.url + path, {
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
      });
      expect([response.status, (await response.text()).length > 10]).toEqual([200, true]);
    }
  child.process.kill('SIGTERM');
  expect(await child.ended).toBe(0);
  expect(child.errors()).not.toContain('MaxListenersExceeded');
});

it('a server that stops closes only the connections of reads that its proxy repeats on another server', async () => {
  const send = async (method: string, headers: Record<string, string>) =>
    fetch(`${child.url}/api/auth/login`, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) }).then(
      ({ status, headers }) => [status, headers.get('connection')],
      () => 'closed',
    );
  const repeated = { 'content-type': 'application/json', 'x-repeats-reads': 'yes' };
  expect(await send('GET', repeated)).toEqual([405, 'keep-alive']);
  child.process.kill('SIGTERM');
  await vi.waitFor(async () => expect((await fetch(`${child.url}/readyz`)).status).toBe(503));
  expect(await send('GET', repeated)).toBe('closed');
  expect(await send('HEAD', repeated)).toBe('closed');
  expect(await send('GET', {})).toEqual([405, 'close']);
  expect(await send('POST', repeated)).toEqual([400, 'close']);
  expect(await child.ended).toBe(0);
});
