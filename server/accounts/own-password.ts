import type { Actor, Ctx } from '#server/http/context.ts';
import { badRequest, unauthorized } from '#server/http/errors.ts';
import { enforceLimit, resetLimit } from '#server/http/limits.ts';
import { verifyPassword } from './password.ts';
import { findById, type User } from './queries.ts';

/** Before what matters, a signed-in person shows once more who they are: a screen left open is not enough. */
export async function confirmOwnPassword(ctx: Ctx<Actor>, password: string, field = 'password'): Promise<User> {
  const key = `own|${ctx.actor.userId}`;
  await enforceLimit(ctx, 'LIMIT_LOGIN', key, 'Too many wrong passwords. Please wait and try again.');
  const user = await findById(ctx.db, ctx.actor.userId);
  if (!user) throw unauthorized();
  if (!(await verifyPassword(user.password, password, ctx.signal))) {
    const sentence = 'This is not your password.';
    throw badRequest(sentence, { [field]: sentence });
  }
  await resetLimit(ctx, 'LIMIT_LOGIN', key);
  return user;
}
