import type { z } from 'zod';
import { me, type changeName } from '#contract/accounts/accounts.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict, notFound, unauthorized } from '#server/base/http/errors.ts';
import { rejectIfChanged } from '#server/base/http/edit-conflict.ts';
import { describeDevice } from './sign-in/device.ts';
import { emailPasswordChanged } from './emails.ts';
import { eraseAccount } from './erase/erase-account.ts';
import { confirmOwnPassword } from './sign-in/own-password.ts';
import { checkNewPassword, hashPassword } from './sign-in/password.ts';
import {
  updateUser,
  countOtherAdmins,
  findUserById,
  lockUserName,
  readAccountState,
  replacePassword,
  willRenew,
} from './queries.ts';
import { deleteSession, deleteSessions, listSessions } from './queries-sessions.ts';
import { deleteChallenges } from './sign-in/queries-two-factor.ts';
import { describeAccount } from './sign-in/sign-in.ts';
import { DEFAULT_IDLE_MINUTES } from '#server/base/http/callers/session-timeout.ts';

export async function getOwnAccount(ctx: Ctx<Actor>) {
  const user = await findUserById(ctx.db, ctx.actor.userId);
  if (!user) throw unauthorized();
  return await describeAccount(ctx, user, ctx.actor.mustEnrol);
}

export async function renameAccount({ name, read }: z.output<(typeof changeName)['body']>, ctx: Ctx<Actor>) {
  const { userId } = ctx.actor;
  await ctx.db.transaction(async (trx) => {
    const stored = await lockUserName(trx, userId);
    if (!stored) throw unauthorized();
    // Only the account's owner can change its name.
    const findLastChange = () => Promise.resolve({ userId, name: null, at: null });
    await rejectIfChanged({
      read,
      schema: me.pick({ name: true }),
      stored,
      newValues: { name },
      actor: ctx.actor,
      findLastChange,
    });
    await updateUser(trx, userId, { name });
  });
  return await getOwnAccount(ctx);
}

export async function changePassword(
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  ctx: Ctx<Actor>,
): Promise<void> {
  const user = await confirmOwnPassword(ctx, currentPassword, 'currentPassword');
  checkNewPassword(newPassword, user, 'newPassword');
  const hash = await hashPassword(newPassword, ctx);
  await ctx.db.transaction(async (trx) => {
    if (!(await replacePassword(trx, user.id, user.password, hash)))
      throw conflict('Your password was just changed on another device. Please log in again.');
    await deleteSessions(trx, user.id, ctx.actor.sessionId);
    await deleteChallenges(trx, user.id);
    await emailPasswordChanged(trx, ctx, user);
  });
}

export async function listOwnSessions(ctx: Ctx<Actor>) {
  const now = ctx.clock.now();
  const { idleMinutes } = await readAccountState(ctx.db, ctx.actor.userId, DEFAULT_IDLE_MINUTES);
  const sessions = await listSessions(ctx.db, ctx.actor.userId, now, new Date(now.getTime() - idleMinutes * 60_000));
  return sessions.map((session) => ({
    ...session,
    current: session.id === ctx.actor.sessionId,
    device: describeDevice(session.userAgent, session.kind),
  }));
}

export async function endOwnSession(id: string, ctx: Ctx<Actor>): Promise<void> {
  if (!(await deleteSession(ctx.db, ctx.actor.userId, id))) throw notFound('This session has already ended.');
}

/**
 * Deletes the caller's account permanently. Listings stay without an owner, and claims and payments stay without the
 * person's name; foreign keys detach the rest.
 */
export async function deleteAccount(password: string, ctx: Ctx<Actor>): Promise<void> {
  const user = await confirmOwnPassword(ctx, password);
  await ctx.db.transaction(async (trx) => {
    if (user.role === 'admin' && (await countOtherAdmins(trx, user.id)) === 0)
      throw conflict("You're the only administrator. Make someone else an administrator first.", 'last_admin');
    if (await willRenew(trx, user.id))
      throw conflict(
        "Your subscription is still active. Please cancel it from your dashboard first, so you aren't charged again.",
        'subscription_running',
      );
    await eraseAccount(trx, ctx.secret, user.id, ctx.clock.now());
  });
}
