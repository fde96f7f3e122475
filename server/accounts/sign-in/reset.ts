import { z } from 'zod';
import type { Ctx, Deps } from '#server/base/http/context.ts';
import { Refusal } from '#server/base/http/errors.ts';
import { enforceLimit } from '#server/base/http/limits/limits.ts';
import { hashToken, newToken } from '#server/base/http/callers/token.ts';
import { enqueue, job } from '#server/base/jobs/queue.ts';
import { emailPasswordChanged, emailResetLink } from '../emails.ts';
import { checkNewPassword, hashPassword, hashRanks } from './password.ts';
import { findUserByEmail, findUserByResetToken, saveResetToken, consumeResetToken } from '../queries.ts';
import { deleteSessions, saveKnownAddress } from '../queries-sessions.ts';
import { deleteChallenges } from './queries-two-factor.ts';
import { hashNetwork, resetAttempts } from './sign-in-limits.ts';

const DAY = 24 * 3_600_000;
const hashResetToken = (token: string) => hashToken(token).toString('hex');

/** Looks up the account in a job, so that the time of the response does not reveal whether the account exists. */
export const sendResetEmail = job('accounts.reset-mail', {
  payload: z.object({ email: z.string() }),
  async handle({ email }, deps: Deps) {
    const user = await findUserByEmail(deps.db, email);
    if (!user) return;
    const token = newToken();
    await deps.db.transaction(async (trx) => {
      await saveResetToken(trx, user.id, hashResetToken(token), new Date(deps.clock.now().getTime() + DAY));
      await emailResetLink(trx, deps, user, token);
    });
  },
});

export async function requestPasswordReset(email: string, ctx: Ctx): Promise<void> {
  await enforceLimit(ctx, 'LIMIT_FORGOT', ctx.network, "You've asked for several reset links. Please try again later.");
  // Limited per mailbox too, so that requests from many IP addresses cannot flood it.
  const mayEmail = await enforceLimit(ctx, 'LIMIT_FORGOT', `to|${email}`).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
  if (mayEmail) await enqueue(ctx.db, sendResetEmail, { email });
}

const invalid = () =>
  new Refusal(400, 'invalid_token', 'This reset link is no longer valid. Please ask for a new one.');

/**
 * Ends all sessions of the account, because a stranger may have opened one. The link proves the mailbox, so the network counts as
 * known, and a login from it needs no proof of work while others guess passwords.
 */
export async function resetPassword({ token, password }: { token: string; password: string }, ctx: Ctx): Promise<void> {
  const user = await findUserByResetToken(ctx.db, hashResetToken(token), ctx.clock.now());
  if (!user) throw invalid();
  checkNewPassword(password, user);
  const hash = await hashPassword(password, { ...ctx, rank: hashRanks.trusted });
  await ctx.db.transaction(async (trx) => {
    if (!(await consumeResetToken(trx, hashResetToken(token), ctx.clock.now(), hash))) throw invalid();
    await deleteSessions(trx, user.id);
    await deleteChallenges(trx, user.id);
    await saveKnownAddress(trx, user.id, hashNetwork(ctx), ctx.clock.now());
    await emailPasswordChanged(trx, ctx, user);
  });
  await resetAttempts(ctx, user.email);
}
