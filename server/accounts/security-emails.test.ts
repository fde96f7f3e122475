import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';

const password = 'yellow harbour bicycle';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ env: { TRUST_PROXY: '1', LIMIT_REGISTER: '1000/1', LIMIT_LOGIN: '1000/1' } });
});
afterAll(() => app.stop());

const subjects = async (to: string): Promise<string[]> => {
  const jobs = await app.deps.db('jobs').where({ name: 'mail' }).orderBy('id');
  return jobs
    .map(({ payload }) => JSON.parse(app.deps.secret.open('mail', payload.sealed)) as { to: string; subject: string })
    .filter((email) => email.to === to)
    .map(({ subject }) => subject);
};
const from = (ip: string, agent: string) => ({ headers: { 'x-forwarded-for': ip, 'user-agent': agent } });

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.deps.clock.now().getTime() });

describe('security emails', () => {
  it('announce a login from a new device, but not from a known network or kind of device', async () => {
    const email = 'nora@example.com';
    await app.post('/api/auth/signup', { email, password, name: 'Nora' }, from('203.0.113.7', firefox));
    expect(await subjects(email)).toEqual(['Welcome to Enamel']);
    app.deps.clock.advance(3_600_000);
    const logIn = async (ip: string, agent: string) =>
      expect((await app.post('/api/auth/login', { email, password }, from(ip, agent))).status).toBe(200);
    await logIn('203.0.113.7', safari);
    await logIn('198.51.100.9', firefox);
    expect(await subjects(email)).toHaveLength(1);
    await app.deps.db('authSessions').delete();
    await app.deps.db('knownAddresses').delete();
    await logIn('192.0.2.44', safari);
    expect((await subjects(email)).slice(1)).toEqual(['New login to your account']);
    await logIn('192.0.2.44', safari);
    expect(await subjects(email)).toHaveLength(2);
  });

  it('announce that two-factor login was turned on and off', async () => {
    const email = 'tess@example.com';
    const { token } = (await app.post('/api/auth/signup', { email, password, name: 'Tess' })).body;
    const turnOff = (code?: string) => app.post('/api/auth/two-factor/disable', { password, code }, { token });
    await turnOff();
    expect(await subjects(email)).toHaveLength(1);
    const { secret } = (await app.post('/api/auth/two-factor/enrol', { password }, { token })).body;
    const confirmed = await app.post('/api/auth/two-factor/confirm', { code: codeOf(secret) }, { token });
    expect(confirmed.status).toBe(200);
    expect((await subjects(email)).slice(1)).toEqual(['Two-factor login is on']);
    app.deps.clock.advance(30_000);
    await turnOff(codeOf(secret));
    expect((await subjects(email)).slice(2)).toEqual(['Two-factor login is off']);
  });
});
