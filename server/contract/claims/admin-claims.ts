import { z } from 'zod';
import { MAX_LOCATIONS } from '#shared/groups/group-roles.ts';
import { claimDossier } from './claims.ts';
import { endpoint } from '../endpoint.ts';
import { id, idParam, line, ok, pageNumber, pageSize, text } from '../values.ts';

const nullable = z.string().nullable();
const notes = text(5_000);
const reason = (sentence: string) => notes.refine((value) => value.trim() !== '', sentence);

export const listClaims = endpoint('GET', '/api/admin/claim-requests', {
  summary: 'List claim requests of one status, overdue ones first. X-Total-Count has the total',
  query: z.object({
    status: z.enum(['pending', 'approved', 'rejected'], 'A status is pending, approved, or rejected.').optional(),
    page: pageNumber.optional(),
    pageSize: pageSize.optional(),
  }),
  reply: z.array(claimDossier),
});

export const claimCounts = endpoint('GET', '/api/admin/claim-requests/counts', {
  summary: 'Count claim requests by status, the snoozed ones among the pending, and the overdue ones among the rest',
  reply: z.object({
    pending: z.int(),
    approved: z.int(),
    rejected: z.int(),
    overdue: z.int(),
    /** Older servers don't send it. */
    snoozed: z.int().optional(),
  }),
});

export const reviewClaim = endpoint('PATCH', '/api/admin/claim-requests/:id', {
  once: true,
  summary: 'Approve or reject a pending claim. Rejecting requires notes. The reviewer is the signed-in user',
  params: idParam,
  body: z.object({
    status: z.enum(['approved', 'rejected'], 'A claim is approved or rejected.'),
    reviewNotes: notes.nullish(),
    /** The console sends a decision on several claims one by one. Claims with warnings are refused then, too. */
    inBulk: z.boolean().optional(),
    /** Also refunds the claimant's first payment. Only with a rejection, and only by staff who may refund. */
    refund: z.boolean().optional(),
  }),
  reply: claimDossier,
  errors: {
    already_decided: 409,
    already_claimed: 409,
    listing_deleted: 409,
    account_gone: 409,
    owner_changed: 409,
    email_unverified: 409,
    group_ended: 409,
    too_many: 409,
    needs_own_review: 409,
    not_refundable: 409,
    payment_provider: 502,
  },
});

export const recordEvidence = endpoint('POST', '/api/admin/claim-requests/:id/evidence', {
  once: true,
  summary: 'Record that the practice confirmed the claim by phone, or that the state board lists the license',
  params: idParam,
  body: z.object({
    kind: z.enum(['call', 'license'], 'Evidence is a call or a license.'),
    note: reason('Please say what you checked.'),
  }),
  reply: claimDossier,
  errors: { already_decided: 409 },
});

export const askClaimant = endpoint('POST', '/api/admin/claim-requests/:id/ask', {
  once: true,
  summary: 'Ask the claimant for more evidence. The claim stays pending',
  params: idParam,
  body: z.object({ note: reason('Please say what is missing.') }),
  reply: claimDossier,
  errors: { already_decided: 409 },
});

export const reverseClaim = endpoint('POST', '/api/admin/claim-requests/:id/reverse', {
  once: true,
  summary: 'Undo a decision, with a reason. The claim is pending again, and an approved listing loses its owner',
  params: idParam,
  body: z.object({ reason: reason('Please give a reason.') }),
  reply: claimDossier,
  errors: { owner_changed: 409, already_pending: 409, listing_deleted: 409 },
});

export const reviewMany = endpoint('POST', '/api/admin/claim-requests/bulk', {
  once: true,
  summary: 'Decide several claims with one note, or with one each. Each has its own result',
  body: z.object({
    ids: z.array(id).min(1, 'Please select claims.').max(200, 'Please decide at most 200 claims at a time.'),
    status: z.enum(['approved', 'rejected']),
    reviewNotes: notes.nullish(),
    /** Notes by claim id, for templates filled in per claim. They replace `reviewNotes`. */
    notes: z.record(z.string().regex(/^[1-9]\d{0,9}$/), notes).optional(),
  }),
  limit: 2_000_000,
  reply: z.array(z.object({ id, ok: z.boolean(), message: z.string().nullable() })),
});

const claimLocation = z.object({
  id: z.int(),
  name: z.string(),
  practiceName: nullable,
  address: nullable,
  city: nullable,
  state: nullable,
  zipCode: nullable,
  href: z.string(),
  website: nullable,
  /** The claimant's verified email is at the domain of this listing's website or email. */
  sameDomain: z.boolean(),
  /** Another pending claim is about this listing. */
  hasRivals: z.boolean(),
  /** Why the claim doesn't include it; null if it does. */
  leftOut: nullable,
});
export type ClaimLocation = z.output<typeof claimLocation>;

export const listClaimLocations = endpoint('GET', '/api/admin/claim-requests/:id/locations', {
  summary: 'The listings of a group’s claim',
  params: idParam,
  reply: z.array(claimLocation),
});
export const leaveOutLocations = endpoint('POST', '/api/admin/claim-requests/:id/locations', {
  summary: 'Leave listings out of a group’s pending claim, with a reason. Null includes them again',
  params: idParam,
  body: z.object({
    ids: z.array(id).min(1, 'Please choose a listing.').max(MAX_LOCATIONS),
    reason: line(500)
      .refine((value) => value !== '', 'Please say why you leave them out.')
      .nullable(),
  }),
  reply: z.array(claimLocation),
  errors: { already_decided: 409 },
});

export const viewClaim = endpoint('POST', '/api/admin/claim-requests/:id/viewing', {
  summary: 'Record that you have a pending claim open; lists the claims that other reviewers have open',
  params: idParam,
  reply: z.array(z.object({ claimId: id, name: z.string() })),
});
export const leaveClaim = endpoint('DELETE', '/api/admin/claim-requests/:id/viewing', {
  summary: 'Record that you closed a claim',
  params: idParam,
  reply: ok,
});
