import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../sign-in/password.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

type Person = Awaited<ReturnType<TestApp['signIn']>>;
let app: TestApp;
let maria: Person;
const password = 'yellow harbour bicycle';
beforeAll(async () => {
  app = await testApp({ env: { LIMIT_LOGIN: '1000/1' } });
  maria = await app.signIn({ role: 'admin', name: 'Maria Lopez' });
  await app.deps
    .db('users')
    .where({ id: maria.userId })
    .update({ password: await hashPassword(password) });
});
afterAll(() => app.stop());

const invite = (email: string, role: string, more: object = {}) =>
  app.post('/api/admin/staff/invitations', { email, role, password, ...more }, { token: maria.token });
const accept = (token: string, who: Person) =>
  app.post('/api/user/staff-invitations/accept', { token }, { token: who.token });
const roleOf = async ({ userId }: Person) => (await app.deps.db('users').where({ id: userId }).first('role')).role;

async function tokenFor(email: string): Promise<string> {
  await app.jobs();
  const folder = join(app.deps.config.DATA_DIR, 'outbox');
  let newest = '';
  for (const file of (await readdir(folder)).toSorted()) {
    const source = (await readFile(join(folder, file), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=');
    if (source.includes(`To: ${email}`)) newest = /staff-invitation\?token=([\w-]+)/.exec(source)?.[1] ?? newest;
  }
  return newest;
}

describe('a staff invitation', () => {
  it('gives the invited address its role once, and verifies it', async () => {
    const rita = await app.signIn({ email: 'rita@example.com', name: 'Rita' });
    const elsewhere = await app.deps.db('authSessions').insert({
      userId: rita.userId,
      tokenHash: Buffer.from('another device'),
      createdAt: app.deps.clock.now(),
      lastSeenAt: app.deps.clock.now(),
      expiresAt: new Date('2040-01-01'),
    });
    expect(elsewhere).toBeDefined();
    const invited = await invite('Rita@Example.com', 'reviewer');
    expect(invited.body.invitations).toMatchObject([
      { email: 'rita@example.com', role: 'reviewer', invitedBy: 'Maria Lopez', expired: false },
    ]);
    const token = await tokenFor('rita@example.com');
    expect((await app.post('/api/staff-invitations/view', { token })).body).toMatchObject({
      role: 'reviewer',
      invitedBy: 'Maria Lopez',
      email: 'r…@example.com',
      hasAccount: true,
    });

    const stranger = await app.signIn();
    expect((await accept(token, stranger)).body).toMatchObject({ error: 'other_address' });
    await app.deps.db('users').where({ id: rita.userId }).update({ emailVerifiedAt: null });
    expect((await accept(token, rita)).body).toEqual({ ok: true });
    expect((await app.get('/api/auth/me', { token: rita.token })).body.emailVerified).toBe(true);
    expect(await roleOf(rita)).toBe('reviewer');
    expect(await app.deps.db('authSessions').where({ userId: rita.userId }).pluck('tokenHash')).toHaveLength(1);
    expect((await app.get('/api/admin/claim-requests', { token: rita.token })).status).toBe(200);
    expect((await accept(token, rita)).status).toBe(404);
    const { members, invitations } = (await app.get('/api/admin/staff', { token: maria.token })).body;
    expect(invitations).toEqual([]);
    expect(members).toMatchObject([
      { name: 'Maria Lopez', role: 'admin' },
      { name: 'Rita', role: 'reviewer' },
    ]);
    expect((await invite('rita@example.com', 'editor')).body).toMatchObject({ error: 'already_staff' });
  });

  it('is replaced by a repeated one, can be withdrawn, and expires', async () => {
    const ed = await app.signIn({ email: 'ed@example.com', name: 'Ed' });
    await invite('ed@example.com', 'analyst');
    const first = await tokenFor('ed@example.com');
    const { body } = await invite('ed@example.com', 'editor');
    app.deps.clock.advance(1000);
    const second = await tokenFor('ed@example.com');
    expect(second).not.toBe(first);
    expect((await accept(first, ed)).status).toBe(404);
    const path = `/api/admin/staff/invitations/${body.invitations[0].id}`;
    expect((await app.call('DELETE', path, { token: maria.token })).body.invitations).toEqual([]);
    expect((await app.call('DELETE', path, { token: maria.token })).status).toBe(404);
    expect((await accept(second, ed)).status).toBe(404);

    await invite('ed@example.com', 'editor');
    app.deps.clock.advance(1000);
    const third = await tokenFor('ed@example.com');
    app.deps.clock.advance(7 * 86_400_000);
    expect((await app.get('/api/admin/staff', { token: maria.token })).body.invitations).toMatchObject([
      { expired: true },
    ]);
    expect((await accept(third, ed)).status).toBe(404);
    expect((await app.post('/api/staff-invitations/view', { token: third })).status).toBe(404);
    expect(await roleOf(ed)).toBe('user');
  });

  it('lets a new person join with one form and no second email', async () => {
    await invite('nina@example.com', 'editor');
    const token = await tokenFor('nina@example.com');
    expect((await app.post('/api/staff-invitations/view', { token })).body.hasAccount).toBe(false);
    const join = (secret: string) =>
      app.post('/api/staff-invitations/join', { token, name: 'Nina New', password: secret });
    expect((await join('short')).body.fields.password).toBe('Please use at least 15 characters.');
    const joined = await join(password);
    expect(joined.body.user).toMatchObject({ email: 'nina@example.com', emailVerified: true, role: 'editor' });
    expect((await app.get('/api/admin/home', { token: joined.body.token })).status).toBe(200);
    const emails = await app.deps.db('jobs').where({ name: 'mail' });
    const subjects = emails
      .map(({ payload }) => JSON.parse(app.deps.secret.open('mail', payload.sealed)))
      .filter(({ to }) => to === 'nina@example.com');
    expect(subjects).toEqual([]);
    const [entry] = await app.deps.db('auditLog').where({ action: 'staff.joined' }).orderBy('id', 'desc');
    expect(entry).toMatchObject({ actorName: 'Nina New', note: 'Invited by Maria Lopez', after: { role: 'editor' } });
    expect((await join(password)).status).toBe(404);
  });

  it("refuses to join with an address that has an account, and needs that account's login", async () => {
    await invite('olga@example.com', 'editor');
    const token = await tokenFor('olga@example.com');
    const olga = await app.signIn({ email: 'olga@example.com' });
    const refused = await app.post('/api/staff-invitations/join', { token, name: 'Olga', password });
    expect([refused.status, refused.body.error]).toEqual([409, 'email_taken']);
    expect(await roleOf(olga)).toBe('user');
    expect((await accept(token, olga)).body).toEqual({ ok: true });
  });

  it("needs the administrator's own password", async () => {
    expect((await invite('x@example.com', 'editor', { password: 'wrong' })).body.fields).toEqual({
      password: "That's not your password.",
    });
    expect((await invite('x@example.com', 'user')).body.fields).toEqual({ role: 'Please choose a role.' });
  });
});

it('changes a role to any other, but never takes the last administrator away', async () => {
  const ann = await app.signIn({ role: 'analyst', name: 'Ann' });
  const change = (id: number, body: object) =>
    app.post(`/api/admin/users/${id}/role`, { password, ...body }, { token: maria.token });
  expect((await change(ann.userId, { role: 'editor' })).status).toBe(200);
  expect(await roleOf(ann)).toBe('editor');
  expect(await app.deps.db('authSessions').where({ userId: ann.userId })).toEqual([]);
  expect((await change(ann.userId, { makeAdmin: true })).status).toBe(200);
  expect(await roleOf(ann)).toBe('admin');
  expect((await change(ann.userId, { makeAdmin: false })).status).toBe(200);
  expect(await roleOf(ann)).toBe('user');
  expect((await change(maria.userId, { role: 'reviewer' })).body).toMatchObject({ error: 'last_admin' });
  expect((await change(ann.userId, {})).body.fields).toEqual({ role: 'Please choose a role.' });
});

it('asks every member of the staff for two-factor once it is required', async () => {
  const rob = await app.signIn({ role: 'reviewer' });
  await app.deps
    .db('systemSettings')
    .insert({ name: 'admin_two_factor_required', value: 'true' })
    .onConflict('name')
    .merge();
  const { body } = await app.get('/api/admin/claim-requests', { token: rob.token });
  expect(body).toMatchObject({ error: 'two_factor_required' });
  await app.deps.db('systemSettings').where({ name: 'admin_two_factor_required' }).update({ value: 'false' });
  expect((await app.get('/api/admin/claim-requests', { token: rob.token })).status).toBe(200);
});
