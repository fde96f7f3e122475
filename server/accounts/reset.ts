import { z } from 'zod';
import type { Ctx, Deps } from '#server/http/context.ts';
import { Refusal } from '#server/http/errors.ts';
import { enforceLimit } from '#server/http/limits.ts';
import { hashToken, newToken } from '#server/http/token.ts';
import { enqueue, job } from '#server/job.ts';
import { mailPasswordChanged, mailReset } from './mails.ts';
import { checkNewPassword, hashPassword } from './password.ts';
import { findByEmail, findByResetToken, setResetToken, takeResetToken } from './queries.ts';
import { deleteSessions } from './queries-sessions.ts';
import { deleteChallenges } from './queries-two-factor.ts';
import { forgiveTries } from './sign-in.ts';

const DAY = 24 * 3_600_000;
const atRest = (token: string) => hashToken(token).toString('hex');

/** Looks for the account behind the scenes, so that neither the answer nor its timing tells whether there is one. */
export const sendReset = job('accounts.reset-mail', {
  payload: z.object({ email: z.string() }),
  async handle({ email }, deps: Deps) {
    const user = await findByEmail(deps.db, email);
    if (!user) return;
    const token = newToken();
    await deps.db.transaction(async (trx) => {
      await setResetToken(trx, user.id, atRest(token), new Date(deps.clock.now().getTime() + DAY));
      await mailReset(trx, deps, user, token);
    });
  },
});

export async function askForReset(email: string, ctx: Ctx): Promise<void> {
  await enforceLimit(ctx, 'LIMIT_FORGOT', ctx.ip, 'You have asked several times already. Please try again later.');
  // However many addresses ask, one mailbox is not flooded.
  const mayMail = await enforceLimit(ctx, 'LIMIT_FORGOT', `to|${email}`).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
  if (mayMail) await enqueue(ctx.db, sendReset, { email });
}

const invalid = () =>
  new Refusal(400, 'invalid_token', 'This reset link is no longer valid. Please ask for a new one.');

/** Of any number of uses at once, one succeeds. Every sign-in of the account ends, whoever made it. */
export async function resetPassword({ token, password }: { token: string; password: string }, ctx: Ctx): Promise<void> {
  const user = await findByResetToken(ctx.db, atRest(token), ctx.clock.now());
  if (!user) throw invalid();
  checkNewPassword(password, user);
  const hash = await hashPassword(password, ctx.signal);
  await ctx.db.transaction(async (trx) => {
    if (!(await takeResetToken(trx, atRest(token), ctx.clock.now(), hash))) throw invalid();
    await deleteSessions(trx, user.id);
    await deleteChallenges(trx, user.id);
    await mailPasswordChanged(trx, ctx, user);
  });
  await forgiveTries(ctx, user.email, ctx.ip);
}
