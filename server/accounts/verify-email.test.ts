import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedSample } from '#server/sample/seed.ts';
import { hashToken, newToken } from '#server/base/http/callers/token.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { createOrResetAdmin } from './admin/create-admin.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ env: { LIMIT_REGISTER: '1000/1' } });
});
afterAll(() => app.stop());

const password = 'yellow harbour bicycle';
async function signUp() {
  const email = `v${Math.random().toString(36).slice(2)}@example.com`;
  const { body } = await app.post('/api/auth/signup', { email, password, name: 'Vera Person' });
  expect(body.user.emailVerified).toBe(false);
  return { email, token: body.token as string, id: body.user.id as number };
}

interface Sent {
  to: string;
  subject: string;
  text: string[];
  action?: { url: string };
}
/** The queued emails to this address, newest first. */
async function emailsTo(address: string): Promise<Sent[]> {
  const queued = await app.deps.db('jobs').where({ name: 'mail' }).orderBy('id', 'desc');
  return queued
    .map(({ payload }) => JSON.parse(app.deps.secret.open('mail', payload.sealed)) as Sent)
    .filter(({ to }) => to === address);
}
async function linkTo(address: string): Promise<string> {
  const [newest] = await emailsTo(address);
  return /\/verify-email\?token=([\w-]+)$/.exec(newest!.action!.url)![1]!;
}
const verify = (link: string) => app.post('/api/auth/verify-email', { token: link });
const isVerified = async (token: string) => (await app.get('/api/auth/me', { token })).body.emailVerified as boolean;
const resend = (token: string) => app.post('/api/auth/resend-verification', {}, { token });
const change = (token: string, email: string, given = password) =>
  app.post('/api/auth/change-email', { email, password: given }, { token });

describe('verifying an email address', () => {
  it('takes a POST with the link of the welcome email, and repeating it is harmless', async () => {
    const me = await signUp();
    const [welcome] = await emailsTo(me.email);
    expect(welcome!.subject).toBe('Welcome to Enamel');
    const link = await linkTo(me.email);
    // Email scanners open links.
    expect((await app.get(`/verify-email?token=${link}`)).status).toBeLessThan(500);
    expect((await app.get(`/api/auth/verify-email?token=${link}`)).status).toBe(405);
    expect(await isVerified(me.token)).toBe(false);
    expect((await verify(link)).body).toEqual({ email: me.email });
    expect(await isVerified(me.token)).toBe(true);
    const { emailVerifiedAt } = await app.deps.db('users').where({ id: me.id }).first();
    app.deps.clock.advance(60_000);
    expect((await verify(link)).body).toEqual({ email: me.email });
    expect((await app.deps.db('users').where({ id: me.id }).first()).emailVerifiedAt).toEqual(emailVerifiedAt);
  });

  it('stores only the hash of the token, and refuses unknown and expired links', async () => {
    const me = await signUp();
    const link = await linkTo(me.email);
    expect(JSON.stringify(await app.deps.db('emailVerifications'))).not.toContain(link);
    expect((await verify('x'.repeat(43))).body.error).toBe('invalid_token');
    expect((await verify('short')).status).toBe(400);
    app.deps.clock.advance(72 * 3_600_000);
    expect((await verify(link)).body.error).toBe('invalid_token');
    expect(await app.deps.db('users').where({ id: me.id }).first('emailVerifiedAt')).toEqual({ emailVerifiedAt: null });
  });

  it('works with any of several links, and each account and mailbox gets five an hour', async () => {
    const me = await signUp();
    const first = await linkTo(me.email);
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await resend(me.token)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await emailsTo(me.email)).toHaveLength(6);
    // The mailbox has a limit too, so another account can't send it more.
    const other = await signUp();
    expect((await change(other.token, me.email)).status).toBe(429);
    expect((await verify(first)).status).toBe(200);
    expect((await resend(me.token)).body).toEqual({ ok: true });
    expect(await emailsTo(me.email)).toHaveLength(6);
    expect((await app.post('/api/auth/resend-verification', {})).status).toBe(401);
    const admin = await app.signIn({ role: 'admin' });
    const asStaff = (id: number) => app.post(`/api/admin/users/${id}/resend-verification`, {}, { token: admin.token });
    expect((await asStaff(me.id)).body.error).toBe('already_verified');
    const waiting = await app.signIn({ email: 'waiting@example.com', emailVerifiedAt: null });
    expect((await asStaff(waiting.userId)).body).toEqual({ email: 'waiting@example.com' });
    const [entry] = await app.deps.db('auditLog').where({ action: 'user.verification_sent' });
    expect(entry).toMatchObject({ subjectId: String(waiting.userId), note: 'waiting@example.com' });
    expect((await asStaff(999_999)).status).toBe(404);
  });

  it('is cleared by the database too when an operator changes the address', async () => {
    const me = await app.signIn();
    expect(await isVerified(me.token)).toBe(true);
    await app.deps.db('users').where({ id: me.userId }).update({ name: 'Same address' });
    expect(await isVerified(me.token)).toBe(true);
    await app.deps
      .db('users')
      .where({ id: me.userId })
      .update({ email: `x-${me.email}` });
    expect(await isVerified(me.token)).toBe(false);
  });

  it('also happens with a password reset, because its link came by email', async () => {
    const me = await signUp();
    const token = newToken();
    const resetTokenExpiresAt = new Date(app.deps.clock.now().getTime() + 1000);
    await app.deps
      .db('users')
      .where({ id: me.id })
      .update({ resetToken: hashToken(token).toString('hex'), resetTokenExpiresAt });
    await app.post('/api/auth/reset-password', { token, password: 'purple elephant walk' });
    expect((await app.deps.db('users').where({ id: me.id }).first()).emailVerifiedAt).not.toBeNull();
  });

  it('is done for sample accounts and for administrators that the operator creates', async () => {
    const { db, clock } = app.deps;
    await createOrResetAdmin(app.deps, 'chief@example.com', 'a long password for the chief');
    await seedSample(app.databaseUrl, { count: 100, clock, hashPassword: async () => 'x' });
    const chosen = await db('users')
      .whereIn('email', ['chief@example.com', 'admin@example.com', 'owner@example.com', 'practice1@example.com'])
      .whereNotNull('emailVerifiedAt');
    expect(chosen).toHaveLength(4);
  });
});
