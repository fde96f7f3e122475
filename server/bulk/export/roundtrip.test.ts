import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedSample } from '#server/db/sample/seed.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { sendCsv } from '#server/test/bulk.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  token = (await app.signIn({ role: 'admin' })).token;
});
afterAll(() => app.stop());

const exported = async (from = app, as = token) => (await from.get('/api/admin/export-csv', { token: as })).text;

describe('export and import are one format', { timeout: 120_000 }, () => {
  it('comes back byte for byte, and changes nothing, at 5,000 listings', async () => {
    await seedSample(app.databaseUrl, { count: 5000, clock: app.deps.clock, hashPassword: async () => 'x' });
    const first = await exported();
    expect(first.split('\n').length).toBeGreaterThan(5000);
    const { body } = await sendCsv(app, token, first);
    expect(body).toMatchObject({ success: true, rowsNew: 0, rowsChanged: 0, rowsSame: 5000, rowsRefused: 0 });
    expect(await exported()).toBe(first);
  });

  it('fills another, empty directory with the same', async () => {
    const first = await exported();
    const other = await testApp();
    try {
      const as = (await other.signIn({ role: 'admin' })).token;
      expect((await sendCsv(other, as, first)).body).toMatchObject({ success: true, rowsNew: 5000, rowsRefused: 0 });
      expect(await exported(other, as)).toBe(first);
      expect((await sendCsv(other, as, first)).body).toMatchObject({
        success: true,
        rowsNew: 0,
        rowsChanged: 0,
        rowsSame: 5000,
      });
    } finally {
      await other.stop();
    }
  });
});
