import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'node:http';
import { testApp, type TestApp } from '#server/test/app.ts';
import { hashPassword } from './password.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

const ada = { email: 'Ada@Example.com', password: 'tangerine submarine', firstName: 'Ada', lastName: 'Byron' };

/** Sends a request from another IP address of this machine. */
function from(address: string, path: string, body: object, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(app.url);
  return new Promise<{ status: number; retryAfter: string | undefined }>((done, fail) => {
    const text = JSON.stringify(body);
    const call = request(
      {
        hostname,
        port,
        path,
        method: 'POST',
        localAddress: address,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers },
      },
      (res) => {
        res.resume();
        res.on('end', () => done({ status: res.statusCode!, retryAfter: res.headers['retry-after'] }));
      },
    );
    call.on('error', fail);
    call.end(text);
  });
}

describe('accounts', () => {
  it('can be created by both endpoints, with one account per email', async () => {
    const made = await app.post('/api/auth/register', ada);
    expect(made.status).toBe(200);
    expect(made.body.user).toMatchObject({
      name: 'Ada Byron',
      email: 'ada@example.com',
      role: 'user',
      subscriptionStatus: 'inactive',
      subscriptionPlan: 'free',
      subscriptionExpiresAt: null,
      canClaimPractice: false,
      canAddListing: false,
      twoFactor: { enabled: false, required: false, recoveryCodesLeft: 0 },
    });
    expect(made.body.user).not.toHaveProperty('password');
    expect((await app.get('/api/auth/me', { token: made.body.token })).body).toEqual(made.body.user);
    const again = await app.post('/api/auth/signup', { email: ada.email, password: ada.password, name: 'Ada' });
    expect([again.status, again.body.error, Object.keys(again.body.fields)]).toEqual([409, 'email_taken', ['email']]);
    const second = await app.post('/api/auth/signup', {
      email: 'b@example.com',
      password: ada.password,
      name: 'Bo',
      role: 'admin',
    });
    expect(second.body.user).toMatchObject({ name: 'Bo', role: 'user' });
  });

  it('reject weak passwords and invalid fields with a message per field', async () => {
    for (const password of [
      'short',
      'password1',
      'P@ssw0rd',
      'qwertyuiop',
      '12345678',
      'aaaaaaaaaa',
      'abcdefghij',
      'Sunshine2024',
      'c@example.com',
      'x'.repeat(129),
    ]) {
      const { status, body } = await app.post('/api/auth/register', { ...ada, email: 'c@example.com', password });
      expect([password, status, typeof body.fields?.password]).toEqual([password, 400, 'string']);
      app.deps.clock.advance(3_600_001);
    }
    const bad = await app.post('/api/auth/register', {
      email: 'nope',
      password: 'long enough to be fine',
      firstName: ' ',
      lastName: 'X',
    });
    expect(Object.keys(bad.body.fields)).toEqual(['email', 'firstName']);
  });

  it('log in, read their own data, and log out', async () => {
    const { status, body } = await app.post('/api/auth/login', { email: 'ADA@example.com ', password: ada.password });
    expect(status).toBe(200);
    expect((await app.get('/api/auth/me', { token: body.token })).status).toBe(200);
    expect((await app.post('/api/auth/logout', undefined, { token: body.token })).status).toBe(200);
    expect((await app.get('/api/auth/me', { token: body.token })).status).toBe(401);
    expect((await app.get('/api/auth/me')).status).toBe(401);
  });

  it('respond the same to a wrong password and an unknown email', async () => {
    const wrong = await app.post('/api/auth/login', { email: ada.email, password: 'not it at all' });
    const nobody = await app.post('/api/auth/login', { email: 'nobody@example.com', password: 'not it at all' });
    expect([wrong.status, wrong.text]).toEqual([401, nobody.text]);
    expect(wrong.body).toEqual({ error: 'invalid_credentials', message: 'Invalid email or password.' });
  });
});

describe('login limits', () => {
  it('reject the sixth failed login from an IP address, ignoring X-Forwarded-For', async () => {
    app.deps.clock.advance(3_600_000);
    const bad = { email: ada.email, password: 'wrong wrong wrong' };
    const statuses = [];
    for (let i = 0; i < 6; i++)
      statuses.push((await from('127.0.0.1', '/api/auth/login', bad, { 'x-forwarded-for': `10.0.0.${i}` })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    const right = { email: ada.email, password: ada.password };
    const held = await from('127.0.0.1', '/api/auth/login', right);
    expect([held.status, Number(held.retryAfter)]).toEqual([429, 900]);
    expect((await from('127.0.0.2', '/api/auth/login', right)).status).toBe(200);
    app.deps.clock.advance(900_000);
    expect((await from('127.0.0.1', '/api/auth/login', right)).status).toBe(200);
  });

  it('slow down guessing from many addresses without locking out the owner', async () => {
    app.deps.clock.advance(3_600_000);
    await app.deps.db('rateLimits').insert({
      key: 'LIMIT_LOGIN:ada@example.com',
      hits: 50,
      resetsAt: new Date(app.deps.clock.now().getTime() + 900_000),
    });
    await app.deps.db('authSessions').delete();
    const right = { email: ada.email, password: ada.password };
    const bad = { ...right, password: 'guess after guess' };
    expect((await from('127.0.0.3', '/api/auth/login', bad)).status).toBe(401);
    expect((await from('127.0.0.4', '/api/auth/login', bad)).status).toBe(429);
    app.deps.clock.advance(10_000);
    expect((await from('127.0.0.5', '/api/auth/login', right)).status).toBe(200);
    await app.deps.db('rateLimits').insert({
      key: 'LIMIT_LOGIN:ada@example.com',
      hits: 50,
      resetsAt: new Date(app.deps.clock.now().getTime() + 900_000),
    });
    await from('127.0.0.6', '/api/auth/login', bad);
    // An address with a session is not limited by failures from other addresses.
    expect((await from('127.0.0.5', '/api/auth/login', right)).status).toBe(200);
  });

  it('limit new accounts by IP address', async () => {
    const strict = await testApp({ env: { LIMIT_REGISTER: '2/3600' } });
    const make = (n: number) =>
      strict.post('/api/auth/signup', { name: 'N', email: `n${n}@example.com`, password: 'purple elephant walk' });
    expect([(await make(1)).status, (await make(2)).status, (await make(3)).status]).toEqual([200, 200, 429]);
    await strict.stop();
  });

  it('limit how many addresses one network can check for an account', async () => {
    const strict = await testApp({ env: { LIMIT_REGISTER: '2/3600' } });
    const taken = (await strict.signIn()).email;
    const me = await strict.signIn();
    const words = 'purple elephant walk';
    const register = () => strict.post('/api/auth/signup', { name: 'N', email: taken, password: words });
    expect([(await register()).status, (await register()).status, (await register()).status]).toEqual([409, 409, 429]);
    await strict.deps
      .db('users')
      .where({ id: me.userId })
      .update({ password: await hashPassword(words) });
    const change = await strict.post('/api/auth/change-email', { email: taken, password: words }, { token: me.token });
    expect(change.status).toBe(429);
    await strict.stop();
  });
});

describe('a trusted proxy', () => {
  it('determines the client’s IP address', async () => {
    const behind = await testApp({ env: { TRUST_PROXY: '1', LIMIT_LOGIN: '1/900' } });
    const attempt = (ip: string) =>
      behind.post(
        '/api/auth/login',
        { email: 'x@example.com', password: 'whatever it is' },
        { headers: { 'x-forwarded-for': ip } },
      );
    expect([(await attempt('10.1.1.1')).status, (await attempt('10.1.1.2')).status]).toEqual([401, 401]);
    // Only the last hop counts, because the client can forge the earlier ones.
    expect((await attempt('9.9.9.9, 10.1.1.1')).status).toBe(429);
    await behind.stop();
  });
});
