import type { Knex } from 'knex';
import type { z } from 'zod';
import { me, type changeName } from '#contract/accounts.ts';
import { endBilling } from '#server/billing/billing.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { conflict, notFound, unauthorized } from '#server/http/errors.ts';
import { rejectIfChanged } from '#server/http/edit-conflict.ts';
import { deviceOf } from './device.ts';
import { mailPasswordChanged } from './mails.ts';
import { confirmOwnPassword } from './own-password.ts';
import { checkNewPassword, hashPassword } from './password.ts';
import {
  anonymiseClaims,
  changeUser,
  countOtherAdmins,
  dropUser,
  findById,
  lockName,
  readState,
  releaseListings,
  replacePassword,
  willRenew,
} from './queries.ts';
import { deleteSession, deleteSessions, listSessions } from './queries-sessions.ts';
import { deleteChallenges } from './queries-two-factor.ts';
import { describe } from './sign-in.ts';
import { DEFAULT_IDLE_MINUTES } from '#server/http/authenticate.ts';

export async function whoAmI(ctx: Ctx<Actor>) {
  const user = await findById(ctx.db, ctx.actor.userId);
  if (!user) throw unauthorized();
  return await describe(ctx, user);
}

export async function rename({ name, read }: z.output<(typeof changeName)['body']>, ctx: Ctx<Actor>) {
  const { userId } = ctx.actor;
  await ctx.db.transaction(async (trx) => {
    const stored = await lockName(trx, userId);
    if (!stored) throw unauthorized();
    // Nobody but the person changes it.
    const who = () => Promise.resolve({ userId, name: null, at: null });
    await rejectIfChanged({
      read,
      schema: me.pick({ name: true }),
      stored,
      newValues: { name },
      actor: ctx.actor,
      findLastChange: who,
    });
    await changeUser(trx, userId, { name });
  });
  return await whoAmI(ctx);
}

export async function changePassword(
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  ctx: Ctx<Actor>,
): Promise<void> {
  const user = await confirmOwnPassword(ctx, currentPassword, 'currentPassword');
  checkNewPassword(newPassword, user, 'newPassword');
  const hash = await hashPassword(newPassword, ctx.signal);
  await ctx.db.transaction(async (trx) => {
    if (!(await replacePassword(trx, user.id, user.password, hash)))
      throw conflict('Your password was changed elsewhere a moment ago. Please sign in again.');
    await deleteSessions(trx, user.id, ctx.actor.sessionId);
    await deleteChallenges(trx, user.id);
    await mailPasswordChanged(trx, ctx, user);
  });
}

export async function mySessions(ctx: Ctx<Actor>) {
  const now = ctx.clock.now();
  const { idleMinutes } = await readState(ctx.db, ctx.actor.userId, DEFAULT_IDLE_MINUTES);
  const found = await listSessions(ctx.db, ctx.actor.userId, now, new Date(now.getTime() - idleMinutes * 60_000));
  return found.map((session) => ({
    ...session,
    current: session.id === ctx.actor.sessionId,
    device: deviceOf(session.userAgent, session.kind),
  }));
}

export async function endSession(id: string, ctx: Ctx<Actor>): Promise<void> {
  if (!(await deleteSession(ctx.db, ctx.actor.userId, id))) throw notFound('This sign-in has ended already.');
}

/**
 * For good. Listings go back to the directory without an owner, claims stay without a person, payments stay without a
 * name: what hangs on the account is detached by the database itself.
 */
export async function deleteAccount(password: string, ctx: Ctx<Actor>): Promise<void> {
  const user = await confirmOwnPassword(ctx, password);
  await ctx.db.transaction(async (trx) => {
    if (user.role === 'admin' && (await countOtherAdmins(trx, user.id)) === 0)
      throw conflict('You are the only administrator. Make somebody else one first.', 'last_admin');
    if (await willRenew(trx, user.id))
      throw conflict(
        'Your subscription is still running. Please cancel it from your dashboard first, so that you are not charged again.',
        'subscription_running',
      );
    await eraseAccount(trx, user.id, ctx.clock.now());
  });
}

/** By the person, by staff, or by time: an account that nobody has used for years. What could still be charged is ended. */
export async function eraseAccount(trx: Knex, id: number, now: Date): Promise<void> {
  await endBilling(trx, id);
  await releaseListings(trx, id);
  await anonymiseClaims(trx, id, now);
  await dropUser(trx, id);
}
