import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loginPressureOf } from '#server/accounts/sign-in/login-pressure.ts';
import { testApp, type Answered, type TestApp } from '#server/test/app.ts';
import { cookiesOf, sameOrigin, withoutScripts } from './test/post-form.ts';
import { findForms, renderedSite } from './test/rendered-site.ts';

const password = 'amber window kettle';
const log: string[] = [];
let app: TestApp;
let visitor: ReturnType<typeof withoutScripts>;
beforeAll(async () => {
  app = await testApp({
    site: renderedSite(),
    env: { TRUST_PROXY: '1' },
    logTo: { write: (line) => void log.push(line) },
  });
  visitor = withoutScripts(app);
});
afterAll(() => app.stop());

async function findInEmails(pattern: RegExp): Promise<string> {
  const folder = join(app.deps.config.DATA_DIR, 'outbox');
  const emails = await Promise.all(
    (await readdir(folder)).toSorted().map((file) => readFile(join(folder, file), 'utf8')),
  );
  const text = emails.map((email) => email.replaceAll('=\r\n', '').replaceAll('=3D', '=')).join('\n');
  return [...text.matchAll(pattern)].at(-1)![1]!;
}
let count = 0;
const newEmail = () => `forms-${++count}@example.com`;

describe('without scripts, a visitor', () => {
  it('signs up, and is sent on with a session and no token', async () => {
    const answer = await visitor.submit('/auth?tab=signup&next=/claim/7', {
      name: 'Nora',
      email: newEmail(),
      password,
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/claim/7']);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const cookies = cookiesOf(answer);
    expect(cookies).toContain('enamel-form-login=1');
    const me = await app.get('/api/auth/me', { headers: { cookie: cookies } });
    expect(me.body.name).toBe('Nora');
    expect(answer.text).toBe('');
  });

  it('sees every error at its field, with what was typed, but never the password', async () => {
    const answer = await visitor.submit('/auth?tab=signup', { name: 'Nora <b>', email: 'nora', password: 'secr3t' });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.text).toContain('Please enter a valid email address.');
    expect(answer.text).toContain('Please use at least 8 characters.');
    expect(answer.text).not.toContain('secr3t');
    const form = findForms(answer.text).find(({ method }) => method === 'post')!;
    expect(form.fields).toMatchObject({ name: ['Nora <b>'], email: ['nora'], password: [''] });
  });

  it('logs in after a wrong password, and keeps the way back through the error', async () => {
    const email = newEmail();
    await app.post('/api/auth/signup', { email, password, name: 'Nora' });
    const wrong = await visitor.submit('/auth?next=/account', { email, password: 'not the password' });
    expect(wrong.status).toBe(401);
    expect(wrong.text).toContain('Invalid email or password.');
    expect(wrong.text).not.toContain('not the password');
    const form = findForms(wrong.text).find(({ method }) => method === 'post')!;
    expect(form.fields['email']).toEqual([email]);
    const answer = await visitor.resend(form, { password });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account']);
    const foreign = await visitor.submit('/auth?next=https://evil.example/', { email, password });
    expect(foreign.headers.get('location')).toBe('/');
  });

  it('logs in with the code of an authenticator app', async () => {
    const email = newEmail();
    const { body } = await app.post('/api/auth/signup', { email, password, name: 'Nora' });
    const token = body.token as string;
    const { secret } = (await app.post('/api/auth/two-factor/enrol', { password }, { token })).body;
    const totp = new TOTP({ secret: Secret.fromBase32(secret as string) });
    const now = () => app.deps.clock.now().getTime();
    await app.post('/api/auth/two-factor/confirm', { code: totp.generate({ timestamp: now() }) }, { token });
    app.deps.clock.advance(60_000);

    const second = await visitor.submit('/auth?next=/account', { email, password });
    expect(second.status).toBe(200);
    expect(cookiesOf(second)).toBe('');
    const codeForm = findForms(second.text).find(({ fields }) => 'code' in fields)!;
    const wrong = await visitor.resend(codeForm, { code: '000000' });
    expect(wrong.status).toBe(400);
    const again = findForms(wrong.text).find(({ fields }) => 'code' in fields)!;
    expect(again.fields['challenge']).toEqual(codeForm.fields['challenge']);
    expect(again.fields['code']).toEqual(['']);
    const answer = await visitor.resend(again, { code: totp.generate({ timestamp: now() }) });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account']);
    expect(cookiesOf(answer)).toContain('enamel-form-login=1');
  });

  it('asks for a reset link, and chooses a new password after one that is too short', async () => {
    const email = newEmail();
    await app.post('/api/auth/signup', { email, password, name: 'Nora' });
    const sent = await visitor.submit('/auth?reset=1', { email });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/auth?reset=sent']);
    expect((await app.get('/auth?reset=sent')).text).toContain('we&#x27;ve emailed a reset link');
    await app.jobs();
    const token = await findInEmails(/reset-password\?token=([\w-]+)/g);
    const short = await visitor.submit(`/reset-password?token=${token}`, { password: 'short' });
    expect(short.status).toBe(400);
    expect(short.text).toContain('Please use at least 8 characters.');
    const form = findForms(short.text).find(({ method }) => method === 'post')!;
    expect(form.fields['token']).toEqual([token]);
    const done = await visitor.resend(form, { password: 'a brand new secret' });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/auth?changed']);
    expect((await app.get('/auth?changed')).text).toContain('Password changed. Log in.');
    const used = await visitor.resend(form, { password: 'a brand new secret' });
    expect(used.text).toContain('This link is no longer valid');
  });
});

describe('without scripts, while many networks guess passwords', () => {
  const logInFrom = (network: string, fields: Record<string, string>): Promise<Answered> =>
    visitor.post(
      '/auth?next=/account',
      { _call: '/api/auth/login', ...fields },
      { ...sameOrigin, 'x-forwarded-for': network },
    );
  afterAll(() => app.deps.clock.advance(60_000));
  const guess = () => {
    for (let n = 0; n < 40; n++) loginPressureOf(app.deps.db).count(`198.51.100.${n}`, app.deps.clock.now());
  };

  it('a right password logs in from a network that the account used before', async () => {
    const email = newEmail();
    await app.post(
      '/api/auth/signup',
      { email, password, name: 'Nora' },
      { headers: { 'x-forwarded-for': '203.0.113.1' } },
    );
    guess();
    const answer = await logInFrom('203.0.113.1', { email, password });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account']);
    expect(cookiesOf(answer)).toContain('enamel-form-login=1');
  });

  it('from a new one, the page says what happens and offers the reset link, which lets the person in at once', async () => {
    const email = newEmail();
    await app.post('/api/auth/signup', { email, password, name: 'Nora' });
    app.deps.clock.advance(120_000);
    guess();
    const network = '2001:db8:99:1::1';
    const asked = await logInFrom(network, { email, password });
    expect([asked.status, asked.headers.get('retry-after'), cookiesOf(asked)]).toEqual([429, '30', '']);
    expect(asked.text).toContain('Many wrong passwords are being tried on this site right now.');
    expect(asked.text).toContain('reset your password: the link in our email lets you log in from here at once');
    const form = findForms(asked.text).find(({ method }) => method === 'post')!;
    expect(form.fields['email']).toEqual([email]);
    const forgot = /<a [^>]*href="([^"]+)"[^>]*>[^<]*(?:<[^>]*>)*Forgot your password\?/.exec(asked.text)![1]!;
    const from = { ...sameOrigin, 'x-forwarded-for': network };
    const ask = findForms((await visitor.open(forgot.replaceAll('&amp;', '&'))).text).find(
      ({ method }) => method === 'post',
    )!;
    const { _call: call } = ask.fields;
    expect((await visitor.post(ask.action, { _call: call!, email }, from)).headers.get('location')).toBe(
      '/auth?reset=sent',
    );
    await app.jobs();
    const token = await findInEmails(/reset-password\?token=([\w-]+)/g);
    const chosen = 'a brand new secret';
    const reset = { _call: '/api/auth/reset-password', token, password: chosen };
    guess();
    expect((await visitor.post(`/reset-password?token=${token}`, reset, from)).headers.get('location')).toBe(
      '/auth?changed',
    );
    const answer = await logInFrom('2001:db8:99:1::2', { email, password: chosen });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account']);
    expect((await logInFrom('2001:db8:99:2::1', { email, password: chosen })).status).toBe(429);
  });
});

describe('a posted form', () => {
  const login = { _call: '/api/auth/login', email: 'nora@example.com', password };

  it('is refused from another site, with or without a session', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
    ] as Record<string, string>[]) {
      const answer = await visitor.post('/auth', login, headers);
      expect([headers, answer.status, cookiesOf(answer)]).toEqual([headers, 403, '']);
    }
    expect((await visitor.post('/auth', login, { origin: app.url })).status).toBe(401);
  });

  it('makes only calls that have a form, and accepts only form fields', async () => {
    expect((await visitor.post('/auth', { ...login, _call: '/api/auth/logout' })).status).toBe(404);
    expect((await visitor.post('/auth', { ...login, _call: '/api/admin/users' })).status).toBe(404);
    const json = await app.call('POST', '/auth', { body: login, headers: sameOrigin });
    expect(json.status).toBe(415);
    const large = await visitor.post('/auth', { ...login, email: 'x'.repeat(300_000) });
    expect(large.status).toBe(413);
  });

  it('counts toward the limits of its call', async () => {
    const email = newEmail();
    const statuses = [];
    for (let attempt = 0; attempt < 12; attempt++)
      statuses.push((await visitor.submit('/auth', { email, password: 'wrong' })).status);
    expect(statuses[0]).toBe(401);
    expect(statuses).toContain(429);
  });

  it('leaves nothing of what was typed in the log of requests', () => {
    const text = log.filter((line) => line.includes('"req"')).join('');
    expect(log.join('')).not.toContain(password);
    expect(text).toContain('"url":"/auth?tab=signup"');
    for (const typed of [
      password,
      encodeURIComponent(password),
      'secr3t',
      'a brand new secret',
      'forms-1@',
      'forms-1%40',
    ])
      expect([typed, text.includes(typed)]).toEqual([typed, false]);
    expect(text).not.toMatch(/token=(?!\[redacted\]|abc)/);
  });
});
