import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { humanAnswer } from '#contract/site.ts';
import type { Deps } from './context.ts';
import { Refusal } from './errors.ts';

const TEN_MINUTES = 600_000;

const sign = (deps: Pick<Deps, 'secret'>, claims: string): string =>
  createHmac('sha256', deps.secret.key('human-check')).update(claims).digest('base64url');

export function createHumanCheck(deps: Pick<Deps, 'secret' | 'clock'>): { a: number; b: number; token: string } {
  const [a, b] = [randomInt(1, 11), randomInt(1, 11)];
  // The token leaves out the sum; only its signature covers it.
  const claims = `${randomUUID()}.${deps.clock.now().getTime() + TEN_MINUTES}`;
  return { a, b, token: `${claims}.${sign(deps, `${claims}.${a + b}`)}` };
}

export const humanCheckFailed = (): Refusal =>
  new Refusal(400, 'verification_failed', "Please solve the math problem correctly to confirm you're human.");

/** Throws unless the answer is correct, is given within ten minutes, and has not been used before. */
export async function verifyHumanCheck(
  trx: Knex,
  deps: Pick<Deps, 'secret' | 'clock'>,
  { token, answer }: z.output<typeof humanAnswer>,
): Promise<void> {
  const [id = '', expiry = '', signature = ''] = token.split('.');
  if (!/^[0-9a-f-]{36}$/.test(id) || !/^\d{13}$/.test(expiry)) throw humanCheckFailed();
  const expected = Buffer.from(sign(deps, `${id}.${expiry}.${answer}`));
  const actual = Buffer.from(signature);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) throw humanCheckFailed();
  const now = deps.clock.now();
  if (now.getTime() > Number(expiry)) throw humanCheckFailed();
  const insertedRows = await trx('humanChecks').insert({ id, usedAt: now }).onConflict('id').ignore().returning('id');
  if (insertedRows.length === 0) throw humanCheckFailed();
}

export async function deleteExpiredHumanChecks({ db, clock }: Deps): Promise<void> {
  await db('humanChecks')
    .where('usedAt', '<', new Date(clock.now().getTime() - 2 * TEN_MINUTES))
    .delete();
}
