import type { Knex } from 'knex';
import type { EmailDeps } from '#server/base/email/email.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { enforceLimit } from '#server/base/http/limits/limits.ts';
import { hashToken, newToken } from '#server/base/http/callers/token.ts';
import type { User } from './queries.ts';
import { saveVerification } from './queries-verification.ts';

export const LINK_HOURS = 72;

/** The token of a link to this address of the account. */
export async function createVerification(
  trx: Knex,
  deps: EmailDeps,
  user: Pick<User, 'id' | 'email'>,
): Promise<string> {
  const token = newToken();
  await saveVerification(trx, {
    tokenHash: hashToken(token),
    userId: user.id,
    email: user.email,
    expiresAt: new Date(deps.clock.now().getTime() + LINK_HOURS * 3_600_000),
  });
  return token;
}

/** Limited per account, and per mailbox, so that several accounts cannot flood it one after the other. */
export async function limitLinks(ctx: Ctx<Actor>, email: string): Promise<void> {
  const sentence = "We've emailed you several links. Please use the latest one, or try again in an hour.";
  await enforceLimit(ctx, 'LIMIT_FORGOT', `verify|${ctx.actor.userId}`, sentence);
  await enforceLimit(ctx, 'LIMIT_FORGOT', `verify to|${email}`, sentence);
}
