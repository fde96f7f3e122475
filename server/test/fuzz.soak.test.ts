import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from './app.ts';
import { fire, fireRaw } from './fuzz.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ sandbox: 'quiet' });
});
afterAll(() => app.stop());

describe('the server under random requests', () => {
  it('answers every generated request without a fault', async () => {
    const { faults, statuses } = await fire({ call: app.call, db: app.deps.db }, 2_000, 7);
    expect(faults).toEqual([]);
    expect(statuses[200]).toBeGreaterThan(300);
    expect(statuses[400]).toBeGreaterThan(300);
  }, 120_000);

  it("answers or closes connections that don't speak HTTP", async () => {
    expect(await fireRaw(Number(new URL(app.url).port), 400, 11)).toEqual([]);
    expect((await app.get('/healthz')).status).toBe(200);
  }, 60_000);
});
