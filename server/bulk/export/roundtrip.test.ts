import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedSample } from '#server/sample/seed.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { sendCsv } from '#server/test/files/bulk.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  token = (await app.signIn({ role: 'admin' })).token;
});
afterAll(() => app.stop());

const exportCsv = async (from = app, bearer = token) =>
  (await from.get('/api/admin/export-csv', { token: bearer })).text;

describe('an exported file', { timeout: 120_000 }, () => {
  it('imports without changes and exports again byte for byte', async () => {
    await seedSample(app.databaseUrl, { count: 5000, clock: app.deps.clock, hashPassword: async () => 'x' });
    const firstExport = await exportCsv();
    expect(firstExport.split('\n').length).toBeGreaterThan(5000);
    const { body } = await sendCsv(app, token, firstExport);
    expect(body).toMatchObject({ success: true, rowsNew: 0, rowsChanged: 0, rowsSame: 5000, rowsRefused: 0 });
    expect(await exportCsv()).toBe(firstExport);
  });

  it('restores the same listings in an empty directory', async () => {
    const firstExport = await exportCsv();
    const other = await testApp();
    try {
      const otherToken = (await other.signIn({ role: 'admin' })).token;
      expect((await sendCsv(other, otherToken, firstExport)).body).toMatchObject({
        success: true,
        rowsNew: 5000,
        rowsRefused: 0,
      });
      expect(await exportCsv(other, otherToken)).toBe(firstExport);
      expect((await sendCsv(other, otherToken, firstExport)).body).toMatchObject({
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
