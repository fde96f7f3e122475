import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { allRoutes } from '#server/routes.ts';
import { testApp, type Answered, type TestApp } from '#server/test/app.ts';
import type { Route } from './serve.ts';

const anything = z.unknown();
/** Every route with its path and guard, and a handler that says who called. */
const routes: Route[] = allRoutes.map((route) => ({
  ...route,
  endpoint: {
    ...route.endpoint,
    params: anything,
    query: anything,
    body: anything,
    reply: anything,
    streams: undefined,
    rawBody: undefined,
    download: false,
    once: false,
  },
  handle: (_input, ctx) => ({ caller: ctx.actor?.userId ?? null }),
}));

let app: TestApp;
let admin: { token: string; userId: number };
beforeAll(async () => {
  app = await testApp({ routes });
  admin = await app.signIn({ role: 'admin', subscriptionPlan: 'pro_max', subscriptionStatus: 'active' });
});
afterAll(() => app.stop());

const call = ({ endpoint: { method, path } }: Route, token?: string) =>
  app.call(method, path.replace(/:\w+/g, '1'), { token });
const policyOf = ({ status, headers }: Answered) => [status, headers.get('cache-control'), headers.get('vary')];
const personal = [200, 'private, no-store', 'Cookie, Authorization, Accept-Encoding'];

it('forbids caches to store the replies of every route that does not share them', async () => {
  expect(routes.length).toBeGreaterThanOrEqual(313);
  for (const route of routes.filter(({ guard }) => guard.shares !== 'every reply')) {
    const name = `${route.endpoint.method} ${route.endpoint.path}`;
    const answer = await call(route, admin.token);
    expect([name, policyOf(answer), answer.body]).toEqual([name, personal, { caller: admin.userId }]);
    if (route.guard.name !== 'anyone') continue;
    const stored = route.guard.shares === undefined ? personal : [200, null, 'Cookie, Authorization, Accept-Encoding'];
    expect([name, policyOf(await call(route))]).toEqual([name, stored]);
  }
});

it('gives no caller to a route whose replies everyone shares', async () => {
  for (const route of routes.filter(({ guard }) => guard.shares === 'every reply')) {
    const answer = await call(route, admin.token);
    const { path } = route.endpoint;
    expect([path, policyOf(answer), answer.body]).toEqual([path, [200, null, 'Accept-Encoding'], { caller: null }]);
  }
});

it('lets these reads be shared and no others', () => {
  const shared = (kind: Route['guard']['shares']) =>
    allRoutes.filter(({ guard }) => guard.shares === kind).map(({ endpoint }) => endpoint.path).toSorted(); // prettier-ignore
  expect(shared('anonymous replies')).toEqual([
    '/api/articles',
    '/api/articles/:slug',
    '/api/dentists',
    '/api/dentists/:id',
    '/api/dentists/search',
    '/api/directory',
    '/location/:state/:city/:practiceType/:dentistName',
  ]);
  expect(shared('every reply')).toEqual([
    '/ads.txt',
    '/ads/frame/:slot',
    '/api/ads',
    '/api/articles/stats',
    '/api/confirmations/count',
    '/api/dentists/:id/appointments',
    '/api/dentists/:id/photos',
    '/api/directory/option-counts',
    '/api/geographic/data',
    '/api/geographic/states',
    '/api/insurance-plans',
    '/api/map/cities',
    '/api/map/zip-centers',
    '/api/newest-article',
    '/api/policies',
    '/api/practice-types',
    '/api/practices',
    '/api/search/popular-cities',
    '/api/search/sentence',
    '/api/services',
    '/api/site',
    '/api/states',
    '/api/states/:state/cities',
    '/api/states/:state/cities/:city',
    '/api/stats',
    '/api/suggest',
    '/media/:hash',
    '/media/:hash/:width',
  ]);
});
