import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ env: { LIMIT_REGISTER: '1000/1' } });
});
afterAll(() => app.stop());

const password = 'copper lantern harbour';
let made = 0;
let email: string;
let token: string;
let secret: string;
let codes: string[];

const codeAt = (steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.deps.clock.now().getTime() + steps * 30_000,
  });
const wrongCode = () => String((Number(codeAt()) + 1) % 1_000_000).padStart(6, '0');
const next = (ms = 90_000) => app.deps.clock.advance(ms);
const challenge = async () => (await app.post('/api/auth/login', { email, password })).body.challenge as string;
const finish = (given: string, code: string) => app.post('/api/auth/two-factor/sign-in', { challenge: given, code });

/** Creates an account with two-factor login. */
async function enrolled(role: 'user' | 'admin' = 'user') {
  made += 1;
  email = `t${made}@example.com`;
  ({
    body: { token },
  } = await app.post('/api/auth/signup', { email, password, name: 'Tess' }));
  await app.deps.db('users').where({ email }).update({ role });
  ({
    body: { secret },
  } = await app.post('/api/auth/two-factor/enrol', { password }, { token }));
  const confirmed = await app.post('/api/auth/two-factor/confirm', { code: codeAt() }, { token });
  codes = confirmed.body.recoveryCodes;
  next();
}
beforeEach(async () => {
  next(3_600_000);
  await enrolled();
});

describe('two-factor login', () => {
  it('requires a code after the password', async () => {
    const first = await app.post('/api/auth/login', { email, password });
    expect(Object.keys(first.body).sort()).toEqual(['challenge', 'expiresAt', 'twoFactorRequired']);
    expect(first.headers.get('set-cookie')).toBeNull();
    const done = await finish(first.body.challenge, codeAt());
    expect(done.body.user.twoFactor).toEqual({ enabled: true, required: false, recoveryCodesLeft: 10 });
    expect(done.headers.get('set-cookie')).toContain('enamel=');
    expect((await app.get('/api/auth/me', { token: done.body.token })).status).toBe(200);
    expect((await finish(first.body.challenge, codeAt(1))).body.error).toBe('challenge_ended');
  });

  it('accepts codes of the previous and next step, each once', async () => {
    for (const [steps, status] of [
      [-2, 400],
      [2, 400],
      [-1, 200],
      [0, 200],
      [1, 200],
    ] as const) {
      expect([steps, (await finish(await challenge(), codeAt(steps))).status]).toEqual([steps, status]);
    }
    // Using a step also uses up all earlier steps.
    for (const steps of [-1, 0, 1]) expect((await finish(await challenge(), codeAt(steps))).status).toBe(400);
    next();
    const used = codeAt();
    const answers = await Promise.all([challenge(), challenge(), challenge()]).then((open) =>
      Promise.all(open.map((one) => finish(one, used))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });

  it('allows five attempts per challenge, even concurrent ones, within 10 minutes', async () => {
    const open = await challenge();
    const tries = await Promise.all(Array.from({ length: 12 }, () => finish(open, wrongCode())));
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(4);
    expect(tries.filter(({ status }) => status === 410)).toHaveLength(8);
    expect((await finish(open, codeAt())).status).toBe(410);
    const slow = await challenge();
    next(10 * 60_000);
    expect((await finish(slow, codeAt())).status).toBe(410);
  });

  it('limits codes per account across challenges, but not recovery codes', async () => {
    await app.deps.db('rateLimits').delete();
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) {
      const open = await challenge();
      for (let n = 0; n < 4; n++) statuses.push((await finish(open, wrongCode())).status);
    }
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 400));
    await app.deps.db('rateLimits').where('key', 'like', `%${email}%`).delete();
    const open = await challenge();
    expect((await finish(open, codeAt())).status).toBe(429);
    expect((await finish(open, codes[0]!)).status).toBe(200);
  });

  it('accepts a recovery code once, in any spelling', async () => {
    const written = codes[3]!.toLowerCase().replace('-', ' ');
    expect((await finish(await challenge(), written)).body.user.twoFactor.recoveryCodesLeft).toBe(9);
    expect((await finish(await challenge(), codes[3]!)).status).toBe(400);
    const renewed = await app.post('/api/auth/two-factor/recovery-codes', { password }, { token });
    expect(new Set([...renewed.body.recoveryCodes, ...codes]).size).toBe(20);
    expect((await finish(await challenge(), codes[4]!)).status).toBe(400);
    expect((await finish(await challenge(), renewed.body.recoveryCodes[0])).status).toBe(200);
  });

  it('requires the password to change, and ends other sessions when turned on', async () => {
    for (const path of ['enrol', 'disable', 'recovery-codes'])
      expect((await app.post(`/api/auth/two-factor/${path}`, { password: 'not this one' }, { token })).status).toBe(
        400,
      );
    expect((await app.post('/api/auth/two-factor/enrol', { password }, { token })).body.error).toBe('already_on');
    const turnOff = (code?: string) => app.post('/api/auth/two-factor/disable', { password, code }, { token });
    expect((await turnOff()).body.fields).toHaveProperty('code');
    expect((await turnOff(wrongCode())).body.error).toBe('invalid_code');
    expect((await app.get('/api/auth/me', { token })).body.twoFactor.enabled).toBe(true);
    const renewed = await app.post('/api/auth/two-factor/recovery-codes', { password }, { token });
    expect((await turnOff(renewed.body.recoveryCodes[0])).status).toBe(200);
    const plain = await app.post('/api/auth/login', { email, password });
    expect(plain.body.token).toBeTypeOf('string');
    ({
      body: { secret },
    } = await app.post('/api/auth/two-factor/enrol', { password }, { token }));
    expect((await app.post('/api/auth/two-factor/confirm', { code: wrongCode() }, { token })).status).toBe(400);
    expect((await app.post('/api/auth/two-factor/confirm', { code: codeAt() }, { token })).status).toBe(200);
    expect((await app.get('/api/auth/me', { token: plain.body.token })).status).toBe(401);
    expect((await app.get('/api/auth/me', { token })).status).toBe(200);
  });
});

describe('when required for administrators', () => {
  it('lets an administrator without it only enroll', async () => {
    await enrolled('admin');
    const boss = token;
    expect(
      (await app.call('PUT', '/api/admin/security', { token: boss, body: { twoFactorRequired: true } })).body,
    ).toMatchObject({
      twoFactorRequired: true,
      adminsWithoutTwoFactor: 0,
    });
    expect((await app.post('/api/auth/two-factor/disable', { password }, { token: boss })).body.error).toBe(
      'two_factor_required',
    );
    const bare = await app.signIn({ role: 'admin' });
    const refused = await app.get('/api/admin/security', { token: bare.token });
    expect([refused.status, refused.body.error]).toEqual([403, 'two_factor_required']);
    expect((await app.get('/api/auth/sessions', { token: bare.token })).status).toBe(403);
    const self = await app.get('/api/auth/me', { token: bare.token });
    expect(self.body.twoFactor).toEqual({ enabled: false, required: true, recoveryCodesLeft: 0 });
    // Other users are not affected.
    expect((await app.get('/api/auth/sessions', { token: (await app.signIn()).token })).status).toBe(200);
    await app.deps.db('systemSettings').delete();
  });
});
