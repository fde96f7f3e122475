import { afterAll, beforeAll, expect, it } from 'vitest';
import { userTable } from '#shared/tables/lists/users.ts';
import { rows } from '#server/base/db/knex.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
let token: string;

interface PlainUser {
  id: number;
  lowerName: string;
  email: string;
  role: string;
  subscriptionPlan: string;
  subscriptionStatus: string;
  emailVerifiedAt: Date | null;
  subscriptionExpiresAt: Date | null;
  createdAt: Date;
  listings: number;
  twoFactor: boolean;
  seen: boolean;
}
let plain: PlainUser[];

beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.signIn({ role: 'admin' }));
  const { db } = app.deps;
  const users = (await db('users')
    .insert(
      Array.from({ length: 90 }, (_, n) => ({
        name: ['Ann Poe', 'bo Roe', 'Cy 100% Doe'][n % 3],
        email: `u${(n * 37) % 90}@example.com`,
        role: n % 20 === 0 ? 'admin' : 'user',
        subscriptionPlan: n % 4 === 0 ? 'professional' : n % 7 === 0 ? 'pro_max' : 'free',
        subscriptionStatus: n % 4 === 0 ? 'active' : n % 7 === 0 ? 'canceled' : 'inactive',
        emailVerifiedAt: n % 5 === 0 ? null : new Date('2026-01-01T00:00:00Z'),
        subscriptionExpiresAt: n % 4 === 0 ? new Date('2026-06-01T00:00:00Z') : null,
        createdAt: new Date(Date.UTC(2026, 1, 1 + (n % 6))),
      })),
    )
    .returning('id')) as { id: number }[];
  await db('twoFactor').insert({ userId: users[5]!.id, secret: 'x', createdAt: new Date(), confirmedAt: new Date() });
  await db('dentists').insert([
    { name: 'Dr. Owned', userId: users[3]!.id },
    { name: 'Dr. Deleted', userId: users[4]!.id, deletedAt: new Date('2026-01-01T00:00:00Z') },
  ]);
  plain = await rows<PlainUser>(
    db,
    `select u.*, lower(u.name) as lower_name,
       exists (select from two_factor f where f.user_id = u.id and f.confirmed_at is not null) as two_factor,
       exists (select from auth_sessions s where s.user_id = u.id) as seen,
       (select count(*) from dentists d where d.user_id = u.id and d.deleted_at is null) as listings from users u order by id`,
  );
});
afterAll(() => app.stop());

/** Reads the whole list forward, or backward from its end. */
async function walk(query: Record<string, string>, backward = false): Promise<number[]> {
  const ids: number[] = [];
  let next: Record<string, string> | null = backward ? { end: '1' } : {};
  while (next !== null) {
    const search = new URLSearchParams({ ...query, limit: '17', ...next });
    const { status, body } = await app.get(`/api/admin/tables/users/rows?${search}`, { token });
    expect(status).toBe(200);
    ids.splice(backward ? 0 : ids.length, 0, ...(body.rows as { id: number }[]).map(({ id }) => id));
    const cursor = (backward ? body.before : body.after) as string | null;
    next = cursor === null ? null : backward ? { before: cursor } : { after: cursor };
  }
  return ids;
}
const total = async (query: Record<string, string>) =>
  (await app.get(`/api/admin/tables/users/total?${new URLSearchParams(query)}`, { token })).body.total as number;

it('sorts by every column, and reaches every account once', async () => {
  // The database's own order, because it decides how letters compare.
  const orders: Record<keyof typeof userTable.columns, string> = {
    id: 'id',
    name: 'lower(name)',
    email: 'email',
    role: 'role collate "C"',
    plan: `replace(subscription_plan, '_', ' ') collate "C"`,
    status: `replace(subscription_status, '_', ' ') collate "C"`,
    planEnds: 'subscription_expires_at',
    listings: '(select count(*) from dentists d where d.user_id = users.id and d.deleted_at is null)',
    sessions: '(select count(*) from auth_sessions s where s.user_id = users.id)',
    emailVerified: 'email_verified_at is not null',
    twoFactor: 'exists (select from two_factor f where f.user_id = users.id and f.confirmed_at is not null)',
    seen: '(select max(last_seen_at) from auth_sessions s where s.user_id = users.id)',
    added: 'created_at',
  };
  for (const [column, sql] of Object.entries(orders))
    for (const desc of ['', ' desc']) {
      const expected = await rows<{ id: number }>(
        app.deps.db,
        `select id from users order by ${sql}${desc} nulls last, id${desc}`,
      );
      const ids = expected.map(({ id }) => id);
      const sort = `${desc ? '-' : ''}${column}`;
      expect(await walk({ sort })).toEqual(ids);
      expect(await walk({ sort }, true), `${sort}, from the end`).toEqual(ids);
    }
});

it('sorts by two columns, and saves the same order as CSV', async () => {
  await rows(app.deps.db, `update users set created_at = date_trunc('day', created_at)`);
  const expected = await rows<{ id: number; email: string }>(
    app.deps.db,
    'select id, email from users order by created_at desc, lower(name), id',
  );
  expect(await walk({ sort: '-added,name' })).toEqual(expected.map(({ id }) => id));
  const { text } = await app.get('/api/admin/tables/users/csv?sort=-added,name&columns=email,id', { token });
  expect(text.replace('\ufeff', '').trim().split('\r\n')).toEqual([
    'Email,Number',
    ...expected.map(({ id, email }) => `${email},${id}`),
  ]);
});

it.each<[string, string, (user: PlainUser) => boolean]>([
  ['role', 'admin', ({ role }) => role === 'admin'],
  ['plan', 'pro_max', ({ subscriptionPlan }) => subscriptionPlan === 'pro_max'],
  ['status', '1', ({ subscriptionStatus }) => subscriptionStatus === 'active'],
  ['status', '0', ({ subscriptionStatus }) => subscriptionStatus !== 'active'],
  ['emailVerified', '0', ({ emailVerifiedAt }) => emailVerifiedAt === null],
  ['twoFactor', '1', ({ twoFactor }) => twoFactor],
  ['twoFactor', '0', ({ twoFactor }) => !twoFactor],
  ['planEnds', '2026-05-01..', ({ subscriptionExpiresAt }) => subscriptionExpiresAt !== null],
  ['seen', '2020-01-01..', ({ seen }) => seen],
  ['listings', '1', ({ listings }) => listings > 0],
  ['listings', '0', ({ listings }) => listings === 0],
  [
    'added',
    '2026-02-02..2026-02-03',
    ({ createdAt }) =>
      ['02', '03'].includes(createdAt.toISOString().slice(8, 10)) && createdAt.toISOString().startsWith('2026-02'),
  ],
])('filters by %s %s like a plain test', async (name, value, matches) => {
  const filters = JSON.stringify({ [name]: [value] });
  const expected = plain.filter(matches).map(({ id }) => id);
  expect(expected.length).toBeGreaterThan(0);
  expect((await walk({ filters })).toSorted((a, b) => a - b)).toEqual(expected);
  expect(await total({ filters })).toBe(expected.length);
});

it('searches names and emails literally, and numbers', async () => {
  expect(await total({ q: '100%' })).toBe(plain.filter(({ lowerName }) => lowerName.includes('100%')).length);
  expect(await walk({ q: 'u42@' })).toEqual(plain.filter(({ email }) => email.startsWith('u42@')).map(({ id }) => id));
  expect(await walk({ q: `#${plain[5]!.id}` })).toEqual([plain[5]!.id]);
});
