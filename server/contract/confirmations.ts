import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { MAX_ID, ok, sentTime, idParam } from './values.ts';

/** An owner is asked to confirm a listing again after this time, and the site counts confirmations within it. */
export const CONFIRMED_DAYS = 90;
/** How long the link in that email works. */
export const CONFIRMATION_LINK_DAYS = 60;

const askedListing = z.object({
  id: z.int(),
  name: z.string(),
  /** The practice and its place. */
  place: z.string(),
  href: z.string(),
  /** A fact without a text isn't stated yet. */
  facts: z.array(z.object({ label: z.string(), text: z.string().nullable() })),
  /** When the listing was last confirmed. */
  confirmedAt: sentTime.nullable(),
  /** It was confirmed after the email was sent, so the link has nothing left to confirm. */
  isConfirmed: z.boolean(),
});
export type AskedListing = z.output<typeof askedListing>;

const token = z.string().max(200);
const asked = z.object({
  listings: z.array(askedListing),
  /** A hash of what is shown, so that a listing is confirmed only as its owner saw it. */
  shown: z.string(),
});
export type AskedListings = z.output<typeof asked>;

export const viewConfirmation = endpoint('POST', '/api/confirmations/view', {
  summary: 'The listings that an emailed link asks their owner to confirm. Needs no login, and changes nothing',
  body: z.object({ token }),
  reply: asked,
  errors: { invalid_token: 400 },
});

/** A form sends numbers as text. */
const listingId = z.union([z.int(), z.string().regex(/^\d{1,10}$/)]).transform(Number);

export const confirmByLink = endpoint('POST', '/api/confirmations', {
  summary: 'Confirm listings with the token of an emailed link. Needs no login; a second call changes nothing',
  body: z.object({
    token,
    listingIds: z
      .array(listingId.pipe(z.int().min(1).max(MAX_ID)))
      .min(1, 'Please choose at least one listing.')
      .max(1_000),
    shown: z.string().max(100),
  }),
  reply: asked,
  errors: { invalid_token: 400, changed: 409 },
});

export const confirmedCount = endpoint('GET', '/api/confirmations/count', {
  summary: 'The number of listings that their practices confirmed within 90 days',
  reply: z.object({ days: z.int(), confirmed: z.int() }),
});

export const confirmByPhone = endpoint('POST', '/api/admin/listings/:id/confirm', {
  summary: 'Record that the practice confirmed its listing by phone',
  params: idParam,
  reply: ok,
});
