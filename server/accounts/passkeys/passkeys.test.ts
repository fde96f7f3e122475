import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { PasskeyDevice } from '#server/test/doubles/passkey-device.ts';
import { emailsTo } from '#server/test/emails/sent-emails.ts';
import { hashPassword } from '../sign-in/password.ts';

const password = 'copper lantern walk';
let app: TestApp;
let owner: Awaited<ReturnType<TestApp['signIn']>>;
let device: PasskeyDevice;
beforeAll(async () => {
  app = await testApp({ env: { PUBLIC_URL: 'https://directory.example.com' } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.deps.db('rateLimits').delete();
  owner = await signIn({ name: 'Olga Owner' });
  device = new PasskeyDevice(app.deps.config.PUBLIC_URL);
});

async function signIn(who: Parameters<TestApp['signIn']>[0]) {
  const person = await app.signIn(who);
  await app.deps
    .db('users')
    .where({ id: person.userId })
    .update({ password: await hashPassword(password) });
  return person;
}
const start = async ({ token } = owner) => (await app.post('/api/user/passkeys/options', { password }, { token })).body;
const add = (credential: object, { token } = owner, name = 'My laptop') =>
  app.post('/api/user/passkeys', { name, credential }, { token });
const enroll = async (person = owner) => add(device.register(await start(person)), person);
const list = async () => (await app.get('/api/user/passkeys', { token: owner.token })).body;
const ask = async (page: string = randomUUID()) => ({
  page,
  challenge: (await app.post('/api/auth/passkey/options', { page })).body.challenge as string,
});
const send = (page: string, credential: object) => app.post('/api/auth/passkey/login', { page, credential });
async function logIn(more: object = {}) {
  const { page, challenge } = await ask();
  return send(page, device.logIn({ challenge, ...more }));
}

describe('a passkey', () => {
  it('is added with the password, is listed by name, and logs in', async () => {
    const options = await start();
    expect(options.rp).toEqual({ id: 'directory.example.com', name: 'Enamel' });
    expect(options.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' });
    const added = await add(device.register(options));
    expect(added.body).toMatchObject({ name: 'My laptop', isSynced: false, lastUsedAt: null });
    const { status, body } = await logIn();
    expect([status, body.user.id]).toEqual([200, owner.userId]);
    expect((await list())[0].lastUsedAt).not.toBeNull();
    const sessions = (await app.get('/api/auth/sessions', { token: body.token })).body;
    expect(sessions.find(({ current }: { current: boolean }) => current).method).toBe('passkey');
  });

  it('needs the right password and a name before it is added', async () => {
    const wrong = await app.post('/api/user/passkeys/options', { password: 'wrong' }, { token: owner.token });
    expect(wrong.body.fields).toEqual({ password: "That's not your password." });
    expect((await add(device.register(await start()), owner, ' ')).body.fields).toEqual({
      name: 'Please name this passkey.',
    });
    expect(await list()).toEqual([]);
  });

  it('is added only in the session that asked, once, and before ten minutes have passed', async () => {
    const mine = await start();
    const other = await signIn({});
    expect((await add(device.register(mine), other)).body.error).toBe('invalid_passkey');
    expect((await add(device.register(mine))).status).toBe(200);
    expect((await add(new PasskeyDevice(app.deps.config.PUBLIC_URL).register(mine))).body.error).toBe(
      'invalid_passkey',
    );
    const late = await start();
    app.deps.clock.advance(11 * 60_000);
    expect((await add(new PasskeyDevice(app.deps.config.PUBLIC_URL).register(late))).body.error).toBe(
      'invalid_passkey',
    );
    expect(await list()).toHaveLength(1);
  });

  it('that is in another account is refused', async () => {
    await enroll();
    const other = await signIn({});
    expect((await enroll(other)).body).toEqual({ error: 'passkey_exists', message: 'This passkey is already in use.' });
  });

  it('is refused without a check of who uses the device, when it is added and when it logs in', async () => {
    const options = await start();
    expect((await add(device.register({ ...options, isVerified: false }))).body.error).toBe('invalid_passkey');
    await enroll();
    expect((await logIn({ isVerified: false })).body.error).toBe('invalid_passkey');
  });

  it('is announced by email and recorded, and so is its removal', async () => {
    const { body } = await enroll();
    await app.call('DELETE', `/api/user/passkeys/${body.id}`, { token: owner.token });
    const emails = await emailsTo(app, owner.email);
    expect(emails.map(({ subject }) => subject)).toEqual([
      'A passkey was removed from your account',
      'New passkey for your account',
    ]);
    expect(emails[1]!.text.join()).toContain('“My laptop”');
    const entries = await app.deps.db('auditLog').where({ actorId: owner.userId }).orderBy('id');
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ['user.passkey_added', { passkey: body.id }],
      ['user.passkey_removed', { passkey: body.id }],
    ]);
  });

  it('of staff is announced to the other administrators', async () => {
    const boss = await app.signIn({ role: 'admin' });
    const editor = await signIn({ role: 'editor', name: 'Eddie Editor' });
    await enroll(editor);
    const [email] = await emailsTo(app, boss.email);
    expect(email!.text[0]).toMatch(/^Eddie Editor made this change .*: A passkey was added to this account\.$/);
  });

  it('is one of at most 20, even if requests arrive together', async () => {
    await enroll();
    const [row] = await app.deps.db('passkeys').where({ userId: owner.userId });
    const { id: _, ...rest } = row;
    await app.deps
      .db('passkeys')
      .insert(Array.from({ length: 18 }, (_one, n) => ({ ...rest, credentialId: `${rest.credentialId}${n}` })));
    const asked = await Promise.all([start(), start(), start()]);
    const answers = await Promise.all(
      asked.map((options) => add(new PasskeyDevice(app.deps.config.PUBLIC_URL).register(options))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status !== 200)!.body.error).toBe('too_many_passkeys');
  });

  it('is in the file of the account’s data without its key, and is erased with the account', async () => {
    await enroll();
    const data = (await app.get('/api/user/export', { token: owner.token })).body;
    expect(data.passkeys).toEqual([expect.objectContaining({ name: 'My laptop', canSync: true })]);
    expect(JSON.stringify(data)).not.toMatch(/publicKey|credentialId/);
    await app.post('/api/auth/delete-account', { password }, { token: owner.token });
    expect(await app.deps.db('passkeys').where({ userId: owner.userId })).toEqual([]);
    expect((await logIn()).body.error).toBe('unknown_passkey');
  });
});

describe('a login with a passkey', () => {
  it('is accepted once, and only for the page that asked', async () => {
    await enroll();
    const { page, challenge } = await ask();
    const credential = device.logIn({ challenge });
    expect((await send(randomUUID(), credential)).body.error).toBe('invalid_passkey');
    expect((await send(page, credential)).status).toBe(200);
    expect((await send(page, credential)).body.error).toBe('invalid_passkey');
  });

  it('is refused after ten minutes, from another site, and with a challenge that we did not send', async () => {
    await enroll();
    expect((await logIn({ origin: 'https://directory.example.com.evil.example' })).body.error).toBe('invalid_passkey');
    expect((await logIn({ challenge: Buffer.from('made up').toString('base64url') })).body.error).toBe(
      'invalid_passkey',
    );
    const { page, challenge } = await ask();
    app.deps.clock.advance(11 * 60_000);
    expect((await send(page, device.logIn({ challenge }))).body.error).toBe('invalid_passkey');
    expect((await logIn()).status).toBe(200);
  });

  it('is refused with a passkey that was removed', async () => {
    const { body } = await enroll();
    expect((await app.call('DELETE', `/api/user/passkeys/${body.id}`, { token: owner.token })).status).toBe(200);
    expect((await logIn()).body).toMatchObject({ error: 'unknown_passkey' });
    expect((await app.call('DELETE', `/api/user/passkeys/${body.id}`, { token: owner.token })).status).toBe(404);
  });

  it('is refused if the device’s count of uses did not grow, because the key was copied', async () => {
    await enroll();
    expect((await logIn({ uses: 7 })).status).toBe(200);
    expect((await logIn({ uses: 7 })).body.error).toBe('passkey_copied');
    expect((await logIn({ uses: 3 })).body.error).toBe('passkey_copied');
    expect((await logIn({ uses: 0 })).body.error).toBe('passkey_copied');
    expect((await logIn({ uses: 8 })).status).toBe(200);
  });

  it('is accepted from devices that count no uses', async () => {
    await enroll();
    expect((await logIn({ uses: 0 })).status).toBe(200);
    expect((await logIn({ uses: 0 })).status).toBe(200);
  });

  it('is limited like one with a password', async () => {
    await enroll();
    for (let nth = 0; nth < 5; nth++) await app.post('/api/auth/login', { email: owner.email, password: 'wrong' });
    const refused = await logIn();
    expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests']);
    await app.deps.db('rateLimits').delete();
    const answers: number[] = [];
    for (let nth = 0; nth < 6; nth++) answers.push((await logIn({ origin: 'https://evil.example' })).status);
    expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('counts as both factors for staff, who otherwise must set up a code', async () => {
    const editor = await signIn({ role: 'editor' });
    await enroll(editor);
    await app.deps.db('systemSettings').insert({ name: 'admin_two_factor_required', value: 'true' });
    try {
      expect((await app.get('/api/auth/sessions', { token: editor.token })).body.error).toBe('two_factor_required');
      const { body } = await logIn();
      expect(body.user.twoFactor).toMatchObject({ enabled: false, required: false });
      expect((await app.get('/api/auth/me', { token: body.token })).body.twoFactor.required).toBe(false);
      expect((await app.get('/api/auth/sessions', { token: body.token })).status).toBe(200);
    } finally {
      await app.deps.db('systemSettings').where({ name: 'admin_two_factor_required' }).delete();
    }
  });

  it('needs no code in an account with two-factor login, where a password still does', async () => {
    await enroll();
    const at = app.deps.clock.now();
    await app.deps.db('twoFactor').insert({ userId: owner.userId, secret: 'sealed', createdAt: at, confirmedAt: at });
    expect((await app.post('/api/auth/login', { email: owner.email, password })).body.twoFactorRequired).toBe(true);
    expect((await logIn()).body.user.id).toBe(owner.userId);
  });
});
