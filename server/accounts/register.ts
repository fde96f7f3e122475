import type { Ctx } from '#server/http/context.ts';
import { Refusal } from '#server/http/errors.ts';
import { enforceLimit } from '#server/http/limits.ts';
import type { Stream } from '#server/http/serve.ts';
import { emailWelcome } from './emails.ts';
import { checkNewPassword, hashPassword } from './password.ts';
import { createUser, findUserByEmail } from './queries.ts';
import { openSession, type SignedIn } from './sign-in.ts';

const emailTaken = () => {
  const sentence = 'An account with this email address already exists.';
  return new Refusal(409, 'email_taken', sentence, { fields: { email: sentence } });
};

/** Creates the account, sends the welcome email, and logs in. */
export async function createAccount(
  { name, email, password }: { name: string; email: string; password: string },
  ctx: Ctx,
  stream: Stream,
): Promise<SignedIn> {
  await enforceLimit(
    ctx,
    'LIMIT_REGISTER',
    ctx.ip,
    'Several accounts were created from your network. Please try again in an hour.',
  );
  checkNewPassword(password, { role: 'user', email });
  if (await findUserByEmail(ctx.db, email)) throw emailTaken();
  const hash = await hashPassword(password, ctx.signal);
  const user = await ctx.db.transaction(async (trx) => {
    const newUser = await createUser(trx, { name, email, password: hash, role: 'user', createdAt: ctx.clock.now() });
    if (!newUser) throw emailTaken();
    await emailWelcome(trx, ctx, newUser);
    return newUser;
  });
  return await openSession(ctx, user, 'web', stream);
}
