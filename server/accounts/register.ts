import type { Ctx } from '#server/http/context.ts';
import { Refusal } from '#server/http/errors.ts';
import { enforceLimit } from '#server/http/limits.ts';
import type { Stream } from '#server/http/serve.ts';
import { mailWelcome } from './mails.ts';
import { checkNewPassword, hashPassword } from './password.ts';
import { createUser, findByEmail } from './queries.ts';
import { openSession, type SignedIn } from './sign-in.ts';

const taken = () => {
  const sentence = 'An account with this email address already exists.';
  return new Refusal(409, 'email_taken', sentence, { fields: { email: sentence } });
};

/** Makes the account, welcomes by mail and signs in. */
export async function createAccount(
  { name, email, password }: { name: string; email: string; password: string },
  ctx: Ctx,
  stream: Stream,
): Promise<SignedIn> {
  await enforceLimit(
    ctx,
    'LIMIT_REGISTER',
    ctx.ip,
    'Several accounts were made from here already. Please try again in an hour.',
  );
  checkNewPassword(password, { role: 'user', email });
  if (await findByEmail(ctx.db, email)) throw taken();
  const hash = await hashPassword(password, ctx.signal);
  const user = await ctx.db.transaction(async (trx) => {
    const made = await createUser(trx, { name, email, password: hash, role: 'user', createdAt: ctx.clock.now() });
    if (!made) throw taken();
    await mailWelcome(trx, ctx, made);
    return made;
  });
  return await openSession(ctx, user, 'web', stream);
}
