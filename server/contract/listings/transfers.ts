import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { email, idParam, sentTime } from '../values.ts';

/** `paying`: the recipient accepted, and the fee isn't paid yet. The last four are final. */
export const transferStatuses = ['offered', 'paying', 'done', 'declined', 'canceled', 'expired'] as const;
export type TransferStatus = (typeof transferStatuses)[number];
const status = z.enum(transferStatuses);

export const isOpenTransfer = (current: TransferStatus): boolean => current === 'offered' || current === 'paying';

/** How long the recipient may think about an offer. */
export const TRANSFER_DAYS = 14;

/** An offer as the owner of the listing sees it. */
const sentTransfer = z.object({
  id: z.int(),
  status,
  email: z.string().nullable(),
  offeredAt: sentTime,
  expiresAt: sentTime,
  closedAt: sentTime.nullable(),
});
export type SentTransfer = z.output<typeof sentTransfer>;

/** An offer as its recipient sees it. */
const transferOffer = z.object({
  id: z.int(),
  status,
  /** The owner's name. Null once the account is deleted. */
  from: z.string().nullable(),
  email: z.string().nullable(),
  listing: z.object({
    id: z.int(),
    name: z.string(),
    practiceName: z.string().nullable(),
    /** "Austin, TX" */
    place: z.string(),
    href: z.string(),
  }),
  offeredAt: sentTime,
  expiresAt: sentTime,
  hasAccount: z.boolean(),
  /** True if the caller is signed in with the address of the offer. */
  isRecipient: z.boolean(),
  feeCents: z.int(),
  /** The caller's next invoice will include the fee, so nothing is due now. Null if the caller isn't the recipient. */
  onNextInvoice: z.boolean().nullable(),
});
export type TransferOffer = z.output<typeof transferOffer>;
export type TransferOfferIn = z.input<typeof transferOffer>;

export const latestTransfer = endpoint('GET', '/api/user/dentists/:id/transfer', {
  summary: "The latest offer to transfer this listing, or null; for the listing's owner",
  params: idParam,
  reply: sentTransfer.nullable(),
});
export const offerTransfer = endpoint('POST', '/api/user/dentists/:id/transfer', {
  summary: 'Offer a listing to the account of this email address. Replaces an open offer to the same address',
  params: idParam,
  body: z.object({ email }),
  reply: sentTransfer.nullable(),
  errors: { already_offered: 409, held: 409 },
});
export const cancelTransfer = endpoint('DELETE', '/api/user/dentists/:id/transfer', {
  summary: 'Cancel the open offer of a listing',
  params: idParam,
  reply: sentTransfer.nullable(),
  errors: { no_offer: 409 },
});

const token = z.string().max(100).optional();
export const viewTransfer = endpoint('POST', '/api/transfers/:id/view', {
  summary: 'An offer, for its recipient or with the token of the emailed link. Needs no login',
  params: idParam,
  body: z.object({ token }),
  reply: transferOffer,
});
export const myTransferOffers = endpoint('GET', '/api/user/transfers', {
  summary: "The open offers to the caller's verified email address",
  reply: z.array(transferOffer),
});

const errors = { other_address: 403, email_unverified: 403, offer_ended: 409 };
const progress = z.object({
  status,
  listingId: z.int(),
  /** For the payment form. Null if nothing is due now. */
  clientSecret: z.string().nullable(),
});
export const acceptTransfer = endpoint('POST', '/api/user/transfers/:id/accept', {
  summary: 'Accept an offer. Transfers the listing at once, or starts the payment of the fee',
  params: idParam,
  reply: progress,
  errors: { ...errors, payment_provider: 502 },
});
export const confirmTransfer = endpoint('POST', '/api/user/transfers/:id/confirm', {
  summary: 'Look for the payment of the fee, and transfer the listing once it is paid',
  params: idParam,
  reply: progress,
  errors,
});
export const declineTransfer = endpoint('POST', '/api/user/transfers/:id/decline', {
  summary: 'Decline an offer',
  params: idParam,
  reply: progress,
  errors,
});
