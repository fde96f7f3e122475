import type { Ctx } from '#server/base/http/context.ts';
import { enforceLimit } from '#server/base/http/limits/limits.ts';
import type { Stream } from '#server/base/http/serve.ts';
import { isInvited } from '#server/listings/owner/managers.ts';
import { emailTaken } from './email-taken.ts';
import { checkNewPassword, hashPassword, hashRanks } from './sign-in/password.ts';
import { createUser, findUserByEmail } from './queries.ts';
import { openSession, type SignedIn } from './sign-in/sign-in.ts';
import { sendWelcome } from './verify-email.ts';

/** Creates the account and logs in. The welcome email verifies the address, unless the token of an invitation has. */
export async function createAccount(
  {
    name,
    email,
    password,
    invitation,
  }: { name: string; email: string; password: string; invitation?: string | undefined },
  ctx: Ctx,
  stream: Stream,
): Promise<SignedIn> {
  await enforceLimit(
    ctx,
    'LIMIT_REGISTER',
    ctx.network,
    'Several accounts were created from your network. Please try again in an hour.',
  );
  checkNewPassword(password, { role: 'user', email });
  if (await findUserByEmail(ctx.db, email)) throw emailTaken();
  const createdAt = ctx.clock.now();
  const isProven = invitation !== undefined && (await isInvited(ctx.db, { token: invitation, email, now: createdAt }));
  const hash = await hashPassword(password, { ...ctx, rank: hashRanks.registration });
  const user = await ctx.db.transaction(async (trx) => {
    const newUser = await createUser(trx, {
      name,
      email,
      password: hash,
      role: 'user',
      createdAt,
      ...(isProven && { emailVerifiedAt: createdAt }),
    });
    if (!newUser) throw emailTaken();
    if (!isProven) await sendWelcome(trx, ctx, newUser);
    return newUser;
  });
  return await openSession(ctx, user, 'web', stream);
}
