import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import { endpoint } from '#contract/endpoint.ts';
import { anyone, signedIn } from '#server/base/http/guards.ts';
import { serve } from '#server/base/http/serve.ts';
import { allRoutes } from '#server/routes.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
let plain: string;
let owner: string;
let demoted: string;
let admin: string;
beforeAll(async () => {
  app = await testApp();
  plain = (await app.signIn()).token;
  owner = (await app.signIn({ subscriptionPlan: 'pro_max', subscriptionStatus: 'active' })).token;
  admin = (await app.signIn({ role: 'admin' })).token;
  const once = await app.signIn({ role: 'admin' });
  demoted = once.token;
  expect((await app.get('/api/admin/security', { token: demoted })).status).toBe(200);
  await app.deps.db('users').where({ id: once.userId }).update({ role: 'user' });
});
afterAll(() => app.stop());

/** A fingerprint of every row of every table. */
async function everything(): Promise<string> {
  const tables = await rows<{ name: string }>(
    app.deps.db,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const sums = await Promise.all(
    tables.map(({ name }) =>
      rows<{ sum: string }>(
        app.deps.db,
        `select md5(coalesce(string_agg(cast(t as text), '|' order by cast(t as text)), '')) as sum from ${name} t`,
      ),
    ),
  );
  return tables.map(({ name }, i) => `${name} ${sums[i]![0]!.sum}`).join('\n');
}

const guarded = allRoutes
  .map(({ endpoint: { method, path } }) => ({ method, path }))
  .filter(({ path }) => /^\/api\/(admin|user)(\/|$)/.test(path));

describe('guards', () => {
  it('protect every endpoint for administrators and for signed-in users, without side effects', async () => {
    expect(guarded.length).toBeGreaterThan(1);
    const before = await everything();
    const surprises: string[] = [];
    for (const { method, path } of guarded) {
      const forAdmins = path.startsWith('/api/admin');
      const callers: [string, string | undefined, number][] = [
        ['nobody', undefined, 401],
        ['a bad token', 'x'.repeat(43), 401],
        ...(forAdmins
          ? ([
              ['a user', plain, 403],
              ['a paying owner', owner, 403],
              ['an administrator until a moment ago', demoted, 403],
            ] as [string, string, number][])
          : []),
      ];
      const check = async ([who, token, expected]: (typeof callers)[number]) => {
        // An unauthorized request is rejected before its invalid body is read.
        const body = method === 'GET' ? undefined : '{"not json';
        const { status } = await app.call(method, path.replace(/:\w+/g, '1'), { token, body });
        if (status !== expected) surprises.push(`${method} ${path} for ${who}: ${status}`);
      };
      await Promise.all(callers.map(check));
    }
    expect(surprises).toEqual([]);
    expect(await everything()).toBe(before);
  }, 90_000);

  it('are tested with a fingerprint that notices a changed row', async () => {
    const before = await everything();
    await app.call('PUT', '/api/admin/security', { token: admin, body: { sessionTimeoutMinutes: 60 } });
    expect(await everything()).not.toBe(before);
  });

  it('exist on every route', () => {
    const route = (path: string) => endpoint('GET', path, { summary: 'New' });
    expect(() => serve(route('/api/admin/new'), anyone, () => undefined)).toThrow('guarded by admin');
    expect(() => serve(route('/api/admin/new'), signedIn, () => undefined)).toThrow('guarded by admin');
    expect(() => serve(route('/api/user/new'), anyone, () => undefined)).toThrow('must be guarded');
    expect(() => serve(route('/api/user/new'), signedIn, () => undefined)).not.toThrow();
  });

  it('cover unknown paths too', async () => {
    for (const path of ['/api/admin', '/api/admin/none', '/api/user/none']) {
      expect([path, (await app.get(path)).status]).toEqual([path, 401]);
      expect([path, (await app.get(path, { token: admin })).status]).toEqual([path, 404]);
    }
    expect((await app.get('/api/admin/none', { token: plain })).status).toBe(403);
  });

  it('read the role at every request, so a new role applies immediately', async () => {
    const { token, userId } = await app.signIn();
    expect((await app.get('/api/admin/security', { token })).status).toBe(403);
    await app.deps.db('users').where({ id: userId }).update({ role: 'admin' });
    expect((await app.get('/api/admin/security', { token })).status).toBe(200);
  });
});
