import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { testApp, type TestApp } from './test/app.ts';

const PASSWORD = 'velvet teapot morning';
let first: TestApp;
let second: TestApp;
let number = 0;
let email: string;
beforeAll(async () => {
  first = await testApp();
  second = await testApp({ beside: first });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});
beforeEach(() => void (email = `person${++number}@example.com`));

/** Waits until a call on the other server has this status, which must take less than a second. */
async function expectWithinSecond(status: number, call: () => Promise<{ status: number }>): Promise<void> {
  const deadline = performance.now() + 1000;
  let last = await call();
  while (last.status !== status && performance.now() < deadline) last = await call();
  expect(last.status).toBe(status);
}
const logIn = (server: TestApp, password: string) => server.post('/api/auth/login', { email, password });
async function createAccount(role: 'user' | 'admin' = 'user') {
  const account = await first.signIn({ email, role });
  await first.deps
    .db('users')
    .where({ id: account.userId })
    .update({ password: await hashPassword(PASSWORD) });
  return account;
}
const me = (server: TestApp, token: string) => server.get('/api/auth/me', { token });

it('five failed logins on one server are limited on the other', async () => {
  await createAccount();
  for (let attempt = 0; attempt < 5; attempt++) expect((await logIn(first, 'not the password')).status).toBe(401);
  await expectWithinSecond(429, () => logIn(second, 'not the password'));
  const limited = await logIn(second, 'not the password');
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('failed logins that are divided between two servers count together', async () => {
  await createAccount();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt++)
    statuses.push((await logIn(attempt % 2 ? first : second, 'not the password')).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

it('concurrent failed logins on two servers are limited to five', async () => {
  await createAccount();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, attempt) => logIn(attempt % 2 ? first : second, 'not the password')),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(1);
});

it('logging out everywhere on one server ends the sessions on the other', async () => {
  const { token } = await createAccount();
  const elsewhere = (await logIn(second, PASSWORD)).body.token as string;
  expect((await me(second, elsewhere)).status).toBe(200);
  expect((await first.post('/api/auth/logout-everywhere', undefined, { token })).status).toBe(200);
  await expectWithinSecond(401, () => me(second, token));
  await expectWithinSecond(401, () => me(second, elsewhere));
});

it('a role that changes on one server counts on the other', async () => {
  const admin = await createAccount('admin');
  email = `person${++number}@example.com`;
  const { token, userId } = await createAccount();
  const listUsers = () => second.get('/api/admin/users', { token });
  expect((await listUsers()).status).toBe(403);
  const changeRole = (makeAdmin: boolean) =>
    first.post(`/api/admin/users/${userId}/role`, { makeAdmin, password: PASSWORD }, { token: admin.token });
  expect((await changeRole(true)).status).toBe(200);
  const again = (await logIn(second, PASSWORD)).body.token as string;
  expect((await second.get('/api/admin/users', { token: again })).status).toBe(200);
  expect((await changeRole(false)).status).toBe(200);
  const asDemoted = () => second.get('/api/admin/users', { token: again });
  await expectDenied(asDemoted);
});

/** A person who lost a role is either signed out or refused. */
async function expectDenied(call: () => Promise<{ status: number }>): Promise<void> {
  const deadline = performance.now() + 1000;
  let { status } = await call();
  while (status === 200 && performance.now() < deadline) ({ status } = await call());
  expect([401, 403]).toContain(status);
}

it('a password that changes on one server ends other sessions on the other', async () => {
  const { token } = await createAccount();
  const elsewhere = (await logIn(second, PASSWORD)).body.token as string;
  const changed = await first.post(
    '/api/auth/change-password',
    { currentPassword: PASSWORD, newPassword: 'another teapot morning' },
    { token },
  );
  expect(changed.status).toBe(200);
  await expectWithinSecond(401, () => me(second, elsewhere));
  expect((await me(second, token)).status).toBe(200);
});
