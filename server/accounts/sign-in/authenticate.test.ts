import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
interface Person {
  token: string;
  cookie: string;
  id: number;
}
let mine: Person;
let other: Person;

beforeAll(async () => {
  app = await testApp({ env: { LIMIT_REGISTER: '1000/1', LIMIT_LOGIN: '1000/1' } });
});
afterAll(() => app.stop());

let made = 0;
async function person(): Promise<Person> {
  made += 1;
  const { headers, body } = await app.post('/api/auth/signup', {
    email: `p${made}@example.com`,
    password: 'velvet teapot morning',
    name: `Person ${made}`,
  });
  const set = headers.get('set-cookie')!;
  return { token: body.token, cookie: set.split(';')[0]!, id: body.user.id };
}
beforeEach(async () => {
  [mine, other] = [await person(), await person()];
});

const origins = {
  'same origin': { 'sec-fetch-site': 'same-origin' },
  'same origin, old browser': () => ({ origin: new URL(app.url).origin }),
  'cross site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'cross site, old browser': { origin: 'https://evil.example' },
  'sister site': { 'sec-fetch-site': 'same-site', origin: 'http://sister.localhost' },
  'no browser': {},
} as Record<string, Record<string, string> | (() => Record<string, string>)>;

describe('authentication', () => {
  it('prefers a bearer token, and accepts a cookie for writes only from our own pages', async () => {
    const expired = await person();
    await app.deps.db('authSessions').where({ userId: expired.id }).update({ expiresAt: app.deps.clock.now() });
    const bearers = {
      none: undefined,
      good: mine.token,
      bad: 'x'.repeat(43),
      expired: expired.token,
      other: other.token,
    };
    const cookies = { none: undefined, good: mine.cookie, other: other.cookie, forged: 'enamel=s%3Aabc.def' };
    const surprises: string[] = [];
    for (const [bearer, token] of Object.entries(bearers))
      for (const [cookieKind, cookie] of Object.entries(cookies))
        for (const [from, origin] of Object.entries(origins))
          for (const method of ['GET', 'PATCH'] as const) {
            const ownOrigin = from.startsWith('same origin');
            const who =
              bearer === 'good'
                ? mine
                : bearer === 'other'
                  ? other
                  : bearer !== 'none'
                    ? null
                    : cookieKind === 'good'
                      ? mine
                      : cookieKind === 'other'
                        ? other
                        : null;
            const refused = who !== null && bearer === 'none' && method === 'PATCH' && !ownOrigin;
            const expected = refused ? 403 : who ? 200 : 401;
            const { status, body } = await app.call(method, '/api/auth/me', {
              token,
              headers: { ...(cookie ? { cookie } : {}), ...(typeof origin === 'function' ? origin() : origin) },
              ...(method === 'PATCH' ? { body: { name: 'New Name' } } : {}),
            });
            const right = status === expected && (expected !== 200 || body.id === who!.id);
            if (!right)
              surprises.push(
                `${bearer} bearer, ${cookieKind} cookie, ${from}, ${method}: ${status} ${JSON.stringify(body)}`,
              );
          }
    expect(surprises).toEqual([]);
  });

  it('treats a cross-site write as anonymous, and rejects other content types', async () => {
    const headers = { cookie: mine.cookie, 'sec-fetch-site': 'cross-site' };
    const answer = await app.post('/api/auth/forgot-password', { email: 'x@example.com' }, { headers });
    expect(answer.status).toBe(200);
    const form = await app.call('PATCH', '/api/auth/me', {
      body: 'name=Eve',
      headers: {
        cookie: mine.cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    expect(form.status).toBe(415);
  });

  it('ends the bearer token and the cookie together', async () => {
    const rows = () => app.deps.db('authSessions').where({ userId: mine.id }).select('id');
    expect(await rows()).toHaveLength(1);
    const byCookie = { headers: { cookie: mine.cookie } };
    expect((await app.get('/api/auth/me', byCookie)).body.id).toBe(mine.id);
    await app.post('/api/auth/logout', undefined, { token: mine.token });
    expect(await rows()).toHaveLength(0);
    expect((await app.get('/api/auth/me', byCookie)).status).toBe(401);
    const theirs = { headers: { cookie: other.cookie, 'sec-fetch-site': 'same-origin' } };
    expect((await app.post('/api/auth/logout-everywhere', undefined, theirs)).status).toBe(200);
    expect((await app.get('/api/auth/me', { token: other.token })).status).toBe(401);
  });

  it('sets an HttpOnly cookie, and a new one at every login', async () => {
    const { headers } = await app.post(
      '/api/auth/login',
      { email: `p${made}@example.com`, password: 'velvet teapot morning' },
      { headers: { cookie: other.cookie } },
    );
    const set = headers.get('set-cookie')!;
    expect(set).toMatch(/^enamel=.*; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/);
    expect(set.split(';')[0]).not.toBe(other.cookie);
    // The browser's earlier session is deleted.
    expect((await app.get('/api/auth/me', { token: other.token })).status).toBe(401);
    const planted = await app.post(
      '/api/auth/login',
      { email: `p${made}@example.com`, password: 'velvet teapot morning' },
      { headers: { cookie: 'enamel=s%3Aplanted.signature' } },
    );
    expect(planted.headers.get('set-cookie')).not.toContain('planted');
  });

  it('sets a secure cookie on https, and none for the desktop console', async () => {
    const https = await testApp({ env: { PUBLIC_URL: 'https://enamel.test' } });
    const body = { email: 'h@example.com', password: 'velvet teapot morning' };
    const forwarded = { headers: { 'x-forwarded-proto': 'https' } };
    const signedUp = await https.post('/api/auth/signup', { ...body, name: 'H' }, forwarded);
    expect(signedUp.headers.get('set-cookie')).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
    const desktop = await https.post('/api/auth/login', { ...body, kind: 'desktop' }, forwarded);
    expect(desktop.headers.get('set-cookie')).toBeNull();
    const { body: list } = await https.get('/api/auth/sessions', { token: desktop.body.token });
    expect(list.map((one: { kind: string; current: boolean }) => [one.kind, one.current]).sort()).toEqual([
      ['desktop', true],
      ['web', false],
    ]);
    await https.stop();
  });
});

describe('own sessions', () => {
  it('lists and ends only the caller’s own sessions', async () => {
    const second = await app.post('/api/auth/login', {
      email: `p${made}@example.com`,
      password: 'velvet teapot morning',
    });
    const { body: list } = await app.get('/api/auth/sessions', { token: second.body.token });
    expect(list).toHaveLength(2);
    expect(JSON.stringify(list)).not.toMatch(/hash/i);
    const gone = list.find((one: { current: boolean }) => !one.current);
    expect((await app.call('DELETE', `/api/auth/sessions/${gone.id}`, { token: mine.token })).status).toBe(404);
    expect((await app.call('DELETE', `/api/auth/sessions/nonsense`, { token: mine.token })).status).toBe(400);
    expect((await app.call('DELETE', `/api/auth/sessions/${gone.id}`, { token: second.body.token })).status).toBe(200);
    expect((await app.get('/api/auth/me', { token: other.token })).status).toBe(401);
  });
});
