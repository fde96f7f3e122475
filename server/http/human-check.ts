import { createHash, createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { textToHash, WORK, type Work } from '#contract/proof-of-work.ts';
import type { humanAnswer } from '#contract/site.ts';
import type { Deps } from './context.ts';
import { Refusal } from './errors.ts';

const TEN_MINUTES = 600_000;
/** Signed with a challenge, so that its signature is that of no sum. */
const WORK_CLAIM = 'work';

const sign = (deps: Pick<Deps, 'secret'>, claims: string): string =>
  createHmac('sha256', deps.secret.key('human-check')).update(claims).digest('base64url');

interface Check {
  a: number;
  b: number;
  token: string;
  work: Work;
}

export function createHumanCheck(deps: Pick<Deps, 'secret' | 'clock'>): Check {
  const [a, b] = [randomInt(1, 11), randomInt(1, 11)];
  // The token leaves out the sum; only its signature covers it.
  const claims = `${randomUUID()}.${deps.clock.now().getTime() + TEN_MINUTES}`;
  const salt = sign(deps, `${claims}.${WORK_CLAIM}`);
  return {
    a,
    b,
    token: `${claims}.${sign(deps, `${claims}.${a + b}`)}`,
    work: { challenge: `${claims}.${salt}`, salt, ...WORK },
  };
}

export const humanCheckFailed = (): Refusal =>
  new Refusal(400, 'verification_failed', "Please solve the math problem correctly to confirm you're human.");

/**
 * Throws unless the answer is correct, is given within ten minutes, and has not been used before. A check has one id, so
 * its sum and its work can't both be used.
 */
export async function verifyHumanCheck(
  trx: Knex,
  deps: Pick<Deps, 'secret' | 'clock'>,
  check: z.output<typeof humanAnswer>,
): Promise<void> {
  const { token } = check;
  const [id = '', expiry = '', signature = ''] = token.split('.');
  if (!/^[0-9a-f-]{36}$/.test(id) || !/^\d{13}$/.test(expiry)) throw humanCheckFailed();
  const answer = 'proof' in check ? WORK_CLAIM : check.answer;
  const expected = Buffer.from(sign(deps, `${id}.${expiry}.${answer}`));
  const actual = Buffer.from(signature);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) throw humanCheckFailed();
  if ('proof' in check && !isProof(signature, check.proof)) throw humanCheckFailed();
  const now = deps.clock.now();
  if (now.getTime() > Number(expiry)) throw humanCheckFailed();
  const insertedRows = await trx('humanChecks').insert({ id, usedAt: now }).onConflict('id').ignore().returning('id');
  if (insertedRows.length === 0) throw humanCheckFailed();
}

const isProof = (salt: string, proof: readonly number[]): boolean =>
  proof.length === WORK.puzzles &&
  proof.every((nonce, puzzle) => {
    const hash = createHash('sha256')
      .update(textToHash(salt, puzzle, nonce))
      .digest();
    return hash.readUInt32BE(0) >>> (32 - WORK.bits) === 0;
  });

export async function deleteExpiredHumanChecks({ db, clock }: Deps): Promise<void> {
  await db('humanChecks')
    .where('usedAt', '<', new Date(clock.now().getTime() - 2 * TEN_MINUTES))
    .delete();
}
