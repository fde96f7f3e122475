import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ env: { PUBLIC_URL: 'https://enamel.test', LIMIT_REGISTER: '1000/1' } });
});
afterAll(() => app.stop());

const password = 'marble garden window';
const fresh = 'another quiet river';
let made = 0;
let email: string;
let token: string;
beforeEach(async () => {
  app.deps.clock.advance(3_700_000);
  made += 1;
  email = `r${made}@example.com`;
  ({
    body: { token },
  } = await app.post('/api/auth/signup', { email, password, name: 'Rae' }));
});

/** The emails to this address, newest last, as readable text. */
async function mails(to: string): Promise<string[]> {
  await app.jobs();
  const folder = join(app.deps.config.DATA_DIR, 'outbox');
  const all = await Promise.all((await readdir(folder)).sort().map((file) => readFile(join(folder, file), 'utf8')));
  return all
    .filter((mail) => mail.includes(`To: ${to}`))
    .map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='));
}
async function resetLink(): Promise<URL> {
  // The names of outbox files contain the time.
  app.deps.clock.advance(1000);
  await app.post('/api/auth/forgot-password', { email });
  const mail = (await mails(email)).findLast((text) => text.includes('Subject: Reset your password'))!;
  return new URL(/https?:\/\/\S+\/reset-password\?token=[\w-]+/.exec(mail)![0]);
}
const tokenOf = (link: URL) => link.searchParams.get('token')!;
const reset = (given: string, to = fresh) => app.post('/api/auth/reset-password', { token: given, password: to });
const login = (given: string) => app.post('/api/auth/login', { email, password: given });

describe('resetting a password', () => {
  it('responds the same whether or not the account exists', async () => {
    const known = await app.post('/api/auth/forgot-password', { email });
    const unknown = await app.post('/api/auth/forgot-password', { email: 'nobody@example.com' });
    expect([known.status, known.text]).toEqual([200, unknown.text]);
    expect(await mails('nobody@example.com')).toEqual([]);
  });

  it('works once with the emailed link, and ends all sessions', async () => {
    const link = await resetLink();
    const weak = await reset(tokenOf(link), 'password123');
    expect([weak.status, Object.keys(weak.body.fields)]).toEqual([400, ['password']]);
    expect((await reset(tokenOf(link))).body).toEqual({ ok: true });
    expect((await app.get('/api/auth/me', { token })).status).toBe(401);
    expect([(await login(password)).status, (await login(fresh)).status]).toEqual([401, 200]);
    expect((await reset(tokenOf(link), 'yet another password')).body.error).toBe('invalid_token');
    expect((await mails(email)).some((mail) => mail.includes('Subject: Your password was changed'))).toBe(true);
  });

  it('accepts one of 20 concurrent uses of a link', async () => {
    const given = tokenOf(await resetLink());
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => reset(given, `${fresh} number ${i}`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // The server hashes few passwords at once, and rejects a network's requests with 503 when too many of them wait.
    expect(statuses.filter((status) => status === 400 || status === 503)).toHaveLength(19);
    expect((await reset(given, `${fresh} once more`)).status).toBe(400);
    expect((await login(`${fresh} number ${statuses.indexOf(200)}`)).status).toBe(200);
  });

  it('expires after exactly 24 hours', async () => {
    const given = tokenOf(await resetLink());
    app.deps.clock.advance(24 * 3_600_000 - 1000);
    expect((await reset(given)).status).toBe(200);
    const later = tokenOf(await resetLink());
    app.deps.clock.advance(24 * 3_600_000 + 1000);
    expect((await reset(later, 'too late for this')).body.error).toBe('invalid_token');
  });

  it('links to the public URL, whatever the Host header says', async () => {
    const { hostname, port } = new URL(app.url);
    await new Promise<void>((done, fail) => {
      const body = JSON.stringify({ email });
      const call = request(
        {
          hostname,
          port,
          path: '/api/auth/forgot-password',
          method: 'POST',
          headers: {
            host: 'evil.example',
            'x-forwarded-host': 'evil.example',
            'content-type': 'application/json',
            'content-length': body.length,
          },
        },
        (res) => res.resume().on('end', done),
      );
      call.on('error', fail).end(body);
    });
    const [mail] = (await mails(email)).filter((one) => one.includes('Reset your password'));
    expect(mail).toContain('https://enamel.test/reset-password?token=');
    expect(mail).not.toContain('evil.example');
  });

  it('limits requests by IP address, and silently by mailbox', async () => {
    for (let i = 0; i < 5; i++)
      expect((await app.post('/api/auth/forgot-password', { email: `x${i}@example.com` })).status).toBe(200);
    const sixth = await app.post('/api/auth/forgot-password', { email });
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '3600']);
    const many = await testApp({ env: { TRUST_PROXY: '1', LIMIT_FORGOT: '2/3600' } });
    await many.post('/api/auth/signup', { email, password, name: 'Rae' });
    for (let i = 0; i < 4; i++)
      await many.post('/api/auth/forgot-password', { email }, { headers: { 'x-forwarded-for': `10.0.0.${i}` } });
    await many.jobs();
    const sent = await readdir(join(many.deps.config.DATA_DIR, 'outbox'));
    expect(sent).toHaveLength(1 + 2);
    await many.stop();
  });
});
