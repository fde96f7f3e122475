import { createHash, createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { LOGIN_WORK, textToHash, WORK, type Work } from '#shared/proof-of-work.ts';
import type { humanAnswer } from '#contract/site.ts';
import type { workProof } from '#contract/work.ts';
import type { Deps } from '../context.ts';
import { Refusal } from '../errors.ts';

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
  const claims = newClaims(deps);
  return {
    a,
    b,
    token: `${claims}.${sign(deps, `${claims}.${a + b}`)}`,
    work: { ...signWork(deps, claims, WORK_CLAIM), ...WORK },
  };
}

const newClaims = ({ clock }: Pick<Deps, 'clock'>): string => `${randomUUID()}.${clock.now().getTime() + TEN_MINUTES}`;

function signWork(deps: Pick<Deps, 'secret'>, claims: string, claim: string): Pick<Work, 'challenge' | 'salt'> {
  const salt = sign(deps, `${claims}.${claim}`);
  return { challenge: `${claims}.${salt}`, salt };
}

/** A token that `acceptToken` accepts once, with the same claim, within ten minutes. */
export const createToken = (deps: Pick<Deps, 'secret' | 'clock'>, claim: string): string =>
  signWork(deps, newClaims(deps), claim).challenge;

/** Identifies one login, so that its proof is of no use for another account or from another network. */
type Login = { email: string; network: string };
const loginClaim = ({ email, network }: Login): string => `login ${network} ${email}`;

export const createLoginWork = (deps: Pick<Deps, 'secret' | 'clock'>, login: Login): Work => ({
  ...signWork(deps, newClaims(deps), loginClaim(login)),
  ...LOGIN_WORK,
});

/** True once for each proof of the work of this login. */
export const acceptLoginProof = async (
  deps: Pick<Deps, 'db' | 'secret' | 'clock'>,
  login: Login,
  { token, proof }: z.output<typeof workProof>,
): Promise<boolean> =>
  isProof(token.split('.')[2] ?? '', proof, LOGIN_WORK) && (await acceptToken(deps.db, deps, token, loginClaim(login)));

export const humanCheckFailed = (): Refusal =>
  new Refusal(400, 'verification_failed', "Please solve the math problem correctly to confirm you're human.");
/** For forms, which show no sum. */
const notProved = (): Refusal =>
  new Refusal(400, 'verification_failed', "We couldn't check that a person sent this. Please send it again.");

/**
 * The check of a form that the browser posts by itself, so it can't prove work. A field that only bots fill in, the same origin,
 * and the rate limit of each call keep bots out.
 */
export function passWithoutScripts(deps: Pick<Deps, 'secret' | 'clock'>, trap: unknown): z.input<typeof humanAnswer> {
  if (trap) throw notProved();
  const { a, b, token } = createHumanCheck(deps);
  return { token, answer: a + b };
}

/**
 * Throws unless the answer is correct, is given within ten minutes, and has not been used before. A check has one id, so
 * its sum and its work can't both be used.
 */
export async function verifyHumanCheck(
  trx: Knex,
  deps: Pick<Deps, 'secret' | 'clock'>,
  check: z.output<typeof humanAnswer>,
): Promise<void> {
  const isWork = 'proof' in check;
  const isValid = !isWork || isProof(check.token.split('.')[2] ?? '', check.proof, WORK);
  if (!isValid || !(await acceptToken(trx, deps, check.token, isWork ? WORK_CLAIM : String(check.answer))))
    throw isWork ? notProved() : humanCheckFailed();
}

/** True if the token was signed for this claim, has not expired, and is used for the first time. */
export async function acceptToken(
  trx: Knex,
  deps: Pick<Deps, 'secret' | 'clock'>,
  token: string,
  claim: string,
): Promise<boolean> {
  const [id = '', expiry = '', signature = ''] = token.split('.');
  if (!/^[0-9a-f-]{36}$/.test(id) || !/^\d{13}$/.test(expiry)) return false;
  const expected = Buffer.from(sign(deps, `${id}.${expiry}.${claim}`));
  const actual = Buffer.from(signature);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return false;
  const now = deps.clock.now();
  if (now.getTime() > Number(expiry)) return false;
  const insertedRows = await trx('humanChecks').insert({ id, usedAt: now }).onConflict('id').ignore().returning('id');
  return insertedRows.length > 0;
}

const isProof = (salt: string, proof: readonly number[], { puzzles, bits }: Pick<Work, 'puzzles' | 'bits'>): boolean =>
  proof.length === puzzles &&
  proof.every((nonce, puzzle) => {
    const hash = createHash('sha256')
      .update(textToHash(salt, puzzle, nonce))
      .digest();
    return hash.readUInt32BE(0) >>> (32 - bits) === 0;
  });

export async function deleteExpiredHumanChecks({ db, clock }: Deps): Promise<void> {
  await db('humanChecks')
    .where('usedAt', '<', new Date(clock.now().getTime() - 2 * TEN_MINUTES))
    .delete();
}
