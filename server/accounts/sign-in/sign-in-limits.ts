import { createHmac } from 'node:crypto';
import type { Ctx } from '#server/http/context.ts';
import { Refusal } from '#server/http/errors.ts';
import { countHit, refuseBeyondLimit, reserveHit, resetLimit } from '#server/http/limits.ts';
import { isKnownNetwork } from '../queries-sessions.ts';

const TOO_MANY_TRIES = 'Too many failed logins. Please wait and try again, or reset your password.';
const TOO_MANY_FROM_NETWORK = 'Too many failed logins from your network. Please wait and try again.';
const TOO_MANY_FAILURES =
  'There were too many failed logins to this account. Please wait a few seconds and try again, or reset your password.';

const keyHere = (email: string, { network }: Pick<Ctx, 'network'>) => `${email}|${network}`;

/** Recognizes a network without storing it. */
export const hashNetwork = ({ secret, network }: Pick<Ctx, 'secret' | 'network'>): Buffer =>
  createHmac('sha256', secret.key('known addresses')).update(network).digest();

interface Attempt {
  /** Counts a wrong password against the network too. */
  countFailure(): Promise<void>;
  /** Takes the attempt back, because the password was not checked. */
  forget(): Promise<void>;
}

/**
 * Allows five attempts per account and IP address, and fifty failures per network over all accounts. After fifty attempts
 * at one account from all addresses, it allows one per ten seconds. An address from which the account logged in lately is
 * bound by the first limit only, so that others' guesses cannot lock the owner out.
 */
export async function startAttempt(ctx: Ctx, email: string): Promise<Attempt> {
  const { hits, seconds } = ctx.config.LIMIT_LOGIN;
  const wide = { hits: hits * 10, seconds };
  const networkKey = `network|${ctx.network}`;
  const isKnown = await isKnownNetwork(ctx.db, email, hashNetwork(ctx));
  if (!isKnown) await refuseBeyondLimit(ctx, 'LIMIT_LOGIN', networkKey, TOO_MANY_FROM_NETWORK, wide);
  const forgetHere = await reserveHit(ctx, 'LIMIT_LOGIN', keyHere(email, ctx), TOO_MANY_TRIES);
  const forgetEverywhere = isKnown
    ? async () => {}
    : await reserveEverywhere(ctx, email, wide).catch(async (error: unknown) => {
        await forgetHere();
        throw error;
      });
  return {
    countFailure: async () => void (await countHit(ctx, 'LIMIT_LOGIN', networkKey, wide)),
    forget: async () => void (await Promise.all([forgetHere(), forgetEverywhere()])),
  };
}

async function reserveEverywhere(ctx: Ctx, email: string, wide: { hits: number; seconds: number }) {
  try {
    return await reserveHit(ctx, 'LIMIT_LOGIN', email, TOO_MANY_FAILURES, wide);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return await reserveHit(ctx, 'LIMIT_LOGIN', `${email}|slow`, TOO_MANY_FAILURES, { hits: 1, seconds: 10 });
  }
}

export async function resetAttempts(ctx: Pick<Ctx, 'db' | 'network'>, email: string): Promise<void> {
  await resetLimit(ctx, 'LIMIT_LOGIN', keyHere(email, ctx));
  await resetLimit(ctx, 'LIMIT_LOGIN', email);
}
