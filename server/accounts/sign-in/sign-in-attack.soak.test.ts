import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { countBy, createPerson, loginFrom, PASSWORD } from '#server/test/people/logins.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ realHashing: true });
});
afterAll(() => app.stop());
afterEach(() => attacks.splice(0).forEach((end) => end()));

const attacks: (() => void)[] = [];
/** Sends logins at a steady rate until it is stopped, and returns their statuses. */
function attack(from: string, emailOf: (n: number) => string, perSecond: number) {
  const answers: Promise<{ status: number }>[] = [];
  const guesses = { checked: 0 };
  const send = () => {
    const answer = loginFrom(from, app.url, { email: emailOf(answers.length), password: 'guess after guess' });
    answers.push(answer);
    answer.then(
      ({ status }) => (guesses.checked += Number(status === 401)),
      () => {},
    );
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
/** Three seconds, or the time of ten logins where one alone takes longer than 0.3 s. */
async function allowedTime(email: string): Promise<number> {
  const { status, ms } = await loginFrom('127.0.0.40', app.url, { email, password: PASSWORD });
  expect(status).toBe(200);
  return Math.max(3_000, 10 * ms);
}

describe('a person with the right password logs in within 3 seconds', () => {
  it('while one address tries many accounts, and the address is stopped', async () => {
    const { email } = await createPerson(app, 'grace@example.com');
    const allowed = await allowedTime(email);
    const { guesses, stop } = attack('127.0.0.66', (n) => `random${n}@example.com`, 20);
    await sleep(1_500);
    // New addresses, because the first login makes an address known.
    for (const from of ['127.0.0.7', '127.0.0.8', '127.0.0.9']) {
      const checkedBefore = guesses.checked;
      const { status, ms } = await loginFrom(from, app.url, { email, password: PASSWORD });
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
    const { email } = await createPerson(app, 'hedy@example.com');
    const allowed = await allowedTime(email);
    const { stop } = attack('127.0.0.67', () => email, 20);
    await sleep(1_500);
    const { status, ms } = await loginFrom('127.0.0.10', app.url, { email, password: PASSWORD });
    expect(status).toBe(200);
    expect(ms).toBeLessThan(allowed);
    const statuses = await stop();
    expect(countBy(statuses, 401)).toBeLessThanOrEqual(10);
    expect(countBy(statuses, 429)).toBeGreaterThan(10);
  }, 60_000);
});
