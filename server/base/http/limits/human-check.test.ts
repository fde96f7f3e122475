import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textToHash, type Work } from '#shared/proof-of-work.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ env: { LIMIT_CONTACT: '1000/3600' } });
});
afterAll(() => app.stop());

interface Check {
  a: number;
  b: number;
  token: string;
  work: Work;
}
const newCheck = async (): Promise<Check> => (await app.get('/api/human-check')).body as Check;

function findNonce({ salt, bits }: Work, puzzle: number, isWanted = true): number {
  for (let nonce = 0; ; nonce++) {
    const hash = createHash('sha256')
      .update(textToHash(salt, puzzle, nonce))
      .digest();
    if ((hash.readUInt32BE(0) >>> (32 - bits) === 0) === isWanted) return nonce;
  }
}
const solve = (work: Work) => Array.from({ length: work.puzzles }, (_, puzzle) => findNonce(work, puzzle));

const message = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'A question.' };
const send = async (humanCheck: unknown) => {
  const { status, body } = await app.post('/api/contact', { ...message, humanCheck });
  return [status, status === 200 ? null : body.error];
};
const accepted = [200, null];
const failed = [400, 'verification_failed'];

describe('a proof of work', () => {
  it('is accepted instead of the sum, once', async () => {
    const { work } = await newCheck();
    const check = { token: work.challenge, proof: solve(work) };
    expect(await send(check)).toEqual(accepted);
    expect(await send(check)).toEqual(failed);
  });

  it('shares its id with the sum, so only one of them works', async () => {
    const [first, second] = [await newCheck(), await newCheck()];
    expect(await send({ token: first.token, answer: first.a + first.b })).toEqual(accepted);
    expect(await send({ token: first.work.challenge, proof: solve(first.work) })).toEqual(failed);
    expect(await send({ token: second.work.challenge, proof: solve(second.work) })).toEqual(accepted);
    expect(await send({ token: second.token, answer: second.a + second.b })).toEqual(failed);
  });

  it('is refused if a puzzle is wrong or missing, if it is of another challenge, and after ten minutes', async () => {
    const { a, b, token, work } = await newCheck();
    const other = await newCheck();
    const proof = solve(work);
    expect(await send({ token: work.challenge, proof: [...proof.slice(1), proof[0]] })).toEqual(failed);
    expect(await send({ token: work.challenge, proof: [...proof.slice(0, -1), findNonce(work, 7, false)] })).toEqual(
      failed,
    );
    expect(await send({ token: work.challenge, proof: proof.slice(1) })).toEqual(failed);
    expect(await send({ token: work.challenge, proof: [] })).toEqual(failed);
    expect(await send({ token: other.work.challenge, proof })).toEqual(failed);
    expect(await send({ token, proof })).toEqual(failed);
    expect(await send({ token: work.challenge, answer: a + b })).toEqual(failed);
    app.deps.clock.advance(600_001);
    expect(await send({ token: work.challenge, proof })).toEqual(failed);
  });

  it('is refused if its challenge was not signed by this server', async () => {
    const { work } = await newCheck();
    const salt = 'A'.repeat(43);
    const forged = work.challenge.replace(work.salt, salt);
    expect(await send({ token: forged, proof: solve({ ...work, salt }) })).toEqual(failed);
  });

  it('is asked for in words when it is missing', async () => {
    const answer = await app.post('/api/contact', message);
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      { humanCheck: "Please solve the math problem correctly to confirm you're human." },
    ]);
  });
});
