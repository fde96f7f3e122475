import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import type { login } from '#contract/accounts/accounts.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { Refusal } from '#server/base/http/errors.ts';
import { acceptLoginProof, createLoginWork } from '#server/base/http/limits/human-check.ts';
import { countHit, refuseBeyondLimit, reserveHit, resetLimit } from '#server/base/http/limits/limits.ts';
import { isKnownNetwork } from '../queries-sessions.ts';
import { loginPressureOf } from './login-pressure.ts';
import { hashRanks, isHashingCrowded } from './password.ts';

const TOO_MANY_TRIES = 'Too many failed logins. Please wait and try again, or reset your password.';
const TOO_MANY_FROM_NETWORK = 'Too many failed logins from your network. Please wait and try again.';
const UNDER_ATTACK =
  'Many wrong passwords are being tried on this site right now. Please try again in a minute, or reset your password: the link in our email lets you log in from here at once.';
const TOO_MANY_FAILURES =
  'There were too many failed logins to this account. Please wait a few seconds and try again, or reset your password.';

const keyHere = (email: string, { network }: Pick<Ctx, 'network'>) => `${email}|${network}`;

/** Logins with a proof are counted apart, so that guesses without one don't use up their tries. */
const provenKey = (email: string) => `${email}|proven`;

/** Recognizes a network without storing it. */
export const hashNetwork = ({ secret, network }: Pick<Ctx, 'secret' | 'network'>): Buffer =>
  createHmac('sha256', secret.key('known addresses')).update(network).digest();

interface Attempt {
  /** The place of the password check among others. */
  rank: number;
  /** Counts a wrong password against the network too. */
  countFailure(): Promise<void>;
  /** Takes the attempt back, because the password was not checked. */
  forget(): Promise<void>;
}

/**
 * Allows five attempts per account and network, and fifty failures per network over all accounts. After fifty attempts at
 * one account from all networks, it allows one per ten seconds. A network from which the account logged in lately is bound
 * by the first limit only, so that others' guesses cannot lock the owner out. While many networks fail to log in, and for
 * an account under attack, logins from other networks must prove some work; so an unknown account costs no hash then.
 */
export async function startAttempt(
  ctx: Ctx,
  { email, proof }: Pick<z.output<(typeof login)['body']>, 'email' | 'proof'>,
): Promise<Attempt> {
  const { hits, seconds } = ctx.config.LIMIT_LOGIN;
  const wide = { hits: hits * 10, seconds };
  const networkKey = `network|${ctx.network}`;
  const countNetworkFailure = async () => void (await countHit(ctx, 'LIMIT_LOGIN', networkKey, wide));
  if (await isKnownNetwork(ctx.db, email, hashNetwork(ctx))) {
    const forget = await reserveHit(ctx, 'LIMIT_LOGIN', keyHere(email, ctx), TOO_MANY_TRIES);
    return { rank: hashRanks.trusted, countFailure: countNetworkFailure, forget };
  }
  const pressure = loginPressureOf(ctx.db);
  const addPressure = () => pressure.count(ctx.network, ctx.clock.now());
  await refuseBeyondLimit(ctx, 'LIMIT_LOGIN', networkKey, TOO_MANY_FROM_NETWORK, wide);
  const isProven = proof !== undefined && (await acceptLoginProof(ctx, { email, network: ctx.network }, proof));
  if (!isProven && (isHashingCrowded() || pressure.isHigh(ctx.clock.now()))) {
    addPressure();
    throw proofRequired(ctx, email, UNDER_ATTACK);
  }
  const forgetHere = await reserveHit(ctx, 'LIMIT_LOGIN', keyHere(email, ctx), TOO_MANY_TRIES);
  const forgetEverywhere = await reserveEverywhere(ctx, isProven ? provenKey(email) : email, wide).catch(
    async (error: unknown) => {
      await forgetHere();
      throw !isProven && error instanceof Refusal ? proofRequired(ctx, email, TOO_MANY_FAILURES) : error;
    },
  );
  return {
    rank: isProven ? hashRanks.trusted : hashRanks.untrusted,
    async countFailure() {
      addPressure();
      await countNetworkFailure();
    },
    async forget() {
      addPressure();
      await Promise.all([forgetHere(), forgetEverywhere()]);
    },
  };
}

/**
 * The limits of a passkey: five attempts per account and network, and fifty failures per network. It asks for no proof of work,
 * because checking a signature costs almost nothing.
 */
export async function startPasskeyAttempt(ctx: Ctx, email: string | undefined): Promise<Pick<Attempt, 'countFailure'>> {
  const { hits, seconds } = ctx.config.LIMIT_LOGIN;
  const wide = { hits: hits * 10, seconds };
  const networkKey = `network|${ctx.network}`;
  await refuseBeyondLimit(ctx, 'LIMIT_LOGIN', networkKey, TOO_MANY_FROM_NETWORK, wide);
  if (email !== undefined) await reserveHit(ctx, 'LIMIT_LOGIN', keyHere(email, ctx), TOO_MANY_TRIES);
  return { countFailure: async () => void (await countHit(ctx, 'LIMIT_LOGIN', networkKey, wide)) };
}

/** The same for every account, so that it does not reveal which accounts exist. */
const proofRequired = (ctx: Ctx, email: string, sentence: string): Refusal =>
  new Refusal(429, 'proof_required', sentence, {
    headers: { 'Retry-After': '30' },
    work: createLoginWork(ctx, { email, network: ctx.network }),
  });

async function reserveEverywhere(ctx: Ctx, key: string, wide: { hits: number; seconds: number }) {
  try {
    return await reserveHit(ctx, 'LIMIT_LOGIN', key, TOO_MANY_FAILURES, wide);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return await reserveHit(ctx, 'LIMIT_LOGIN', `${key}|slow`, TOO_MANY_FAILURES, { hits: 1, seconds: 10 });
  }
}

export async function resetAttempts(ctx: Pick<Ctx, 'db' | 'network'>, email: string): Promise<void> {
  await resetLimit(ctx, 'LIMIT_LOGIN', keyHere(email, ctx));
  await resetLimit(ctx, 'LIMIT_LOGIN', email);
  await resetLimit(ctx, 'LIMIT_LOGIN', provenKey(email));
}
