import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KEY_OVERLAP_HOURS } from '#shared/accounts/api-scopes.ts';
import { applyRetention } from '#server/insights/privacy/retention.ts';
import { testApp, type Answered, type TestApp } from '#server/test/app.ts';
import { emailsTo } from '#server/test/emails/sent-emails.ts';
import { hashPassword } from '../sign-in/password.ts';
import { sweepAccounts } from '../sweep.ts';

let app: TestApp;
let owner: Awaited<ReturnType<TestApp['signIn']>>;
const password = 'copper lantern walk';
beforeAll(async () => {
  app = await testApp({ env: { LIMIT_LOGIN: '1000/1' } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  owner = await app.signIn({ name: 'Olga Owner' });
  await app.deps.db('users').update({ password: await hashPassword(password) });
});

const create = (body: object = {}, token = owner.token) =>
  app.post('/api/user/api-keys', { name: 'Calendar', scopes: ['own.read'], password, ...body }, { token });
const list = async (token = owner.token) => (await app.get('/api/user/api-keys', { token })).body;
const read = async (key: string) => (await app.get('/api/user/dentists', { token: key })).status;
const change = (method: string, path: string, token = owner.token) =>
  app.call(method, `/api/user/api-keys/${path}`, { token, ...(method === 'POST' ? { body: { password } } : {}) });
const DAY = 24 * 3_600_000;

describe('an API key', () => {
  it('is shown once, works, and is listed without itself', async () => {
    const { status, body } = await create();
    expect(status).toBe(200);
    expect(body.key).toMatch(/^enk_[\w-]{49}$/);
    expect(await read(body.key)).toBe(200);
    const listed = await list();
    expect(listed).toEqual([
      {
        id: body.id,
        name: 'Calendar',
        hint: body.key.slice(-4),
        scopes: ['own.read'],
        createdAt: body.createdAt,
        expiresAt: new Date(app.deps.clock.now().getTime() + 90 * DAY).toISOString(),
        lastUsedAt: app.deps.clock.now().toISOString(),
      },
    ]);
    expect(JSON.stringify(listed)).not.toContain(body.key);
  });

  it('takes the password, a name, and scopes that the account can use', async () => {
    expect((await create({ password: 'wrong' })).body.fields).toEqual({ password: "That's not your password." });
    expect((await create({ name: ' ' })).body.fields).toHaveProperty('name');
    expect((await create({ scopes: [] })).body.fields).toEqual({ scopes: 'Please choose what this key may do.' });
    expect((await create({ scopes: ['everything'] })).status).toBe(400);
    expect((await create({ scopes: ['import'] })).body.fields).toEqual({
      scopes: 'Only administrators can import listings.',
    });
    expect((await create({ days: 10_000 })).status).toBe(400);
    expect(await list()).toEqual([]);
  });

  it('is announced by email and recorded, and so are its replacement and its end', async () => {
    const { body } = await create({ scopes: ['own.read', 'reviews'] });
    const rotated = await change('POST', `${body.id}/rotate`);
    await change('DELETE', String(body.id));
    const emails = await emailsTo(app, owner.email);
    expect(emails.map(({ subject }) => subject)).toEqual(Array(2).fill('New API key for your account'));
    expect(JSON.stringify(emails)).toContain('It can: Read your listings, Reviews.');
    const entries = await app.deps.db('auditLog').where({ actorId: owner.userId }).orderBy('id');
    expect(entries.map(({ action, after }) => [action, after.key, after.scopes])).toEqual([
      ['key.created', body.id, ['own.read', 'reviews']],
      ['key.rotated', rotated.body.id, ['own.read', 'reviews']],
      ['key.revoked', body.id, ['own.read', 'reviews']],
    ]);
    expect(JSON.stringify([emails, entries])).not.toMatch(/enk_/);
  });

  it('works for another day after it was replaced, next to the new one', async () => {
    const { body: old } = await create({ days: 30 });
    const { body: fresh } = await change('POST', `${old.id}/rotate`);
    expect([fresh.name, fresh.scopes, fresh.key === old.key]).toEqual([old.name, old.scopes, false]);
    expect(await Promise.all([read(old.key), read(fresh.key)])).toEqual([200, 200]);
    app.deps.clock.advance(KEY_OVERLAP_HOURS * 3_600_000 + 1000);
    expect(await Promise.all([read(old.key), read(fresh.key)])).toEqual([401, 200]);
    expect((await change('POST', `${old.id}/rotate`)).body.error).toBe('key_expired');
    app.deps.clock.advance(30 * DAY);
    expect(await read(fresh.key)).toBe(401);
    expect(await list()).toHaveLength(2);
    app.deps.clock.advance(30 * DAY);
    await sweepAccounts(app.deps);
    expect(await list()).toEqual([]);
  });

  it('belongs to one account, which others and keys can’t manage', async () => {
    const { body } = await create();
    const other = await app.signIn();
    expect(await list(other.token)).toEqual([]);
    for (const [method, path] of [
      ['DELETE', String(body.id)],
      ['POST', `${body.id}/rotate`],
    ] as const)
      // prettier-ignore
      expect((await change(method, path, other.token)).status).not.toBe(200);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['DELETE', `/${body.id}`],
      ['POST', `/${body.id}/rotate`],
    ] as const)
      // prettier-ignore
      expect((await app.call(method, `/api/user/api-keys${path}`, { token: body.key })).body.error).toBe('not_for_keys');
    expect(await read(body.key)).toBe(200);
  });

  it('is revoked by staff on the page of the account', async () => {
    const { body } = await create();
    const boss = await app.signIn({ role: 'admin' });
    const account = await app.get(`/api/admin/users/${owner.userId}`, { token: boss.token });
    expect(account.body.apiKeys.map(({ id }: { id: number }) => id)).toEqual([body.id]);
    const path = `/api/admin/users/${owner.userId}/api-keys/${body.id}`;
    const reviewer = await app.signIn({ role: 'reviewer' });
    expect((await app.call('DELETE', path, { token: reviewer.token })).status).toBe(403);
    expect((await app.call('DELETE', path, { token: boss.token })).status).toBe(200);
    expect((await app.call('DELETE', path, { token: boss.token })).status).toBe(404);
    expect(await read(body.key)).toBe(401);
  });

  it('is one of at most 20, even if requests arrive together', async () => {
    // A busy computer checks some passwords too late, and says to try again.
    const insist = async (): Promise<Answered> => {
      const answer = await create();
      return answer.status === 503 ? insist() : answer;
    };
    const answers = await Promise.all(Array.from({ length: 25 }, insist));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(20).fill(200), ...Array(5).fill(409)]);
    expect(answers.find(({ status }) => status !== 200)!.body).toEqual({
      error: 'too_many_keys',
      message: 'You have 20 API keys. Please revoke one first.',
    });
  });

  it('is in the file of the account’s data without its hash, and is erased with the account', async () => {
    const { body } = await create();
    const data = (await app.get('/api/user/export', { token: owner.token })).body;
    expect(data.apiKeys).toEqual([expect.objectContaining({ name: 'Calendar', hint: body.key.slice(-4) })]);
    expect(JSON.stringify(data)).not.toMatch(/keyHash|key_hash/);
    expect((await app.post('/api/auth/delete-account', { password }, { token: owner.token })).status).toBe(200);
    expect(await read(body.key)).toBe(401);
    expect(await app.deps.db('apiKeys').where({ userId: owner.userId })).toEqual([]);
  });

  it('counts as use of its owner’s account', async () => {
    const { body } = await create({ days: 365 });
    const { db, clock } = app.deps;
    await db('authSessions').where({ userId: owner.userId }).update({ lastSeenAt: clock.now() });
    await db('users').where({ id: owner.userId }).update({ createdAt: clock.now() });
    clock.advance(200 * DAY);
    await read(body.key);
    await applyRetention(app.deps);
    const [activity] = await db('accountActivity').where({ userId: owner.userId });
    expect(activity.lastActiveAt).toEqual(clock.now());
  });
});
