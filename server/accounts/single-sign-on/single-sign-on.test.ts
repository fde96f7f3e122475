import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#server/base/config.ts';
import { checkSingleSignOn } from '#server/doctor/checks/single-sign-on.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { startIdentityProvider, type IdentityProvider } from '#server/test/doubles/identity-provider.ts';
import { emailsTo } from '#server/test/emails/sent-emails.ts';

const PUBLIC_URL = 'https://directory.example.com';
let app: TestApp;
let provider: IdentityProvider;
let nth = 0;
beforeAll(async () => {
  provider = await startIdentityProvider(`${PUBLIC_URL}/auth/single-sign-on`);
  app = await testApp({
    env: {
      PUBLIC_URL,
      LIMIT_LOGIN: '1000/60',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'enamel',
      OIDC_CLIENT_SECRET: 'a secret of the client',
      OIDC_ROLE_GROUPS: 'Directory admins=admin, editors=editor',
    },
  });
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});
beforeEach(() => {
  const sub = `person-${++nth}`;
  provider.person = {
    sub,
    email: `${sub}@staff.example`,
    email_verified: true,
    name: 'Sam Staff',
    groups: ['editors', 'all'],
  };
});

async function start(next = '') {
  const { status, body, headers } = await app.post('/api/auth/single-sign-on/start', { next });
  const cookie = headers.getSetCookie().map((set) => set.split(';')[0]!).join('; '); // prettier-ignore
  return { status, url: body.url as string, cookie, set: headers.getSetCookie().join() };
}
const finish = (query: string, cookie: string) =>
  app.post('/api/auth/single-sign-on/finish', { query }, { headers: { cookie } });
async function logIn(next = '') {
  const { url, cookie } = await start(next);
  return finish(await provider.logIn(url), cookie);
}
const userOf = (email: string) => app.deps.db('users').where({ email }).first();
const countUsers = async () => Number((await app.deps.db('users').count())[0]!.count);

describe('single sign-on', () => {
  it('creates a staff account with the role of the group, and opens a session that says how', async () => {
    const boss = await app.signIn({ role: 'admin' });
    const { status, body } = await logIn('/admin/articles');
    expect([status, body.next, body.user.role, body.user.email]).toEqual([
      200,
      '/admin/articles',
      'editor',
      provider.person.email,
    ]);
    expect(await userOf(provider.person.email!)).toMatchObject({ name: 'Sam Staff', password: null });
    const [session] = (await app.get('/api/auth/sessions', { token: body.token })).body;
    expect(session.method).toBe('single_sign_on');
    expect((await app.get('/api/site')).body.singleSignOn).toBe(true);
    const [email] = await emailsTo(app, boss.email);
    expect(email!.text[0]).toContain('Single sign-on created this account with the role editor.');
    expect((await app.post('/api/auth/logout', {}, { token: body.token })).status).toBe(200);
    expect((await app.get('/api/auth/me', { token: body.token })).status).toBe(401);
  });

  it('sends PKCE, a state, and a nonce, and keeps their secrets in a sealed cookie', async () => {
    const { url, set } = await start();
    const query = new URL(url).searchParams;
    expect(query.get('code_challenge_method')).toBe('S256');
    expect([query.get('state'), query.get('nonce')]).not.toContain(null);
    expect(set).toMatch(/HttpOnly/);
    expect(set).toMatch(/SameSite=Lax/);
    expect(set).not.toContain(query.get('nonce')!);
  });

  it('knows the person again by subject, even with another address, and follows the group', async () => {
    await app.signIn({ role: 'admin' });
    const first = (await logIn()).body;
    provider.person = { ...provider.person, email: 'renamed@staff.example', groups: ['editors', 'Directory admins'] };
    const second = (await logIn()).body;
    expect([second.user.id, second.user.role]).toEqual([first.user.id, 'admin']);
    expect((await app.get('/api/auth/me', { token: first.token })).status).toBe(401);
    const actions = await app.deps.db('auditLog').where({ subjectId: String(first.user.id) }).orderBy('id').pluck('action'); // prettier-ignore
    expect(actions).toEqual(['user.single_sign_on_joined', 'user.role_from_group']);
  });

  it('links the staff account that has the verified address', async () => {
    const colleague = await app.signIn({ role: 'editor', email: provider.person.email! });
    expect((await logIn()).body.user.id).toBe(colleague.userId);
  });

  it('refuses someone without a group, and changes nothing', async () => {
    provider.person.groups = ['all'];
    const before = await countUsers();
    const { status, body } = await logIn();
    expect([status, body.error]).toEqual([403, 'no_group']);
    expect(await countUsers()).toBe(before);
    const colleague = await app.signIn({ role: 'editor', email: provider.person.email! });
    expect((await logIn()).body.error).toBe('no_group');
    expect((await app.deps.db('users').where({ id: colleague.userId }).first()).role).toBe('editor');
  });

  it('never takes over the account of an owner with the same address', async () => {
    const owner = await app.signIn({ email: provider.person.email! });
    const { status, body } = await logIn();
    expect([status, body.error]).toEqual([403, 'not_staff']);
    expect(await userOf(owner.email)).toMatchObject({ role: 'user' });
    expect(await app.deps.db('staffIdentities').where({ userId: owner.userId })).toEqual([]);
  });

  it('refuses someone who is no longer staff here, and an address that is not verified or is another person’s', async () => {
    const { user } = (await logIn()).body;
    const another = { ...provider.person, sub: 'another-person' };
    provider.person = another;
    expect((await logIn()).body.error).toBe('other_identity');
    provider.person = { ...another, email_verified: false };
    expect((await logIn()).body.error).toBe('email_not_verified');
    provider.person = { ...another, sub: `person-${nth}`, email_verified: true };
    await app.deps.db('users').where({ id: user.id }).update({ role: 'user' });
    expect((await logIn()).body.error).toBe('not_staff');
    expect((await app.deps.db('users').where({ id: user.id }).first()).role).toBe('user');
  });

  it('keeps the only administrator', async () => {
    await app.deps.db('users').where({ role: 'admin' }).update({ role: 'analyst' });
    const boss = await app.signIn({ role: 'admin', email: provider.person.email! });
    expect((await logIn()).body.error).toBe('last_admin');
    expect((await app.deps.db('users').where({ id: boss.userId }).first()).role).toBe('admin');
  });

  it('accepts an answer once, in the browser that asked, and before ten minutes have passed', async () => {
    const { url, cookie } = await start();
    const query = await provider.logIn(url);
    expect((await finish(query, '')).body.error).toBe('login_expired');
    expect((await finish(query, (await start()).cookie)).body.error).toBe('login_expired');
    expect((await finish(query, cookie)).status).toBe(200);
    expect((await finish(query, cookie)).body.error).toBe('login_expired');
    const late = await start();
    const lateQuery = await provider.logIn(late.url);
    app.deps.clock.advance(11 * 60_000);
    expect((await finish(lateQuery, late.cookie)).body.error).toBe('login_expired');
  });

  it('refuses a token with another nonce, a wrong code, and a refusal of the provider', async () => {
    const { url, cookie } = await start();
    const tampered = new URL(url);
    tampered.searchParams.set('nonce', 'another-nonce');
    expect((await finish(await provider.logIn(tampered.href), cookie)).body.error).toBe('provider_refused');
    for (const query of ['code=made-up', 'error=access_denied']) {
      const begun = await start();
      const state = new URL(begun.url).searchParams.get('state')!;
      const answer = await finish(`${query}&state=${state}&iss=${encodeURIComponent(provider.issuer)}`, begun.cookie);
      expect([answer.status, answer.body.error]).toEqual([401, 'provider_refused']);
    }
  });

  it('needs no code where staff must use two-factor login', async () => {
    await app.deps.db('systemSettings').insert({ name: 'admin_two_factor_required', value: 'true' });
    const { body } = await logIn();
    expect(body.user.twoFactor.required).toBe(false);
    expect((await app.get('/api/auth/sessions', { token: body.token })).status).toBe(200);
    await app.deps.db('systemSettings').where({ name: 'admin_two_factor_required' }).delete();
  });
});

describe('the settings of single sign-on', () => {
  const all = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b', OIDC_ROLE_GROUPS: 'x=admin' }; // prettier-ignore

  it('go together, name known roles, and need https in production', () => {
    expect(readConfig(all).OIDC_ROLE_GROUPS).toEqual([{ group: 'x', role: 'admin' }]);
    expect(readConfig({ ...all, OIDC_ROLE_GROUPS: 'cn=staff=editor' }).OIDC_ROLE_GROUPS[0]!.group).toBe('cn=staff');
    expect(() => readConfig({ OIDC_ISSUER: all.OIDC_ISSUER })).toThrow('go together');
    for (const OIDC_ROLE_GROUPS of ['x=owner', 'x=user', 'x', '=admin'])
      expect(() => readConfig({ ...all, OIDC_ROLE_GROUPS })).toThrow(ConfigError);
    const production = { ...all, NODE_ENV: 'production', PUBLIC_URL, SECRET_KEY: 'x'.repeat(32) };
    expect(() => readConfig({ ...production, OIDC_ISSUER: 'http://id.example.com' })).toThrow('https://');
    expect(readConfig({ ...production, OIDC_ISSUER: 'http://localhost:8080/realm' }).OIDC_ISSUER).toBeDefined();
  });

  it('are checked by the doctor, which asks the provider', async () => {
    expect((await checkSingleSignOn(app.deps)).state).toBe('ok');
    const { config } = app.deps;
    const wrong = { ...config, OIDC_ISSUER: `${provider.issuer}/elsewhere` };
    expect(await checkSingleSignOn({ config: wrong })).toMatchObject({ state: 'error' });
    expect((await checkSingleSignOn({ config: { ...config, OIDC_ISSUER: undefined } as never })).state).toBe('skipped');
  });

  it('that are missing turn it off', async () => {
    const plain = await testApp({ beside: app });
    expect((await plain.post('/api/auth/single-sign-on/start', {})).body.error).toBe('single_sign_on_off');
    expect((await plain.get('/api/site')).body.singleSignOn).toBe(false);
    await plain.stop();
  });
});
