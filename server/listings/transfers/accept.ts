import type { z } from 'zod';
import { listingPath } from '#shared/listings/listing-path.ts';
import { facts } from '#shared/billing/plans.ts';
import {
  isOpenTransfer,
  type acceptTransfer as acceptContract,
  type TransferOfferIn,
} from '#contract/listings/transfers.ts';
import { audit } from '#server/audit/audit.ts';
import { endTransferInvoice, hasNextInvoice, openTransferInvoice } from '#server/billing/billing.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict, notFound, Refusal } from '#server/base/http/errors.ts';
import { maskEmail } from '../owner/managers.ts';
import { hashToken } from './offers.ts';
import * as sql from './queries-transfers.ts';
import { completeTransfer, lockBoth, settleTransfer } from './settle.ts';
import { emailDeclined } from './transfer-emails.ts';

type Progress = z.input<(typeof acceptContract)['reply']>;

const offerNotFound = () => notFound('We couldn’t find this offer. Please open the link in your email again.');
const offerEnded = () => conflict('This offer is no longer open. Please ask the owner for a new one.', 'offer_ended');

/** True if the caller proved that the address of the offer is theirs. */
const isRecipientOf = (actor: Actor | null, { email, toUserId }: sql.TransferRow): boolean =>
  actor !== null && ((email === actor.email && actor.emailVerified) || toUserId === actor.userId);

async function toOffer(ctx: Ctx, view: sql.TransferView): Promise<TransferOfferIn> {
  const isRecipient = isRecipientOf(ctx.actor, view);
  const isLost = isOpenTransfer(view.status) && !view.isOffered;
  const isLate = isOpenTransfer(view.status) && view.expiresAt <= ctx.clock.now();
  return {
    id: view.id,
    status: isLost ? 'canceled' : isLate ? 'expired' : view.status,
    from: view.fromName,
    email: view.email,
    listing: {
      id: view.dentistId,
      name: view.listingName,
      practiceName: view.practiceName,
      place: [view.city, view.state].filter(Boolean).join(', '),
      href: listingPath({ ...view, id: view.dentistId }),
    },
    offeredAt: view.offeredAt,
    expiresAt: view.expiresAt,
    hasAccount: view.hasAccount,
    isRecipient,
    feeCents: ctx.config.payments ? facts.transferFeeCents : 0,
    onNextInvoice: isRecipient && ctx.actor ? await hasNextInvoice(ctx.db, ctx.actor.userId) : null,
  };
}

/** The holder of the token received the email, so this may show the offer before they log in. */
export async function viewTransfer(ctx: Ctx, id: number, token: string | undefined): Promise<TransferOfferIn> {
  const withToken = token ? await sql.findViewByToken(ctx.db, id, hashToken(token)) : null;
  const view = withToken ?? (ctx.actor ? await sql.findView(ctx.db, id) : null);
  if (!view || !(withToken || isRecipientOf(ctx.actor, view))) throw offerNotFound();
  return toOffer(ctx, view);
}

export async function findOffersToMe(ctx: Ctx<Actor>): Promise<TransferOfferIn[]> {
  if (!ctx.actor.emailVerified) return [];
  const views = await sql.findOpenOffersTo(ctx.db, ctx.actor.email, ctx.clock.now());
  return Promise.all(views.map((view) => toOffer(ctx, view)));
}

/**
 * Like an invitation, an offer can be forwarded, so only the account with its address can answer it, once the address is
 * verified. Someone who already accepted may go on after they changed their address.
 */
async function requireRecipient({ db, actor }: Ctx<Actor>, id: number): Promise<sql.TransferView> {
  const view = await sql.findView(db, id);
  if (!view) throw offerNotFound();
  if (isRecipientOf(actor, view)) return view;
  if (view.email === null) throw offerNotFound();
  if (view.email !== actor.email)
    throw new Refusal(
      403,
      'other_address',
      `This offer was sent to ${maskEmail(view.email)}. Please log in with that address.`,
    );
  throw new Refusal(403, 'email_unverified', 'Please verify your email address first. Then open the offer again.');
}

/** Transfers the listing at once if there is no fee, or it can go on the next invoice. Otherwise, the fee is paid first. */
export async function acceptTransfer(ctx: Ctx<Actor>, id: number): Promise<Progress> {
  const { listingName, status, invoiceId } = await requireRecipient(ctx, id);
  if (status === 'done') return readProgress(ctx, id, null);
  const { actor } = ctx;
  const onNextInvoice = await hasNextInvoice(ctx.db, actor.userId);
  const isPaying = await ctx.db.transaction(async (trx) => {
    const locked = await lockBoth(trx, id);
    if (!locked) throw offerNotFound();
    const { listing, transfer } = locked;
    if (transfer.status === 'done') return false;
    if (!isOpenTransfer(transfer.status) || transfer.expiresAt <= ctx.clock.now()) throw offerEnded();
    if (listing === null || listing.userId === null || listing.userId !== transfer.fromUserId) throw offerEnded();
    // A started payment is finished, even if the recipient subscribes to a plan in the meantime.
    if (!ctx.config.payments || (onNextInvoice && transfer.invoiceId === null)) {
      await completeTransfer(trx, ctx, id, actor, ctx.config.payments ? 'on the next invoice' : 'none');
      return false;
    }
    await sql.updateTransfer(trx, id, { status: 'paying', toUserId: actor.userId, acceptedAt: ctx.clock.now() });
    return true;
  });
  if (!isPaying) return readProgress(ctx, id, null);
  if (invoiceId !== null) return confirmTransfer(ctx, id);
  const invoice = await openTransferInvoice(ctx, actor.userId, {
    listing: listingName,
    reference: `transfer-${id}`,
  });
  if (!(await sql.storeInvoice(ctx.db, id, invoice.id))) {
    await endTransferInvoice(ctx, invoice.id);
    throw offerEnded();
  }
  // Credit on the account can pay the whole fee.
  if (invoice.isPaid) await settleTransfer(ctx, id);
  return readProgress(ctx, id, invoice.clientSecret);
}

/** The browser reports a payment. Only Stripe is trusted, so this asks there. */
export async function confirmTransfer(ctx: Ctx<Actor>, id: number): Promise<Progress> {
  await requireRecipient(ctx, id);
  const invoice = await settleTransfer(ctx, id);
  return readProgress(ctx, id, invoice?.clientSecret ?? null);
}

export async function declineTransfer(ctx: Ctx<Actor>, id: number): Promise<Progress> {
  const { dentistId } = await requireRecipient(ctx, id);
  await ctx.db.transaction(async (trx) => {
    const locked = await lockBoth(trx, id);
    if (!locked || locked.transfer.status === 'declined') return;
    if (!isOpenTransfer(locked.transfer.status)) throw offerEnded();
    const at = ctx.clock.now();
    const view = (await sql.findView(trx, id))!;
    await sql.updateTransfer(trx, id, { status: 'declined', closedAt: at });
    await audit(trx, ctx.actor, { at, action: 'listing.transfer_declined', subject: 'listing', subjectId: dentistId });
    if (view.isOffered) await emailDeclined(trx, ctx, view);
  });
  await settleTransfer(ctx, id);
  return readProgress(ctx, id, null);
}

async function readProgress({ db }: Ctx, id: number, clientSecret: string | null): Promise<Progress> {
  const view = await sql.findView(db, id);
  if (!view) throw offerNotFound();
  return {
    status: view.status,
    listingId: view.dentistId,
    clientSecret: view.status === 'paying' ? clientSecret : null,
  };
}
