import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '#server/routes.ts';
import { callerOf, testApp, type TestApp } from '#server/test/app.ts';
import { findProgram } from '#server/test/programs/debian-programs.ts';
import { startCachingNginx } from '#server/test/programs/nginx.ts';
import { PlainSite } from '#server/test/public-pages.ts';

const nginx = findProgram('nginx', 'nginx-light');

const PASSWORD = 'velvet teapot morning';
const personalReads = allRoutes.filter(
  ({ endpoint, guard }) =>
    endpoint.method === 'GET' && guard.shares === undefined && endpoint.streams !== 'text/event-stream',
);

describe.skipIf(!nginx)('behind an nginx that stores replies for a minute by default', () => {
  let app: TestApp;
  let proxy: Awaited<ReturnType<typeof startCachingNginx>>;
  let cookies: [string, string];
  const listings: number[] = [];
  beforeAll(async () => {
    app = await testApp({ site: new PlainSite(), env: { TRUST_PROXY: '1' } });
    proxy = await startCachingNginx(nginx!, app.url);
    const signUp = async (name: string) => {
      const answer = await app.post('/api/auth/signup', { email: `${name}@example.com`, password: PASSWORD, name });
      const plan = { role: 'admin', subscriptionPlan: 'pro_max', subscriptionStatus: 'active' };
      await app.deps.db('users').where({ id: answer.body.user.id }).update(plan);
      const listing = { name: `Practice of ${name}`, city: 'Austin', state: 'TX', userId: answer.body.user.id };
      const [{ id }] = (await app.deps.db('dentists').insert(listing).returning('id')) as [{ id: number }];
      listings.push(id);
      return answer.headers.getSetCookie()[0]!.split(';')[0]!;
    };
    cookies = [await signUp('grace'), await signUp('hedy')];
  }, 60_000);
  afterAll(async () => {
    await proxy?.stop();
    await app?.stop();
  });

  const through = (path: string, cookie?: string) =>
    callerOf(proxy.url)('GET', path, { headers: cookie ? { cookie } : {} });

  it('shows two people and a stranger only their own bytes on every personal route', async () => {
    expect(personalReads.length).toBeGreaterThan(80);
    let read = 0;
    for (const { endpoint } of personalReads) {
      const query = new URLSearchParams({ q: 'Austin', name: 'Practice', priceId: 'x', listing: String(listings[0]) });
      const known = Object.keys((endpoint.query as { shape?: object }).shape ?? {});
      for (const name of Array.from(query.keys())) if (!known.includes(name)) query.delete(name);
      const path = `${endpoint.path.replace(':table', 'listings').replace(':kind', 'services').replace(/:\w+/g, String(listings[0]))}?${query}`;
      const first = await through(path, cookies[0]);
      if (first.status === 200) {
        read += 1;
        expect([path, first.headers.get('cache-control')]).toEqual([path, expect.stringMatching(/^private, no-store/)]);
        expect([path, first.headers.get('vary')]).toEqual([path, expect.stringMatching(/^Cookie, Authorization/)]);
      }
      for (const cookie of [cookies[1], undefined]) {
        const answer = await through(path, cookie);
        const direct = await app.get(path, { headers: cookie ? { cookie } : {} });
        expect([path, answer.headers.get('x-cache-status')]).toEqual([path, 'MISS']);
        expect([path, answer.status]).toEqual([path, direct.status]);
        if (!cookie && direct.status !== 200) expect([path, answer.text]).toEqual([path, direct.text]);
      }
    }
    // The rest needs rows of other kinds and answers 400 or 404.
    expect(read).toBeGreaterThan(50);
  }, 120_000);

  it('shows owners more of their listing, and strangers none of it', async () => {
    for (const path of [`/api/dentists/${listings[0]}`, '/api/directory?location=Austin', '/api/dentists?page=1']) {
      const own = await through(path, cookies[0]);
      expect([path, own.status, own.headers.get('x-cache-status')]).toEqual([path, 200, 'MISS']);
      expect([path, (await through(path)).text]).toEqual([path, (await app.get(path)).text]);
      expect([path, (await through(path)).headers.get('x-cache-status')]).toEqual([path, 'HIT']);
      const other = await through(path, cookies[1]);
      expect([path, other.text]).toEqual([path, (await app.get(path, { headers: { cookie: cookies[1] } })).text]);
      expect([path, (await through(path, cookies[0])).text]).toEqual([path, own.text]);
    }
  });

  it('stores public reads and pages, and no page of an account', async () => {
    for (const path of ['/api/services', '/api/stats', '/', `/profile/${listings[0]}`]) {
      await through(path, cookies[0]);
      expect([path, (await through(path)).headers.get('x-cache-status')]).toEqual([path, 'HIT']);
    }
    for (const path of ['/account', '/dashboard', '/admin']) {
      await through(path, cookies[0]);
      expect([path, (await through(path)).headers.get('x-cache-status')]).toEqual([path, 'MISS']);
    }
  });
});
