import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest, forbidden, ifPossible, unauthorized } from '#server/base/http/errors.ts';
import { reserveHit, resetLimit } from '#server/base/http/limits/limits.ts';
import { verifyPassword } from './password.ts';
import { findUserById, type User } from '../queries.ts';
import { findPasswordTime, markPasswordConfirmed } from '../queries-sessions.ts';

/** A login or password check this recent counts as proof that the account's owner is at the screen. */
const RECENT_MS = 10 * 60_000;

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
  await markPasswordConfirmed(ctx.db, ctx.actor.sessionId, ctx.clock.now());
  return user;
}

export const passwordRequired = () => forbidden('Please enter your password to change this.', 'password_required');

/**
 * Protects a sensitive change whose password is optional: the request includes the password, or the session confirmed it within
 * the last few minutes.
 */
export async function requireRecentPassword(ctx: Ctx<Actor>, password: string | undefined): Promise<void> {
  if (password !== undefined) return void (await confirmOwnPassword(ctx, password));
  const enteredAt = await findPasswordTime(ctx.db, ctx.actor.sessionId);
  if (!enteredAt || ctx.clock.now().getTime() - enteredAt.getTime() > RECENT_MS) throw passwordRequired();
}
