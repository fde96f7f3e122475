import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { cost, hashPassword } from './password.ts';

let app: TestApp;
const password = 'tangerine submarine';
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

async function createPerson(email: string) {
  const user = { email, name: 'Grace', password: await hashPassword(password) };
  const [row] = await app.deps.db('users').insert(user).returning('id');
  return { id: row.id as number, email };
}

/** Logs in from one of this machine's addresses. */
function login(from: string, body: { email: string; password: string }, server = app.url) {
  const { hostname, port } = new URL(server);
  const startedAt = performance.now();
  return new Promise<{ status: number; ms: number }>((done, fail) => {
    const headers = { 'content-type': 'application/json' };
    const call = request(
      { hostname, port, path: '/api/auth/login', method: 'POST', localAddress: from, headers },
      (res) => res.resume().on('end', () => done({ status: res.statusCode!, ms: performance.now() - startedAt })),
    );
    call.on('error', fail);
    call.end(JSON.stringify(body));
  });
}

const countBy = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

describe('limits of logins', () => {
  const exhaustAccount = (email: string) =>
    app.deps
      .db('rateLimits')
      .insert(
        [`LIMIT_LOGIN:${email}`, `LIMIT_LOGIN:${email}|slow`].map((key) => ({ key, hits: 50, resetsAt: later() })),
      )
      .onConflict('key')
      .merge();
  const later = () => new Date(app.deps.clock.now().getTime() + 900_000);

  it('recognize an address from which the account logged in before, even without a session', async () => {
    const { id, email } = await createPerson('ida@example.com');
    expect((await login('127.0.0.20', { email, password })).status).toBe(200);
    await app.deps.db('authSessions').where({ userId: id }).delete();
    await exhaustAccount(email);
    expect((await login('127.0.0.20', { email, password })).status).toBe(200);
    const [known] = await app.deps.db('knownAddresses').where({ userId: id });
    expect(JSON.stringify(known)).not.toContain('127.0.0.20');
  });

  it('do not use up the tries of a person who is refused because of others', async () => {
    const { email } = await createPerson('joan@example.com');
    await exhaustAccount(email);
    for (let n = 0; n < 8; n++) expect((await login('127.0.0.21', { email, password })).status).toBe(429);
    await app.deps
      .db('rateLimits')
      .where({ key: `LIMIT_LOGIN:${email}|slow` })
      .delete();
    expect((await login('127.0.0.21', { email, password })).status).toBe(200);
  });

  it('do not count a login that was refused because the server was busy', async () => {
    const emails = Array.from({ length: 60 }, (_, n) => `busy${n}@example.com`);
    const cheap = { ...cost };
    Object.assign(cost, { n: 2 ** 15, p: 3 });
    const answers = await Promise.all(emails.map((email) => login('127.0.0.22', { email, password: 'any words' })));
    Object.assign(cost, cheap);
    const refused = emails.filter((_, n) => answers[n]!.status === 503);
    expect(refused.length).toBeGreaterThan(10);
    const counted = await app.deps
      .db('rateLimits')
      .whereIn(
        'key',
        refused.flatMap((email) => [`LIMIT_LOGIN:${email}|127.0.0.22`, `LIMIT_LOGIN:${email}`]),
      )
      .where('hits', '>', 0);
    expect(counted).toEqual([]);
    const [network] = await app.deps.db('rateLimits').where({ key: 'LIMIT_LOGIN:network|127.0.0.22' });
    expect(network.hits).toBe(
      countBy(
        answers.map(({ status }) => status),
        401,
      ),
    );
  }, 60_000);

  it('count failures per address over all accounts, on every server', async () => {
    const one = await testApp({ env: { LIMIT_LOGIN: '1/900' } });
    const two = await testApp({ env: { LIMIT_LOGIN: '1/900' }, beside: one });
    const user = { email: 'kay@example.com', name: 'Kay', password: await hashPassword(password) };
    await one.deps.db('users').insert(user);
    const fail = (n: number, server: TestApp) =>
      login('127.0.0.30', { email: `nobody${n}@example.com`, password: 'any words' }, server.url);
    for (let n = 0; n < 10; n++) expect((await fail(n, one)).status).toBe(401);
    expect((await fail(10, two)).status).toBe(429);
    expect((await login('127.0.0.30', { email: user.email, password }, two.url)).status).toBe(429);
    expect((await login('127.0.0.31', { email: user.email, password }, two.url)).status).toBe(200);
    one.deps.clock.advance(900_001);
    expect((await fail(11, two)).status).toBe(401);
    await two.stop();
    await one.stop();
  });
});
