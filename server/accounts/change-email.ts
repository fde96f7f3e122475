import type { Knex } from 'knex';
import { updateContact } from '#server/billing/billing.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { Refusal } from '#server/base/http/errors.ts';
import { enforceLimit } from '#server/base/http/limits/limits.ts';
import { hashToken, newToken } from '#server/base/http/callers/token.ts';
import { announceStaffChange } from './announce-security.ts';
import { emailTaken } from './email-taken.ts';
import { emailAddressChanged, emailAddressRestored, emailConfirmAddress } from './emails.ts';
import { findUserByEmail, findUserById, isReserved, saveResetToken, type User } from './queries.ts';
import { deletePasskeys } from './passkeys/queries.ts';
import * as sql from './queries-email-changes.ts';
import { deleteKeys } from './queries-api-keys.ts';
import { deleteEndpoints } from './webhooks/queries-endpoints.ts';
import { deleteSessions } from './queries-sessions.ts';
import { deleteVerifications, replaceEmail } from './queries-verification.ts';
import { confirmOwnPassword } from './sign-in/own-password.ts';
import { deleteChallenges } from './sign-in/queries-two-factor.ts';
import { createVerification, limitLinks, LINK_HOURS } from './verification-links.ts';

const HOUR = 3_600_000;
const UNDO_DAYS = 7;
const RESET_HOURS = 24;

const inHours = (ctx: Ctx, hours: number): Date => new Date(ctx.clock.now().getTime() + hours * HOUR);

async function emailLink(trx: Knex, ctx: Ctx, user: User, newEmail: string): Promise<void> {
  const recipient = { ...user, email: newEmail };
  await emailConfirmAddress(trx, ctx, recipient, await createVerification(trx, ctx, recipient));
}

/** Asks for a new address. The current one stays until the link to the new one is used. */
export async function changeEmail(
  { email, password }: { email: string; password: string },
  ctx: Ctx<Actor>,
): Promise<void> {
  const user = await confirmOwnPassword(ctx, password);
  if (user.email === email) return cancelEmailChange(ctx);
  await limitLinks(ctx, email);
  // Refusing a taken address reveals that it has an account, just as registration does.
  await enforceLimit(ctx, 'LIMIT_REGISTER', ctx.network, 'Too many changes. Please try again in an hour.');
  const now = ctx.clock.now();
  await ctx.db.transaction(async (trx) => {
    if ((await findUserByEmail(trx, email)) || (await isReserved(trx, email, user.id, now))) throw emailTaken();
    await sql.savePendingChange(trx, {
      userId: user.id,
      oldEmail: user.email,
      newEmail: email,
      requestedAt: now,
      expiresAt: inHours(ctx, LINK_HOURS),
    });
    await emailLink(trx, ctx, user, email);
  });
}

export const cancelEmailChange = (ctx: Ctx<Actor>): Promise<void> =>
  ctx.db.transaction((trx) => sql.deletePendingChange(trx, ctx.actor.userId));

/** Emails the link to the new address again. False if no change is waiting. */
export async function resendConfirmation(ctx: Ctx<Actor>, user: User): Promise<boolean> {
  const pending = await ctx.db.transaction((trx) => sql.lockPendingChange(trx, user.id));
  if (!pending) return false;
  await limitLinks(ctx, pending.newEmail);
  await ctx.db.transaction(async (trx) => {
    await sql.extendPendingChange(trx, pending.id, inHours(ctx, LINK_HOURS));
    await emailLink(trx, ctx, user, pending.newEmail);
  });
  return true;
}

/** Lets the new address of a link take effect. Null if the link confirms no change. */
export async function confirmEmailChange(trx: Knex, ctx: Ctx, token: string): Promise<{ email: string } | null> {
  const now = ctx.clock.now();
  const change = await sql.lockChangeOfLink(trx, hashToken(token), now);
  const user = change && (await findUserById(trx, change.userId));
  if (!change || !user) return null;
  const { newEmail } = change;
  if ((await isReserved(trx, newEmail, user.id, now)) || !(await replaceEmail(trx, user.id, newEmail)))
    throw emailTaken();
  await sql.markVerified(trx, user.id, newEmail, now);
  // An address that was never verified may be a stranger's, who must not get the account.
  const undoToken = user.emailVerifiedAt ? newToken() : null;
  await sql.confirmChange(trx, change.id, {
    confirmedAt: now,
    expiresAt: inHours(ctx, UNDO_DAYS * 24),
    undoHash: undoToken === null ? null : hashToken(undoToken),
  });
  if (undoToken !== null)
    await emailAddressChanged(trx, ctx, user, { newAddress: newEmail, token: undoToken, days: UNDO_DAYS });
  await updateContact(trx, user.id);
  await announceStaffChange(
    trx,
    ctx,
    user,
    { action: 'user.email_changed', before: { email: user.email }, after: { email: newEmail } },
    `The email address of this account changed from ${user.email} to ${newEmail}.`,
  );
  return { email: newEmail };
}

const invalid = () =>
  new Refusal(
    400,
    'invalid_token',
    'This link is no longer valid. If you can’t get into your account, reply to the email.',
  );

/**
 * Restores the old address, even if the address has changed again since. Ends all sessions, API keys, and passkeys, and emails a link to
 * choose a new password, because the password may be stolen.
 */
export async function undoEmailChange(token: string, ctx: Ctx): Promise<{ email: string }> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (trx) => {
    const change = await sql.lockChangeToUndo(trx, hashToken(token), now);
    const user = change && (await findUserById(trx, change.userId));
    if (!change || !user) throw invalid();
    const { oldEmail } = change;
    await sql.endChangesFrom(trx, change);
    await deleteVerifications(trx, user.id);
    if (user.email !== oldEmail && !(await replaceEmail(trx, user.id, oldEmail))) throw emailTaken();
    await sql.markVerified(trx, user.id, oldEmail, now);
    await deleteSessions(trx, user.id);
    await deleteKeys(trx, user.id);
    await deleteEndpoints(trx, user.id);
    await deletePasskeys(trx, user.id);
    await deleteChallenges(trx, user.id);
    const resetToken = newToken();
    await saveResetToken(trx, user.id, hashToken(resetToken).toString('hex'), inHours(ctx, RESET_HOURS));
    await emailAddressRestored(trx, ctx, { name: user.name, email: oldEmail }, resetToken);
    await updateContact(trx, user.id);
    await announceStaffChange(
      trx,
      ctx,
      { ...user, email: oldEmail },
      { action: 'user.email_restored', before: { email: user.email }, after: { email: oldEmail } },
      `A change of the email address of this account was undone. It is ${oldEmail} again, and its sessions were ended.`,
    );
    return { email: oldEmail };
  });
}
