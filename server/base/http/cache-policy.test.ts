import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { allRoutes } from '#server/routes.ts';
import { testApp, type Answered, type TestApp } from '#server/test/app.ts';
import { isTestFile, listFiles, readSource } from '#server/test/laws/source-files.ts';
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

const nameOf = ({ endpoint: { method, path } }: Route) => `${method} ${path}`;
const call = ({ endpoint: { method, path } }: Route, token?: string) =>
  app.call(method, path.replace(/:\w+/g, '1'), { token });
const policyOf = ({ status, headers }: Answered) => [status, headers.get('cache-control'), headers.get('vary')];
const personal = [200, 'private, no-store', 'Cookie, Authorization, Accept-Encoding'];

it('forbids caches to store the replies of every route that does not share them', async () => {
  expect(routes.length).toBeGreaterThanOrEqual(313);
  for (const route of routes.filter(({ guard }) => guard.shares !== 'every reply')) {
    const name = nameOf(route);
    const answer = await call(route, admin.token);
    expect([name, policyOf(answer), answer.body]).toEqual([name, personal, { caller: admin.userId }]);
    if (route.guard.name !== 'anyone') continue;
    const stored = route.guard.shares === undefined ? personal : [200, null, 'Cookie, Authorization, Accept-Encoding'];
    expect([name, policyOf(await call(route))]).toEqual([name, stored]);
  }
});

it('sends the reply of each handler with this policy, and no handler has one of its own', async () => {
  const real = await testApp();
  const { token } = await real.signIn({ role: 'admin' });
  const password = 'velvet teapot morning';
  const account = { email: 'grace@example.com', password, name: 'Grace Hopper' };
  const answers = [
    await real.post('/api/auth/signup', account),
    await real.post('/api/auth/login', { email: account.email, password }),
    await real.get('/api/auth/me', { token }),
    await real.get('/api/auth/sessions', { token }),
    await real.get('/api/user/shortlist', { token }),
    await real.get('/api/admin/users', { token }),
    await real.get('/api/admin/export-csv', { token }),
  ];
  await real.stop();
  for (const answer of answers) {
    const [status, control, vary] = policyOf(answer);
    expect([status, control]).toEqual([200, 'private, no-store']);
    expect(vary).toMatch(/^Cookie, Authorization/);
  }
  const files = listFiles(['server'], /\.ts$/).filter((file) => !isTestFile(file));
  expect(files.filter((file) => readSource(file).includes("'Cache-Control'"))).toEqual([
    'server/ads/ads.ts',
    'server/ads/routes.ts',
    'server/app.ts',
    'server/assistants/mcp-router.ts',
    'server/base/http/health.ts',
    'server/base/http/serve.ts',
    'server/base/http/starting.ts',
    'server/base/metrics/metrics.ts',
    'server/directory/directory-export.ts',
    'server/listings/photos/media.ts',
    'server/map/ground-router.ts',
    'server/opening/gate.ts',
    'server/site/brand-router.ts',
    'server/site/crawlers/crawler-router.ts',
    'server/site/feeds/feed-router.ts',
    'server/site/page-cache/public-pages.ts',
    'server/site/pages.ts',
    'server/site/sitemap.ts',
    'server/site/social/picture-routes.ts',
    'server/status/status-router.ts',
    'server/stripe-sandbox/sandbox.ts',
  ]);
});

it('sends the errors of every route without a copy for caches', async () => {
  const guarded = routes.filter(({ guard }) => guard.name !== 'anyone');
  expect(guarded.length).toBeGreaterThan(240);
  for (const route of guarded) {
    const answer = await call(route);
    expect([nameOf(route), answer.status, answer.headers.get('cache-control')]).toEqual([
      nameOf(route),
      401,
      'no-store',
    ]);
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
    '/api/dentists/:id/reviews',
    '/api/directory/option-counts',
    '/api/geographic/data',
    '/api/geographic/states',
    '/api/groups/:slug',
    '/api/insurance-plans',
    '/api/map/cities',
    '/api/map/matches',
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
    '/api/topics',
    '/media/:hash',
    '/media/:hash/:width',
  ]);
});
