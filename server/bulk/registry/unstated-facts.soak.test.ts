import { afterAll, beforeAll, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { expectNothingAdded, importMonth } from '#server/test/files/walk-month.ts';

// A real month has 200,000 rows, and takes six minutes.
const ROWS = Number(process.env.REGISTRY_ROWS ?? 40_000);

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

it('a month of the registry states nothing that its file does not', { timeout: 900_000 }, async () => {
  const { token } = await app.signIn({ role: 'admin' });
  await importMonth(app, ROWS);
  await expectNothingAdded(app, ROWS, token);
});
