import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionTimeouts } from '#contract/accounts/accounts.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
let admin: { token: string; userId: number };
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

/** Opens a session now. */
async function signIn(who: Parameters<TestApp['signIn']>[0] = {}) {
  const made = await app.signIn(who);
  await app.deps.db('authSessions').where({ userId: made.userId }).update({ lastSeenAt: app.deps.clock.now() });
  return made;
}
const seconds = (n: number) => app.deps.clock.advance(n * 1000);
const status = async (token: string, headers = {}) => (await app.get('/api/auth/me', { token, headers })).status;

describe('an idle session', () => {
  it.each(sessionTimeouts)('ends after %i minutes, to the second', async (minutes) => {
    admin = await signIn({ role: 'admin' });
    const saved = await app.call('PUT', '/api/admin/security', {
      token: admin.token,
      body: { sessionTimeoutMinutes: minutes },
    });
    expect(saved.body).toMatchObject({ sessionTimeoutMinutes: minutes, twoFactorRequired: false });
    const { token } = await signIn();
    const late = await signIn();
    seconds(minutes * 60 - 1);
    expect(await status(token)).toBe(200);
    seconds(2);
    const ended = await app.get('/api/auth/me', { token: late.token });
    expect([ended.status, ended.body.message]).toEqual([
      401,
      `You were signed out after ${minutes} minutes without activity. Please log in again.`,
    ]);
    // Activity extends the session.
    expect(await status(token)).toBe(200);
  });

  it('ends after 30 minutes by default', async () => {
    await app.deps.db('systemSettings').delete();
    const { token } = await signIn();
    seconds(30 * 60 + 1);
    expect(await status(token)).toBe(401);
  });

  it('stays ended if the timeout is extended later', async () => {
    const { token } = await signIn();
    seconds(31 * 60);
    expect(await status(token)).toBe(401);
    await app.deps.db('systemSettings').insert({ name: 'session_timeout_minutes', value: '240' });
    expect(await status(token)).toBe(401);
    await app.deps.db('systemSettings').delete();
  });

  it('is not extended by polling and tracking', async () => {
    const { token } = await signIn();
    seconds(20 * 60);
    expect(await status(token, { 'x-enamel-background': '1' })).toBe(200);
    await app.post('/api/analytics/track', {}, { token });
    seconds(10 * 60 + 1);
    expect(await status(token)).toBe(401);
  });

  it('stores activity at most every 30 seconds', async () => {
    const { token, userId } = await signIn();
    const seen = async () => {
      const row = await app.deps.db('authSessions').where({ userId }).first('lastSeenAt');
      return (app.deps.clock.now().getTime() - row.lastSeenAt.getTime()) / 1000;
    };
    seconds(29);
    await status(token);
    expect(await seen()).toBe(29);
    seconds(1);
    await status(token);
    expect(await seen()).toBe(0);
  });

  it('rejects other timeouts', async () => {
    const boss = await signIn({ role: 'admin' });
    for (const sessionTimeoutMinutes of [0, 29, 100000, '30', null])
      expect(
        (await app.call('PUT', '/api/admin/security', { token: boss.token, body: { sessionTimeoutMinutes } })).status,
      ).toBe(400);
  });
});

describe('the longest session', () => {
  it('is 12 hours for administrators and 30 days for others', async () => {
    const password = 'a long admin password';
    for (const [role, hours] of [
      ['admin', 12],
      ['user', 30 * 24],
    ] as const) {
      const email = `${role}-life@example.com`;
      await app.post('/api/auth/signup', { email, password, name: 'Life' });
      await app.deps.db('users').where({ email }).update({ role });
      const { body } = await app.post('/api/auth/login', { email, password });
      const row = () =>
        app.deps
          .db('authSessions')
          .where({ userId: body.user.id })
          .orderBy('createdAt', 'desc')
          .orderBy('expiresAt')
          .first();
      const until = (await row()).expiresAt.getTime() - app.deps.clock.now().getTime();
      expect([role, until / 3_600_000]).toEqual([role, hours]);
      seconds(hours * 3600 - 1);
      await app.deps.db('authSessions').update({ lastSeenAt: app.deps.clock.now() });
      expect(await status(body.token)).toBe(200);
      seconds(1);
      expect(await status(body.token)).toBe(401);
    }
  });
});
