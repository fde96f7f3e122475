import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { countBy, createPerson, loginFrom, PASSWORD } from '#server/test/people/logins.ts';
import { cost, hashPassword } from './password.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

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
    const { id, email } = await createPerson(app, 'ida@example.com');
    expect((await loginFrom('127.0.0.20', app.url, { email, password: PASSWORD })).status).toBe(200);
    await app.deps.db('authSessions').where({ userId: id }).delete();
    await exhaustAccount(email);
    expect((await loginFrom('127.0.0.20', app.url, { email, password: PASSWORD })).status).toBe(200);
    const [known] = await app.deps.db('knownAddresses').where({ userId: id });
    expect(JSON.stringify(known)).not.toContain('127.0.0.20');
  });

  it('do not use up the tries of a person who is refused because of others', async () => {
    const { email } = await createPerson(app, 'joan@example.com');
    await exhaustAccount(email);
    for (let n = 0; n < 8; n++)
      expect((await loginFrom('127.0.0.21', app.url, { email, password: PASSWORD })).status).toBe(429);
    await app.deps
      .db('rateLimits')
      .where({ key: `LIMIT_LOGIN:${email}|slow` })
      .delete();
    expect((await loginFrom('127.0.0.21', app.url, { email, password: PASSWORD })).status).toBe(200);
  });

  it('do not count a login that was refused because the server was busy', async () => {
    const emails = Array.from({ length: 60 }, (_, n) => `busy${n}@example.com`);
    const cheap = { ...cost };
    Object.assign(cost, { n: 2 ** 15, p: 3 });
    const answers = await Promise.all(
      emails.map((email) => loginFrom('127.0.0.22', app.url, { email, password: 'any words' })),
    );
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
    const user = { email: 'kay@example.com', name: 'Kay', password: await hashPassword(PASSWORD) };
    await one.deps.db('users').insert(user);
    const fail = (n: number, server: TestApp) =>
      loginFrom('127.0.0.30', server.url, { email: `nobody${n}@example.com`, password: 'any words' });
    for (let n = 0; n < 10; n++) expect((await fail(n, one)).status).toBe(401);
    expect((await fail(10, two)).status).toBe(429);
    expect((await loginFrom('127.0.0.30', two.url, { email: user.email, password: PASSWORD })).status).toBe(429);
    expect((await loginFrom('127.0.0.31', two.url, { email: user.email, password: PASSWORD })).status).toBe(200);
    one.deps.clock.advance(900_001);
    expect((await fail(11, two)).status).toBe(401);
    await two.stop();
    await one.stop();
  });
});
