import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { emailsTo, tokenIn } from '#server/test/emails/sent-emails.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ env: { LIMIT_REGISTER: '1000/1', LIMIT_FORGOT: '1000/1', LIMIT_LOGIN: '1000/1' } });
});
afterAll(() => app.stop());

const password = 'yellow harbour bicycle';
const CONFIRM = 'Confirm your new email address';
const CHANGED = 'Your email address was changed';
const DAY = 86_400_000;
let count = 0;
const newAddress = () => `person${++count}@example.com`;

/** An account with a verified address. */
async function signUp() {
  const email = newAddress();
  const { body } = await app.post('/api/auth/signup', { email, password, name: 'Vera Person' });
  await app.deps.db('users').where({ id: body.user.id }).update({ emailVerifiedAt: app.deps.clock.now() });
  return { email, token: body.token as string, id: body.user.id as number };
}
const me = async (token: string) => (await app.get('/api/auth/me', { token })).body;
const change = (token: string, email: string, given = password) =>
  app.post('/api/auth/change-email', { email, password: given }, { token });
const confirm = (link: string) => app.post('/api/auth/verify-email', { token: link });
const undo = (link: string) => app.post('/api/auth/undo-email-change', { token: link });
const logIn = async (email: string, secret = password) =>
  (await app.post('/api/auth/login', { email, password: secret })).status;

async function changeAndConfirm(person: { email: string; token: string }, email: string): Promise<void> {
  expect((await change(person.token, email)).status).toBe(200);
  expect((await confirm(await tokenIn(app, email, CONFIRM))).body).toEqual({ email });
}

describe('a new email address', () => {
  it('takes effect only when its link is used; until then the old one logs in', async () => {
    const person = await signUp();
    const next = newAddress();
    expect((await change(person.token, next, 'not my password')).body.fields).toHaveProperty('password');
    const asked = await change(person.token, next.toUpperCase());
    expect(asked.body).toMatchObject({ email: person.email, emailVerified: true, pendingEmail: next });
    expect([await logIn(person.email), await logIn(next)]).toEqual([200, 401]);
    const link = await tokenIn(app, next, CONFIRM);
    expect(JSON.stringify(await app.deps.db('emailVerifications'))).not.toContain(link);
    // Email scanners open links.
    expect((await app.get(`/api/auth/verify-email?token=${link}`)).status).toBe(405);
    expect(await me(person.token)).toMatchObject({ email: person.email });
    expect((await confirm(link)).body).toEqual({ email: next });
    expect((await confirm(link)).body).toEqual({ email: next });
    expect(await me(person.token)).toMatchObject({ email: next, emailVerified: true, pendingEmail: null });
    expect([await logIn(person.email), await logIn(next)]).toEqual([401, 200]);
  });

  it('with a typo is corrected, sent again, or canceled', async () => {
    const person = await signUp();
    const [typo, right] = [newAddress(), newAddress()];
    await change(person.token, typo);
    const lost = await tokenIn(app, typo, CONFIRM);
    await change(person.token, right);
    expect((await confirm(lost)).body.error).toBe('invalid_token');
    const first = await tokenIn(app, right, CONFIRM);
    expect((await app.post('/api/auth/resend-verification', {}, { token: person.token })).status).toBe(200);
    const second = await tokenIn(app, right, CONFIRM);
    expect(second).not.toBe(first);
    const canceled = await app.post('/api/auth/change-email/cancel', {}, { token: person.token });
    expect(canceled.body).toMatchObject({ email: person.email, pendingEmail: null });
    for (const link of [first, second]) expect((await confirm(link)).body.error).toBe('invalid_token');
    await change(person.token, right);
    expect((await change(person.token, person.email)).body).toMatchObject({ pendingEmail: null });
  });

  it('expires after three days, and is refused if someone else has it', async () => {
    const [person, other] = [await signUp(), await signUp()];
    const taken = await change(person.token, other.email);
    expect([taken.status, taken.body.error, Object.keys(taken.body.fields)]).toEqual([409, 'email_taken', ['email']]);
    const next = newAddress();
    await change(person.token, next);
    const link = await tokenIn(app, next, CONFIRM);
    await app.post('/api/auth/signup', { email: next, password, name: 'Faster' });
    expect((await confirm(link)).body.error).toBe('email_taken');
    const late = newAddress();
    await change(person.token, late);
    app.deps.clock.advance(3 * DAY);
    expect((await confirm(await tokenIn(app, late, CONFIRM))).body.error).toBe('invalid_token');
    expect((await app.deps.db('users').where({ id: person.id }).first('email')).email).toBe(person.email);
  });

  it('is confirmed once by concurrent requests', async () => {
    const person = await signUp();
    const next = newAddress();
    await change(person.token, next);
    const link = await tokenIn(app, next, CONFIRM);
    const replies = await Promise.all(Array.from({ length: 5 }, () => confirm(link)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await emailsTo(app, person.email)).filter(({ subject }) => subject === CHANGED)).toHaveLength(1);
  });
});

describe('the link to the old address', () => {
  it('undoes the change for 7 days, once, and ends all sessions', async () => {
    const person = await signUp();
    const next = newAddress();
    await changeAndConfirm(person, next);
    const link = await tokenIn(app, person.email, CHANGED);
    expect(JSON.stringify(await app.deps.db('emailChanges'))).not.toContain(link);
    expect((await app.get(`/api/auth/undo-email-change?token=${link}`)).status).toBe(405);
    expect(await me(person.token)).toMatchObject({ email: next });
    app.deps.clock.advance(7 * DAY - 60_000);
    expect((await undo(link)).body).toEqual({ email: person.email });
    expect((await app.get('/api/auth/me', { token: person.token })).status).toBe(401);
    expect([await logIn(person.email), await logIn(next)]).toEqual([200, 401]);
    expect((await undo(link)).body.error).toBe('invalid_token');
    const token = await tokenIn(app, person.email, 'Your email address is back');
    expect((await app.post('/api/auth/reset-password', { token, password: 'purple elephant walk' })).status).toBe(200);
    expect([await logIn(person.email), await logIn(person.email, 'purple elephant walk')]).toEqual([401, 200]);
  });

  it('is no longer valid after 7 days', async () => {
    const person = await signUp();
    await changeAndConfirm(person, newAddress());
    app.deps.clock.advance(7 * DAY);
    expect((await undo(await tokenIn(app, person.email, CHANGED))).body.error).toBe('invalid_token');
  });

  it('also returns from a later address, and no link leads back to the one in between', async () => {
    const person = await signUp();
    const [second, third] = [newAddress(), newAddress()];
    await changeAndConfirm(person, second);
    await changeAndConfirm({ ...person, email: second }, third);
    const middle = await tokenIn(app, second, CHANGED);
    expect((await undo(await tokenIn(app, person.email, CHANGED))).body).toEqual({ email: person.email });
    expect((await undo(middle)).body.error).toBe('invalid_token');
  });

  it('keeps the old address for its owner until then', async () => {
    const person = await signUp();
    await changeAndConfirm(person, newAddress());
    const squatter = await app.post('/api/auth/signup', { email: person.email, password, name: 'Squatter' });
    expect([squatter.status, squatter.body.error]).toEqual([409, 'email_taken']);
    const other = await signUp();
    expect((await change(other.token, person.email)).body.error).toBe('email_taken');
    app.deps.clock.advance(7 * DAY);
    expect((await app.post('/api/auth/signup', { email: person.email, password, name: 'New' })).status).toBe(200);
  });

  it('is not sent to an address that was never verified, because it may be a stranger’s', async () => {
    const person = await signUp();
    await app.deps.db('users').where({ id: person.id }).update({ emailVerifiedAt: null });
    await changeAndConfirm(person, newAddress());
    expect((await emailsTo(app, person.email)).map(({ subject }) => subject)).not.toContain(CHANGED);
  });
});

it('a change of a staff member’s address is logged and emailed to the other administrators, and so is its undo', async () => {
  const boss = await app.signIn({ role: 'admin', name: 'Boss' });
  const person = await signUp();
  await app.deps.db('users').where({ id: person.id }).update({ role: 'editor' });
  const next = newAddress();
  await changeAndConfirm(person, next);
  await undo(await tokenIn(app, person.email, CHANGED));
  const log = await app.deps
    .db('auditLog')
    .where({ subject: 'user', subjectId: String(person.id) })
    .orderBy('id');
  expect(log.map(({ action, after }) => [action, after])).toEqual([
    ['user.email_changed', { email: next }],
    ['user.email_restored', { email: person.email }],
  ]);
  const emails = (await emailsTo(app, boss.email)).filter(
    ({ subject }) => subject === 'A security setting was changed',
  );
  expect(emails).toHaveLength(2);
  expect(emails[1]!.text[0]).toContain(`changed from ${person.email} to ${next}`);
});
