import type { Knex } from 'knex';
import type { z } from 'zod';
import type { getEmailDelivery } from '#contract/accounts/email-delivery.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { unauthorized } from '#server/base/http/errors.ts';
import { clearUndeliverable, findUndeliverable } from '#server/base/email/undeliverable.ts';
import { emailDeliveryCheck } from './emails.ts';
import { findUserById } from './queries.ts';
import { limitLinks } from './verification-links.ts';
import { isEmailVerified, resendVerification } from './verify-email.ts';

type Delivery = z.input<(typeof getEmailDelivery)['reply']>;

/** Why emails to this address don't arrive. Null if they do. */
export async function findEmailProblem(db: Knex, email: string): Promise<Delivery['problem']> {
  const found = await findUndeliverable(db, email);
  return found ? { email, reason: found.reason, since: found.since } : null;
}

async function requireUser(ctx: Ctx<Actor>) {
  const user = await findUserById(ctx.db, ctx.actor.userId);
  if (!user) throw unauthorized();
  return user;
}

export async function getOwnDelivery(ctx: Ctx<Actor>): Promise<Delivery> {
  return { problem: await findEmailProblem(ctx.db, (await requireUser(ctx)).email) };
}

/** Sends the verification link, or a short email to a verified address. If it is rejected too, the mark comes back. */
export async function retryOwnDelivery(ctx: Ctx<Actor>): Promise<Delivery> {
  const user = await requireUser(ctx);
  if (!(await findUndeliverable(ctx.db, user.email))) return { problem: null };
  if (isEmailVerified(user)) {
    await limitLinks(ctx, user.email);
    await emailDeliveryCheck(ctx.db, ctx, user);
  } else await resendVerification(ctx);
  await clearUndeliverable(ctx.db, user.email);
  return { problem: null };
}
