import { afterAll, beforeAll, expect, it } from 'vitest';
import { can, permissionOf, type Permission } from '#shared/permissions.ts';
import { roles, type Role } from '#shared/roles.ts';
import { allRoutes } from '#server/routes.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
const tokens = {} as Record<Role, string>;
beforeAll(async () => {
  app = await testApp();
  for (const role of roles) tokens[role] = (await app.signIn({ role })).token;
});
afterAll(() => app.stop());

const adminCalls = allRoutes
  .map(({ endpoint }) => endpoint)
  .filter(({ path }) => path.startsWith('/api/admin'))
  .map(({ method, path }) => ({ method, path, call: `${method} ${path}` }));
const downloads = new Set(allRoutes.flatMap(({ endpoint }) => (endpoint.download ? [endpoint.path] : [])));

/** The POST that returns a link to a download needs the permission of the download. */
const permissionFor = ({ call, path }: { call: string; path: string }): Permission | undefined =>
  permissionOf.get(call) ?? (downloads.has(path) ? permissionOf.get(`GET ${path}`) : undefined);

it('gives every call of the admin panel a permission, and names no call that does not exist', () => {
  expect(adminCalls.length).toBeGreaterThan(100);
  expect(adminCalls.filter((one) => !permissionFor(one)).map(({ call }) => call)).toEqual([]);
  const existing = new Set(adminCalls.map(({ call }) => call));
  expect([...permissionOf.keys()].filter((call) => !existing.has(call))).toEqual([]);
});

it('lets each role make exactly the calls of the matrix', async () => {
  const surprises: string[] = [];
  for (const one of adminCalls) {
    const check = async (role: Role) => {
      // An unauthorized request is rejected before its invalid body is read, and no allowed one gets further than that.
      const isRead = one.method === 'GET';
      const path = one.path.replace(/:\w+/g, 'not-an-id') + (isRead ? '?page=x&pageSize=x&from=x&days=x' : '');
      const { status, body } = await app.call(one.method, path, {
        token: tokens[role],
        body: isRead ? undefined : '{"not json',
      });
      const isAllowed = role !== 'user' && can(role, permissionFor(one)!);
      if (isAllowed ? status === 401 || status === 403 : status !== 403)
        surprises.push(`${one.call} as ${role}: ${status}`);
      else if (!isAllowed && role !== 'user' && body.error !== 'role_not_allowed')
        surprises.push(`${one.call} as ${role}: ${body.error}`);
    };
    await Promise.all(roles.map(check));
  }
  expect(surprises).toEqual([]);
}, 120_000);

it('says in a sentence what a role lacks', async () => {
  const as = (role: Role) => app.get('/api/admin/users', { token: tokens[role] });
  expect((await as('analyst')).body).toEqual({
    error: 'role_not_allowed',
    message: 'Your role, analyst, doesn’t include this. Ask an administrator.',
  });
  expect((await as('user')).body.message).toBe('This is for administrators only.');
  expect((await as('admin')).status).toBe(200);
});

it('keeps what each role is for', () => {
  expect(can('reviewer', 'claims.decide') && can('reviewer', 'inbox.work')).toBe(true);
  expect(can('editor', 'articles.write') && can('editor', 'ads.manage')).toBe(true);
  for (const permission of new Set(permissionOf.values())) {
    expect(can('admin', permission), permission).toBe(true);
    expect(can('user', permission), permission).toBe(false);
    if (/write|edit|manage|decide|work|download/.test(permission))
      expect(can('analyst', permission), permission).toBe(false);
  }
});
