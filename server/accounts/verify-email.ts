import type { Knex } from 'knex';
import { audit } from '#server/audit/audit.ts';
import type { EmailDeps } from '#server/base/email/email.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict, notFound, Refusal, unauthorized } from '#server/base/http/errors.ts';
import { hashToken } from '#server/base/http/callers/token.ts';
import { confirmEmailChange, resendConfirmation } from './change-email.ts';
import { emailVerificationLink, emailWelcome } from './emails.ts';
import { findUserById, type User } from './queries.ts';
import { useVerification } from './queries-verification.ts';
import { createVerification, limitLinks } from './verification-links.ts';

/** True if the account's owner proved that they read the account's mailbox. */
export const isEmailVerified = (user: Pick<User, 'emailVerifiedAt'>): boolean => user.emailVerifiedAt !== null;

const emailLink = async (trx: Knex, deps: EmailDeps, user: User): Promise<void> =>
  emailVerificationLink(trx, deps, user, await createVerification(trx, deps, user));

export const sendWelcome = async (trx: Knex, deps: EmailDeps, user: User): Promise<void> =>
  emailWelcome(trx, deps, user, await createVerification(trx, deps, user));

/** Emails the link to a new address again, or the link that verifies the current one. */
export async function resendVerification(ctx: Ctx<Actor>): Promise<void> {
  const user = await findUserById(ctx.db, ctx.actor.userId);
  if (!user) throw unauthorized();
  if ((await resendConfirmation(ctx, user)) || isEmailVerified(user)) return;
  await limitLinks(ctx, user.email);
  await ctx.db.transaction((trx) => emailLink(trx, ctx, user));
}

/** Emails the link to an account's address again, for staff who help its owner. */
export async function resendVerificationAsStaff(ctx: Ctx<Actor>, id: number): Promise<{ email: string }> {
  const user = await findUserById(ctx.db, id);
  if (!user) throw notFound('There is no such account.');
  const { email } = user;
  if (isEmailVerified(user)) throw conflict('This email address is already verified.', 'already_verified');
  await limitLinks(ctx, email);
  await ctx.db.transaction(async (trx) => {
    await emailLink(trx, ctx, user);
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: 'user.verification_sent',
      subject: 'user',
      subjectId: id,
      note: email,
    });
  });
  return { email };
}

const invalid = () =>
  new Refusal(400, 'invalid_token', 'This link is no longer valid. Please ask for a new one on your account page.');

/** Needs no session, because the link may be opened on another device. */
export async function verifyEmail(token: string, ctx: Ctx): Promise<{ email: string }> {
  return ctx.db.transaction(async (trx) => {
    const link =
      (await confirmEmailChange(trx, ctx, token)) ?? (await useVerification(trx, hashToken(token), ctx.clock.now()));
    if (!link) throw invalid();
    return { email: link.email };
  });
}
