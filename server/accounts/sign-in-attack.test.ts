import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { hashPassword } from './password.ts';

let app: TestApp;
const password = 'tangerine submarine';
beforeAll(async () => {
  app = await testApp({ realHashing: true });
});
afterAll(() => app.stop());
afterEach(() => attacks.splice(0).forEach((end) => end()));

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

const attacks: (() => void)[] = [];
/** Sends logins at a steady rate until it is stopped, and returns their statuses. */
function attack(from: string, emailOf: (n: number) => string, perSecond: number) {
  const answers: Promise<{ status: number }>[] = [];
  const guesses = { checked: 0 };
  const send = () => {
    const answer = login(from, { email: emailOf(answers.length), password: 'guess after guess' });
    answers.push(answer);
    void answer.then(({ status }) => (guesses.checked += Number(status === 401)));
  };
  const timer = setInterval(send, 1000 / perSecond);
  const end = () => clearInterval(timer);
  attacks.push(end);
  const stop = async () => {
    end();
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  return { guesses, stop };
}
/** Three seconds, or the time of ten logins on a machine that is busy with other tests. */
async function allowedTime(email: string): Promise<number> {
  const { status, ms } = await login('127.0.0.40', { email, password });
  expect(status).toBe(200);
  return Math.max(3_000, 10 * ms);
}
const countBy = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

describe('a person with the right password logs in within 3 seconds', () => {
  it('while one address tries many accounts, and the address is stopped', async () => {
    const { email } = await createPerson('grace@example.com');
    const allowed = await allowedTime(email);
    const { guesses, stop } = attack('127.0.0.66', (n) => `random${n}@example.com`, 20);
    await sleep(1_500);
    // New addresses, because the first login makes an address known.
    for (const from of ['127.0.0.7', '127.0.0.8', '127.0.0.9']) {
      const checkedBefore = guesses.checked;
      const { status, ms } = await login(from, { email, password });
      expect([from, status]).toEqual([from, 200]);
      // In line behind the attacker, it would wait for sixteen guesses and more.
      expect(guesses.checked - checkedBefore).toBeLessThanOrEqual(8);
      expect(ms).toBeLessThan(allowed);
    }
    const statuses = await stop();
    expect(statuses.length).toBeGreaterThan(20);
    expect(countBy(statuses, 401)).toBeGreaterThan(0);
    // The attacker's own share of the queue is full.
    expect(countBy(statuses, 503)).toBeGreaterThan(0);
  }, 60_000);

  it('while another address guesses at the account', async () => {
    const { email } = await createPerson('hedy@example.com');
    const allowed = await allowedTime(email);
    const { stop } = attack('127.0.0.67', () => email, 20);
    await sleep(1_500);
    const { status, ms } = await login('127.0.0.10', { email, password });
    expect(status).toBe(200);
    expect(ms).toBeLessThan(allowed);
    const statuses = await stop();
    expect(countBy(statuses, 401)).toBeLessThanOrEqual(10);
    expect(countBy(statuses, 429)).toBeGreaterThan(10);
  }, 60_000);
});

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
    const answers = await Promise.all(emails.map((email) => login('127.0.0.22', { email, password: 'any words' })));
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
