import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { TRANSFER_DAYS, type latestTransfer } from '#contract/listings/transfers.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest, conflict, forbidden } from '#server/base/http/errors.ts';
import { lockOwnedListing, requireRole } from '../access/access.ts';
import { limitInvitations } from '../owner/managers.ts';
import * as sql from './queries-transfers.ts';
import { settleTransfer } from './settle.ts';
import { emailCanceled, emailOffer } from './transfer-emails.ts';

type Sent = z.input<(typeof latestTransfer)['reply']>;

const DAY = 86_400_000;
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The latest offer of a listing, whether or not it has ended. */
export async function findLatestTransfer({ db, actor }: Ctx<Actor>, id: number): Promise<Sent> {
  if ((await requireRole(db, actor, id)) !== 'owner')
    throw forbidden('Only the owner of this listing can do this.', 'owner_only');
  const latest = await sql.findLatest(db, id);
  return latest?.fromUserId === actor.userId ? latest : null;
}

/** Offers the listing. A repeated offer to the same address sends a new link, and only the newest link works. */
export async function offerTransfer(ctx: Ctx<Actor>, id: number, email: string): Promise<Sent> {
  await requireRole(ctx.db, ctx.actor, id);
  await limitInvitations(ctx, email);
  return ctx.db.transaction(async (trx) => {
    const listing = await lockOwnedListing(trx, ctx.actor, id);
    if (listing.heldAt)
      throw conflict('This listing isn’t public yet. You can transfer it once we have compared it.', 'held');
    if (email === ctx.actor.email)
      throw badRequest('You already own this listing.', { email: 'You already own this listing.' });
    const now = ctx.clock.now();
    const open = await sql.lockOpenTransfer(trx, id);
    if (open && (open.email !== email || open.status === 'paying') && open.expiresAt > now)
      throw conflict('This listing is already offered to someone. Cancel that offer first.', 'already_offered');
    const token = randomBytes(24).toString('base64url');
    const values = {
      tokenHash: hashToken(token),
      offeredAt: now,
      expiresAt: new Date(now.getTime() + TRANSFER_DAYS * DAY),
    };
    const isRepeated = open?.email === email && open.status === 'offered' && open.fromUserId === ctx.actor.userId;
    if (open && !isRepeated) await sql.updateTransfer(trx, open.id, { status: 'expired', closedAt: now });
    if (isRepeated) await sql.updateTransfer(trx, open.id, values);
    const transferId = isRepeated
      ? open.id
      : await sql.insertTransfer(trx, { ...values, dentistId: id, fromUserId: ctx.actor.userId, email });
    await audit(trx, ctx.actor, {
      at: now,
      action: 'listing.transfer_offered',
      subject: 'listing',
      subjectId: id,
      note: `${String(listing.name)}, to ${email}`,
    });
    await emailOffer(trx, ctx, (await sql.findView(trx, transferId))!, token);
    return sql.findLatest(trx, id);
  });
}

export async function cancelTransfer(ctx: Ctx<Actor>, id: number): Promise<Sent> {
  const transferId = await ctx.db.transaction(async (trx) => {
    await lockOwnedListing(trx, ctx.actor, id);
    const canceled = await cancelOpenTransfer(trx, ctx, id);
    if (canceled === null) throw conflict('There is no open offer for this listing.', 'no_offer');
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: 'listing.transfer_canceled',
      subject: 'listing',
      subjectId: id,
    });
    return canceled;
  });
  await settleTransfer(ctx, transferId);
  return sql.findLatest(ctx.db, id);
}

/** Ends the open offer of a listing that the caller has locked. Returns its id, or null. A job ends its invoice. */
export async function cancelOpenTransfer(
  trx: Knex,
  deps: Pick<Ctx, 'clock' | 'secret' | 'config' | 'settings'>,
  dentistId: number,
): Promise<number | null> {
  const open = await sql.lockOpenTransfer(trx, dentistId);
  if (!open) return null;
  await sql.updateTransfer(trx, open.id, { status: 'canceled', closedAt: deps.clock.now() });
  await emailCanceled(trx, deps, (await sql.findView(trx, open.id))!);
  return open.id;
}
