import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../app.ts';
import { createApp } from '#server/app.ts';
import { allRoutes } from '#server/routes.ts';
import { describeOperations, fire, fireRaw } from './fuzz.ts';

let app: TestApp;
const site = { render: () => Promise.resolve({ status: 200, headers: {}, html: '<!doctype html>' }) };
beforeAll(async () => {
  app = await testApp({ sandbox: 'quiet', site });
});
afterAll(() => app.stop());

describe('the server under random requests', () => {
  it('covers every route that the app mounts', () => {
    const operations = describeOperations(createApp(app.deps, { site }));
    const covered = new Set(operations.map(({ method, path }) => `${method} ${path}`));
    for (const { endpoint } of allRoutes)
      expect(covered).toContain(`${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`);
    for (const other of [
      'GET /readyz',
      'GET /api/docs',
      'GET /sitemaps/{file}',
      'GET /security.txt',
      'GET /social/{segment0}.png',
      'GET /{segment0}/{segment1}',
    ])
      expect(covered).toContain(other);
  });

  it('answers every generated request without a fault', async () => {
    const operations = describeOperations(createApp(app.deps, { site }));
    const { faults, statuses } = await fire({ call: app.call, db: app.deps.db, operations }, 2_400, 7);
    expect(faults).toEqual([]);
    expect(statuses[200]).toBeGreaterThan(300);
    expect(statuses[400]).toBeGreaterThan(300);
  }, 120_000);

  it("answers or closes connections that don't speak HTTP", async () => {
    expect(await fireRaw(Number(new URL(app.url).port), 400, 11)).toEqual([]);
    expect((await app.get('/healthz')).status).toBe(200);
  }, 60_000);
});
