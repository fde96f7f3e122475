import type { Knex } from 'knex';
import type { EmailDeps } from '#server/email.ts';
import { updateContact } from '#server/billing/billing.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { Refusal, unauthorized } from '#server/http/errors.ts';
import { enforceLimit } from '#server/http/limits.ts';
import { hashToken, newToken } from '#server/http/token.ts';
import { emailTaken } from './email-taken.ts';
import { emailAddressChanged, emailVerificationLink, emailWelcome } from './emails.ts';
import { confirmOwnPassword } from './sign-in/own-password.ts';
import { findUserById, type User } from './queries.ts';
import { deleteVerifications, replaceEmail, saveVerification, useVerification } from './queries-verification.ts';

const LINK_HOURS = 72;

/** True if the account's owner proved that they read the account's mailbox. */
export const isEmailVerified = (user: Pick<User, 'emailVerifiedAt'>): boolean => user.emailVerifiedAt !== null;

async function createVerification(trx: Knex, deps: EmailDeps, user: User): Promise<string> {
  const token = newToken();
  await saveVerification(trx, {
    tokenHash: hashToken(token),
    userId: user.id,
    email: user.email,
    expiresAt: new Date(deps.clock.now().getTime() + LINK_HOURS * 3_600_000),
  });
  return token;
}

export const sendWelcome = async (trx: Knex, deps: EmailDeps, user: User): Promise<void> =>
  emailWelcome(trx, deps, user, await createVerification(trx, deps, user));

/** Limited per account, and per mailbox, so that several accounts cannot flood it one after the other. */
export async function limitLinks(ctx: Ctx<Actor>, email: string): Promise<void> {
  const sentence = "We've emailed you several links. Please use the latest one, or try again in an hour.";
  await enforceLimit(ctx, 'LIMIT_FORGOT', `verify|${ctx.actor.userId}`, sentence);
  await enforceLimit(ctx, 'LIMIT_FORGOT', `verify to|${email}`, sentence);
}

/** Emails the link again, unless the address is already verified. */
export async function resendVerification(ctx: Ctx<Actor>): Promise<void> {
  const user = await findUserById(ctx.db, ctx.actor.userId);
  if (!user) throw unauthorized();
  if (isEmailVerified(user)) return;
  await limitLinks(ctx, user.email);
  await ctx.db.transaction(async (trx) =>
    emailVerificationLink(trx, ctx, user, await createVerification(trx, ctx, user)),
  );
}

const invalid = () =>
  new Refusal(400, 'invalid_token', 'This link is no longer valid. Please ask for a new one on your account page.');

/** Needs no session, because the link may be opened on another device. */
export async function verifyEmail(token: string, ctx: Ctx): Promise<{ email: string }> {
  const link = await ctx.db.transaction((trx) => useVerification(trx, hashToken(token), ctx.clock.now()));
  if (!link) throw invalid();
  return { email: link.email };
}

/** Changes the account's address at once. Emails a notice to the old address, and a link to the new one. */
export async function changeEmail(
  { email, password }: { email: string; password: string },
  ctx: Ctx<Actor>,
): Promise<void> {
  const user = await confirmOwnPassword(ctx, password);
  if (user.email === email) return;
  await limitLinks(ctx, email);
  // Refusing a taken address reveals that it has an account, just as registration does.
  await enforceLimit(ctx, 'LIMIT_REGISTER', clientNetwork(ctx.ip), 'Too many changes. Please try again in an hour.');
  await ctx.db.transaction(async (trx) => {
    await deleteVerifications(trx, user.id);
    if (!(await replaceEmail(trx, user.id, email))) throw emailTaken();
    await emailAddressChanged(trx, ctx, user, email);
    const changed = { ...user, email };
    await emailVerificationLink(trx, ctx, changed, await createVerification(trx, ctx, changed));
    await updateContact(trx, user.id);
  });
}
