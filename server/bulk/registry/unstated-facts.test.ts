import { afterAll, beforeAll, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { expectNothingAdded, importMonth } from '#server/test/files/walk-month.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

it('a month of the registry states nothing that its file does not', { timeout: 120_000 }, async () => {
  const { token } = await app.signIn({ role: 'admin' });
  await importMonth(app, 1_500);
  await expectNothingAdded(app, 1_500, token);
});
