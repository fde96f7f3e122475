import type { Actor, Ctx } from '#server/http/context.ts';
import { badRequest, ifPossible, unauthorized } from '#server/http/errors.ts';
import { reserveHit, resetLimit } from '#server/http/limits.ts';
import { verifyPassword } from './password.ts';
import { findUserById, type User } from '../queries.ts';

/** Asks for the password again before a sensitive change, because an unattended screen could still be signed in. */
export async function confirmOwnPassword(ctx: Ctx<Actor>, password: string, field = 'password'): Promise<User> {
  const key = `own|${ctx.actor.userId}`;
  const forgetTry = await reserveHit(ctx, 'LIMIT_LOGIN', key, 'Too many wrong passwords. Please wait and try again.');
  const user = await findUserById(ctx.db, ctx.actor.userId);
  if (!user) throw unauthorized();
  const isValid = await verifyPassword(user.password, password, ctx).catch(async (error: unknown) => {
    await ifPossible(forgetTry());
    throw error;
  });
  if (!isValid) {
    const sentence = "That's not your password.";
    throw badRequest(sentence, { [field]: sentence });
  }
  await resetLimit(ctx, 'LIMIT_LOGIN', key);
  return user;
}
