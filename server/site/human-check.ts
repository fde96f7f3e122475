import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { humanAnswer } from '#contract/site.ts';
import type { Deps } from '#server/http/context.ts';
import { Refusal } from '#server/http/errors.ts';
import { markUsed, sweepUsed } from './queries.ts';

const TEN_MINUTES = 600_000;

const sign = (deps: Pick<Deps, 'secret'>, claims: string): string =>
  createHmac('sha256', deps.secret.key('human-check')).update(claims).digest('base64url');

export function makeHumanCheck(deps: Pick<Deps, 'secret' | 'clock'>): { a: number; b: number; token: string } {
  const [a, b] = [randomInt(1, 11), randomInt(1, 11)];
  // The token does not hold the sum in the clear; its signature covers the answer.
  const claims = `${randomUUID()}.${deps.clock.now().getTime() + TEN_MINUTES}`;
  return { a, b, token: `${claims}.${sign(deps, `${claims}.${a + b}`)}` };
}

export const notHuman = (): Refusal =>
  new Refusal(400, 'verification_failed', "Please solve the math problem correctly to confirm you're human.");

/** Throws unless this is the right answer to a sum of ours, in time and for the first time. */
export async function checkHuman(
  trx: Knex,
  deps: Pick<Deps, 'secret' | 'clock'>,
  given: z.output<typeof humanAnswer>,
): Promise<void> {
  const wrong = notHuman();
  const [id = '', until = '', signature = ''] = given.token.split('.');
  if (!/^[0-9a-f-]{36}$/.test(id) || !/^\d{13}$/.test(until)) throw wrong;
  const expected = Buffer.from(sign(deps, `${id}.${until}.${given.answer}`));
  const actual = Buffer.from(signature);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) throw wrong;
  const now = deps.clock.now();
  if (now.getTime() > Number(until)) throw wrong;
  if (!(await markUsed(trx, id, now))) throw wrong;
}

export const sweepHumanChecks = (deps: Deps): Promise<void> =>
  sweepUsed(deps.db, new Date(deps.clock.now().getTime() - 2 * TEN_MINUTES));
