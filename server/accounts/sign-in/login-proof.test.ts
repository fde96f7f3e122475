import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Work } from '#shared/proof-of-work.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { logInFrom, logInLikeBrowser, proveWork } from '#server/test/people/login-attack.ts';
import { createPerson, PASSWORD } from '#server/test/people/logins.ts';
import { LoginPressure, loginPressureOf } from './login-pressure.ts';

let app: TestApp;
let email: string;
beforeAll(async () => {
  app = await testApp({ env: { TRUST_PROXY: '1' } });
  ({ email } = await createPerson(app, 'ida@example.com'));
  expect((await logInFrom(app, '203.0.113.1', { email, password: PASSWORD })).status).toBe(200);
});
afterAll(() => app.stop());

let made = 0;
const newNetwork = () => `2001:db8:77:${(made += 1).toString(16)}::1`;

describe('while many networks fail to log in', () => {
  beforeEach(() => {
    for (let n = 0; n < 40; n++) loginPressureOf(app.deps.db).count(`198.51.100.${n}`, app.deps.clock.now());
  });

  it('a login from a new network is asked for a proof, whether the account exists or not', async () => {
    const answers = await Promise.all(
      [email, 'nobody@example.com'].map((one) => logInFrom(app, newNetwork(), { email: one, password: PASSWORD })),
    );
    for (const { status, headers, body } of answers) {
      expect([status, body.error, headers.get('retry-after')]).toEqual([429, 'proof_required', '30']);
      expect(body.message).toMatch(/^Many wrong passwords are being tried on this site right now\. /);
      expect(body.work).toEqual({ challenge: expect.any(String), salt: expect.any(String), puzzles: 8, bits: 14 });
    }
    expect((await logInLikeBrowser(app, newNetwork(), { email: 'nobody@example.com', password: 'wrong' })).status).toBe(
      401,
    );
    expect((await logInLikeBrowser(app, newNetwork(), { email, password: PASSWORD })).status).toBe(200);
  });

  it('a login from a network that the account used before needs none', async () => {
    expect((await logInFrom(app, '203.0.113.1', { email, password: PASSWORD })).status).toBe(200);
    // Only this account is known there.
    expect((await logInFrom(app, '203.0.113.1', { email: 'nobody@example.com', password: PASSWORD })).status).toBe(429);
  });

  it('a proof works once, for one account, from one network, and for ten minutes', async () => {
    const network = newNetwork();
    const ask = async () => (await logInFrom(app, network, { email, password: PASSWORD })).body.work as Work;
    const work = await ask();
    const proof = { token: work.challenge, proof: await proveWork(work) };
    const body = { email, password: 'wrong', proof };
    const codeOf = async (from: string, sent: object) => (await logInFrom(app, from, sent)).body.error as string;
    expect(await codeOf(newNetwork(), body)).toBe('proof_required');
    expect(await codeOf(network, { ...body, email: 'other@example.com' })).toBe('proof_required');
    expect(await codeOf(network, { ...body, proof: { ...proof, proof: proof.proof.map(() => 1) } })).toBe(
      'proof_required',
    );
    expect(await codeOf(network, body)).toBe('invalid_credentials');
    expect(await codeOf(network, body)).toBe('proof_required');
    const late = await ask();
    const lateProof = { token: late.challenge, proof: await proveWork(late) };
    app.deps.clock.advance(600_001);
    for (let n = 0; n < 40; n++) loginPressureOf(app.deps.db).count(`198.51.100.${n}`, app.deps.clock.now());
    expect(await codeOf(network, { ...body, proof: lateProof })).toBe('proof_required');
  });

  it('none is needed half a minute after the last failure', async () => {
    app.deps.clock.advance(31_000);
    expect((await logInFrom(app, newNetwork(), { email, password: 'wrong' })).status).toBe(401);
  });
});

it('lets a person in by a proof while others guess at the account', async () => {
  await app.deps.db('rateLimits').insert(
    [`LIMIT_LOGIN:${email}`, `LIMIT_LOGIN:${email}|slow`].map((key) => ({
      key,
      hits: 50,
      resetsAt: new Date(app.deps.clock.now().getTime() + 900_000),
    })),
  ).onConflict('key').merge(); // prettier-ignore
  const network = newNetwork();
  expect((await logInFrom(app, network, { email, password: PASSWORD })).body.error).toBe('proof_required');
  expect((await logInLikeBrowser(app, network, { email, password: PASSWORD })).status).toBe(200);
});

it('forgets the tries of proven logins when one succeeds', async () => {
  for (let n = 0; n < 40; n++) loginPressureOf(app.deps.db).count(`198.51.100.${n}`, app.deps.clock.now());
  const countTries = () => app.deps.db('rateLimits').where({ key: `LIMIT_LOGIN:${email}|proven` });
  expect((await logInLikeBrowser(app, newNetwork(), { email, password: 'wrong' })).status).toBe(401);
  expect(await countTries()).toHaveLength(1);
  expect((await logInLikeBrowser(app, newNetwork(), { email, password: PASSWORD })).status).toBe(200);
  expect(await countTries()).toEqual([]);
});

it('needs failures of many networks: one network can’t make others prove work', () => {
  const pressure = new LoginPressure();
  const at = (ms: number) => new Date(1_000_000 + ms);
  for (let n = 0; n < 1_000; n++) pressure.count('203.0.113.9', at(n));
  expect(pressure.isHigh(at(1_000))).toBe(false);
  for (let n = 0; n < 30; n++) pressure.count(`203.0.113.${100 + n}`, at(1_000 + n));
  expect([pressure.isHigh(at(2_000)), pressure.isHigh(at(14_000)), pressure.isHigh(at(60_000))]).toEqual([
    true,
    true,
    false,
  ]);
});
