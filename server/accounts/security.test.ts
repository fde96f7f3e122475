import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { emailsTo } from '#server/test/emails/sent-emails.ts';
import { hashPassword } from './sign-in/password.ts';

let app: TestApp;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let colleague: Awaited<ReturnType<TestApp['signIn']>>;
const password = 'a long password for staff';
beforeAll(async () => {
  app = await testApp({ env: { LIMIT_LOGIN: '1000/1' } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  const { db } = app.deps;
  await db('users').delete();
  await db('jobs').delete();
  await db('systemSettings').delete();
  boss = await app.signIn({ role: 'admin', name: 'Boss' });
  colleague = await app.signIn({ role: 'admin', name: 'Cory Colleague' });
  await app.signIn({ role: 'editor', name: 'Ed' });
  await db('users').update({ password: await hashPassword(password) });
});

const save = (body: object) => app.call('PUT', '/api/admin/security', { token: boss.token, body });
const minutes = (n: number) => app.deps.clock.advance(n * 60_000);
const toColleague = async () => (await emailsTo(app, colleague.email)).map(({ text }) => text[0]!);
const log = async () =>
  (await app.deps.db('auditLog').where({ actorId: boss.userId }).orderBy('id')).map(({ action, before, after }) => ({
    action,
    before,
    after,
  }));

describe('security settings', () => {
  it('ask for the password before they get weaker, unless it was entered a few minutes ago', async () => {
    expect((await save({ sessionTimeoutMinutes: 60 })).status).toBe(200);
    minutes(11);
    const refused = await save({ sessionTimeoutMinutes: 240 });
    expect([refused.status, refused.body.error]).toEqual([403, 'password_required']);
    expect((await save({ sessionTimeoutMinutes: 240, password: 'wrong' })).body.fields).toHaveProperty('password');
    expect((await save({})).body.sessionTimeoutMinutes).toBe(60);
    expect((await save({ sessionTimeoutMinutes: 240, password })).body.sessionTimeoutMinutes).toBe(240);
    // The password counts for ten minutes.
    minutes(9);
    await app.deps.db('systemSettings').insert({ name: 'admin_two_factor_required', value: 'true' });
    await app.deps
      .db('twoFactor')
      .insert({ userId: boss.userId, secret: 'x', createdAt: new Date(), confirmedAt: new Date() });
    expect((await save({ twoFactorRequired: false })).body.twoFactorRequired).toBe(false);
    minutes(2);
    await app.deps.db('systemSettings').where({ name: 'admin_two_factor_required' }).update({ value: 'true' });
    expect((await save({ twoFactorRequired: false })).body.error).toBe('password_required');
    expect((await save({ twoFactorRequired: false, password })).status).toBe(200);
  });

  it('get stronger without a question', async () => {
    minutes(60 * 24);
    await app.deps
      .db('twoFactor')
      .insert({ userId: boss.userId, secret: 'x', createdAt: new Date(), confirmedAt: new Date() });
    expect((await save({ twoFactorRequired: true, sessionTimeoutMinutes: 15 })).status).toBe(200);
  });

  it('are logged with both values and emailed to the other administrators, but only if they change', async () => {
    await save({ sessionTimeoutMinutes: 240 });
    await save({ sessionTimeoutMinutes: 240, twoFactorRequired: false });
    expect(await log()).toEqual([
      {
        action: 'security.updated',
        before: { sessionTimeoutMinutes: 30 },
        after: { sessionTimeoutMinutes: 240 },
      },
    ]);
    const [sentence, ...more] = await toColleague();
    expect(sentence).toMatch(/^Boss made this change on .*: People are now signed out after 240 minutes/);
    expect(more).toEqual([]);
    expect(await emailsTo(app, boss.email)).toEqual([]);
  });
});

it('turning two-factor login off, and new recovery codes, are logged and emailed to the other administrators', async () => {
  const call = (path: string, body: object) => app.post(`/api/auth/two-factor/${path}`, body, { token: boss.token });
  const { secret } = (await call('enrol', { password })).body;
  const code = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.deps.clock.now().getTime() });
  await call('confirm', { code: code() });
  const { recoveryCodes } = (await call('recovery-codes', { password })).body;
  expect((await call('disable', { password, code: recoveryCodes[0] })).status).toBe(200);
  expect(await log()).toEqual([
    { action: 'user.recovery_codes_renewed', before: null, after: null },
    { action: 'user.two_factor_off', before: { twoFactor: true }, after: { twoFactor: false } },
  ]);
  expect(await toColleague()).toEqual([
    expect.stringContaining('Two-factor login is off for this account.'),
    expect.stringContaining('The recovery codes of this account were replaced.'),
  ]);
});
