import { afterAll, expect, it } from 'vitest';
import { startChild, type Child } from './test/crashes/child.ts';
import { testApp, type TestApp } from './test/app.ts';

let app: TestApp;
let child: Child;
afterAll(async () => {
  child.process.kill('SIGKILL');
  await app.stop();
});

it('a server streams downloads without a listener leak warning', async () => {
  app = await testApp();
  const { token } = await app.signIn({ role: 'admin' });
  child = await startChild({
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.deps.config.DATA_DIR,
    SECRET_KEY: 'a secret for tests that is long enough',
  });
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
