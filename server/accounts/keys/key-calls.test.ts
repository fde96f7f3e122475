import { Readable, Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopeOf } from '#shared/accounts/api-calls.ts';
import { apiScopes, scopeLabels, type ApiScope } from '#shared/accounts/api-scopes.ts';
import { newApiKey } from '#server/base/http/callers/api-key.ts';
import { hashToken } from '#server/base/http/callers/token.ts';
import { rows } from '#server/base/db/knex.ts';
import { writeBackup } from '#server/bulk/backup/write-backup.ts';
import { restoreBackup } from '#server/bulk/backup/restore.ts';
import { allRoutes } from '#server/routes.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ env: { LIMIT_KEY: '100000/60', LIMIT_LIST: '100000/60' } });
});
afterAll(() => app.stop());

/** Stores a key without the call that asks for a password. */
async function giveKey(userId: number, scopes: readonly ApiScope[], days = 30): Promise<{ key: string; id: number }> {
  const key = newApiKey();
  const createdAt = app.deps.clock.now();
  const expiresAt = new Date(createdAt.getTime() + days * 24 * 3_600_000);
  const row = { userId, name: 'Test', keyHash: hashToken(key), hint: key.slice(-4), scopes, createdAt, expiresAt };
  const [stored] = (await app.deps.db('apiKeys').insert(row).returning('id')) as [{ id: number }];
  return { key, id: stored.id };
}
const ownerKey = async (scopes: readonly ApiScope[] = ['own.read']) => {
  const owner = await app.signIn();
  return { ...owner, ...(await giveKey(owner.userId, scopes)) };
};
const read = (token: string, at = app) => at.get('/api/user/dentists', { token });

it('an API key makes exactly the calls of its scopes, and is refused any other with a sentence', async () => {
  const { userId } = await app.signIn({
    role: 'admin',
    subscriptionPlan: 'professional',
    subscriptionStatus: 'active',
  });
  const giveScopes = async (scopes: readonly ApiScope[]) => ({ scopes, ...(await giveKey(userId, scopes)) });
  const one = await Promise.all(apiScopes.map((scope) => giveScopes([scope])));
  const every = [await giveScopes(apiScopes)];
  const surprises: string[] = [];
  const checkRoute = async ({ endpoint }: (typeof allRoutes)[number]) => {
    const call = `${endpoint.method} ${endpoint.path}`;
    const needed = scopeOf.get(call);
    const check = async ({ scopes, key }: (typeof one)[number]) => {
      // A refused call is never read further. An allowed write gets no further than its invalid body.
      const body = endpoint.method === 'GET' ? undefined : '{"not json';
      const { status, body: reply } = await app.call(endpoint.method, endpoint.path.replace(/:\w+/g, '999999'), {
        token: key,
        body,
      });
      const refusal = status === 403 ? reply.error : null;
      const expected = !needed ? 'not_for_keys' : scopes.includes(needed) ? null : 'scope_missing';
      if (refusal !== expected || status === 401) surprises.push(`${call} with ${scopes}: ${status} ${refusal}`);
      else if (refusal === 'scope_missing' && !reply.message.includes(scopeLabels[needed!].label))
        surprises.push(`${call} with ${scopes}: ${reply.message}`);
    };
    await Promise.all((needed ? one : every).map(check));
  };
  for (let at = 0; at < allRoutes.length; at += 10) await Promise.all(allRoutes.slice(at, at + 10).map(checkRoute));
  expect(surprises).toEqual([]);
  const routes = new Set(allRoutes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`));
  expect([...scopeOf.keys()].filter((call) => !routes.has(call))).toEqual([]);
  // Only imports are open to keys in the panel, and nothing that handles credentials, money, or access.
  const open = [...scopeOf.keys()];
  expect(open.filter((call) => /\/api\/admin\/(?!import|uploads)/.test(call))).toEqual([]);
  expect(open.filter((call) => /\/auth\/|billing|pay|subscription|keys|managers|transfer|invitation|export/.test(call))).toEqual([]); // prettier-ignore
}, 60_000);

it('an API key can do no more than its owner', async () => {
  const { userId } = await app.signIn({ role: 'admin' });
  const { key } = await giveKey(userId, ['import', 'own.write']);
  const imports = () => app.get('/api/admin/imports', { token: key });
  expect((await imports()).status).toBe(200);
  await app.deps.db('users').where({ id: userId }).update({ role: 'reviewer' });
  expect((await imports()).body.error).toBe('role_not_allowed');
  await app.deps.db('users').where({ id: userId }).update({ role: 'user' });
  expect((await imports()).body.message).toBe('This is for administrators only.');
  const listing = (await app.deps.db('dentists').insert({ name: 'Someone Else' }).returning('id'))[0].id;
  const foreign = await app.call('PUT', `/api/user/dentists/${listing}`, { token: key, body: { name: 'Mine' } });
  expect([403, 404]).toContain(foreign.status);
  expect((await app.post('/api/practices', { name: 'P' }, { token: key })).body.error).toBe('subscription_required');
});

it('an API key that reads the directory sees what everyone sees, even as an administrator', async () => {
  const { userId, token } = await app.signIn({ role: 'admin' });
  const { key } = await giveKey(userId, ['directory']);
  const [{ id }] = await app.deps.db('dentists').insert({ name: 'Dr. Owned', userId }).returning('id');
  const ownerOf = async (as: string) => (await app.get(`/api/dentists/${id}`, { token: as })).body.userId;
  expect([await ownerOf(token), await ownerOf(key)]).toEqual([userId, null]);
});

it('an API key of staff without the required two-factor login is refused', async () => {
  const { userId } = await app.signIn({ role: 'admin' });
  const { key } = await giveKey(userId, ['import']);
  await app.deps.db('systemSettings').insert({ name: 'admin_two_factor_required', value: 'true' });
  expect((await app.get('/api/admin/imports', { token: key })).body.error).toBe('two_factor_required');
  await app.deps.db('systemSettings').delete();
});

describe('a key that isn’t good', () => {
  it('is refused with a sentence that says why, and never falls back to a cookie or to no login', async () => {
    const { key, userId } = await ownerKey();
    const expired = await giveKey(userId, ['own.read'], -1);
    const refusals: [string, string, RegExp][] = [
      [key.slice(0, -1), 'invalid_key', /not complete/],
      [`${key}x`, 'invalid_key', /not complete/],
      [`${key.slice(0, 20)}${key[20] === 'A' ? 'B' : 'A'}${key.slice(21)}`, 'invalid_key', /not complete/],
      ['enk_', 'invalid_key', /not complete/],
      [newApiKey(), 'invalid_key', /doesn’t exist/],
      [expired.key, 'key_expired', /has expired/],
    ];
    for (const [token, code, sentence] of refusals)
      for (const path of ['/api/user/dentists', '/api/dentists', '/api/user/none']) {
        const { status, body, headers } = await app.get(path, { token });
        expect([path, status, body.error]).toEqual([path, 401, code]);
        expect(body.message).toMatch(sentence);
        expect(headers.get('www-authenticate')).toContain('invalid_token');
      }
    // A key works only in the header.
    expect((await app.get(`/api/user/dentists?key=${key}`)).status).toBe(401);
    expect((await app.get('/api/user/dentists', { headers: { cookie: `enamel=${key}` } })).status).toBe(401);
  });

  it('is refused on every server within a second of its end', async () => {
    const { key, id, token } = await ownerKey();
    const second = await testApp({ beside: app });
    try {
      expect((await read(key, second)).status).toBe(200);
      expect((await app.call('DELETE', `/api/user/api-keys/${id}`, { token })).status).toBe(200);
      const revoked = performance.now();
      expect([(await read(key, second)).status, (await read(key)).status]).toEqual([401, 401]);
      expect(performance.now() - revoked).toBeLessThan(1000);
    } finally {
      await second.stop();
    }
  });
});

it('a call with a key needs no proof against forged requests, sets no cookie, and isn’t cached', async () => {
  const { key } = await ownerKey(['own.read', 'own.write', 'directory']);
  const headers = { origin: 'https://partner.example', 'sec-fetch-site': 'cross-site' };
  const saved = await app.post('/api/user/dentists/1/confirm', {}, { token: key, headers });
  expect(saved.body.error).not.toBe('cross_site');
  for (const path of ['/api/user/dentists', '/api/dentists?page=1']) {
    const answer = await app.get(path, { token: key, headers });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  }
});

describe('the limit of a key', () => {
  it('is exact over two servers, and says in headers how much is left', async () => {
    const env = { LIMIT_KEY: '100/60' };
    const [one, two] = [await testApp({ beside: app, env }), await testApp({ beside: app, env })];
    try {
      const { key, userId } = await ownerKey();
      const first = await read(key, one);
      expect(
        ['policy', 'limit', 'remaining', 'reset'].map((name) =>
          first.headers.get(name === 'policy' ? 'ratelimit-policy' : `ratelimit-${name}`),
        ),
      ).toEqual(['100;w=60', '100', '99', '60']);
      const answers = await Promise.all(Array.from({ length: 149 }, (_, n) => read(key, n % 2 ? one : two)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(99);
      const refused = answers.find(({ status }) => status === 429)!;
      expect(refused.body.message).toBe('This API key may make 100 calls in 60 seconds. Please wait.');
      expect([refused.headers.get('ratelimit-remaining'), refused.headers.get('retry-after')]).toEqual(['0', '60']);
      // Another key of the same person has its own count.
      const other = await giveKey(userId, ['own.read']);
      expect((await read(other.key, one)).status).toBe(200);
      app.deps.clock.advance(60_000);
      expect((await read(key, one)).headers.get('ratelimit-remaining')).toBe('99');
    } finally {
      await one.stop();
      await two.stop();
    }
  });

  it('counts refused calls too', async () => {
    const limited = await testApp({ beside: app, env: { LIMIT_KEY: '2/60' } });
    const { key } = await ownerKey(['reviews']);
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await read(key, limited)).status);
    expect(statuses).toEqual([403, 403, 429]);
    await limited.stop();
  });
});

it('the last use of a key is written at most once a minute', async () => {
  const { key, id } = await ownerKey();
  const lastUse = async () => {
    const [row] = await rows<{ lastUsedAt: Date | null; version: string }>(
      app.deps.db,
      'select last_used_at, cast(xmin as text) as version from api_keys where id = ?',
      [id],
    );
    return row!;
  };
  expect((await lastUse()).lastUsedAt).toBeNull();
  await read(key);
  const first = await lastUse();
  expect(first.lastUsedAt).toEqual(app.deps.clock.now());
  app.deps.clock.advance(59_000);
  await Promise.all([read(key), read(key)]);
  expect(await lastUse()).toEqual(first);
  app.deps.clock.advance(1_000);
  await Promise.all([read(key), read(key)]);
  expect((await lastUse()).lastUsedAt).toEqual(app.deps.clock.now());
});

it('a key is in no log, table, or backup, and its hash is sealed in backups, which bring it back', async () => {
  const { key, id } = await ownerKey();
  const log: string[] = [];
  const logged = await testApp({ beside: app, logTo: { write: (line) => void log.push(line) } });
  await read(key, logged);
  await logged.get(`/api/user/dentists?token=${key}&x=${key}`, { token: key });
  await logged.get(`/dentists/${key}`);
  await logged.stop();
  expect(log.length).toBeGreaterThan(2);
  expect(log.filter((line) => line.includes(key) || /enk_[\w-]{8}/.test(line))).toEqual([]);
  const tables = await rows<{ name: string }>(
    app.deps.db,
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  for (const { name } of tables)
    expect(await rows(app.deps.db, `select from ${name} t where cast(t as text) like ? limit 1`, [`%${key}%`])).toEqual([]); // prettier-ignore
  const [stored] = await app.deps.db('apiKeys').where({ id });
  expect(stored.keyHash).toEqual(hashToken(key));

  const parts: Buffer[] = [];
  const output = new Writable({ write: (chunk: Buffer, _encoding, done) => (parts.push(chunk), done()) });
  await writeBackup(app.deps, output, { signal: new AbortController().signal });
  const file = Buffer.concat(parts);
  const text = gunzipSync(file).toString('latin1');
  for (const secret of [key, hashToken(key).toString('hex'), hashToken(key).toString('base64')])
    expect(text).not.toContain(secret);
  const other = await testApp();
  try {
    await restoreBackup(other.deps, Readable.from([file]));
    expect((await read(key, other)).status).toBe(200);
  } finally {
    await other.stop();
  }
}, 30_000);
