import type { Knex } from 'knex';
import { badRequest, conflict, notFound } from '#server/http/errors.ts';
import { releaseManagers } from '#server/listings/owner/managers.ts';
import { changeListing } from '#server/listings/history.ts';
import {
  mailApproved,
  mailEvidenceAsked,
  mailRejected,
  mailReopened,
  stopDecisionMail,
  type MailDeps,
} from './mails.ts';
import {
  addEvent,
  claimViews,
  closeRivals,
  hasPending,
  lockClaim,
  reopenRivals,
  updateClaim,
  type ClaimRow,
} from './queries.ts';

/**
 * What staff decide on a claim. Each takes the caller's transaction and does the whole of it there: owner, rivals,
 * history, timeline, mails. Two reviewers at once: the second finds the claim decided and gets a 409.
 * Callers guard that `reviewerId` is an administrator. Mails about a decision leave fifteen seconds later, so that one
 * taken back at once is never told.
 */
export interface Decision {
  claimId: number;
  reviewerId: number;
  note?: string | null | undefined;
}

const TAKEN_NOTE = 'Another request for this practice was approved.';

async function pending(trx: Knex, id: number): Promise<ClaimRow> {
  const claim = await lockClaim(trx, id);
  if (!claim) throw notFound('There is no such claim request.');
  if (claim.status !== 'pending') throw conflict('This claim request has already been decided.', 'already_decided');
  return claim;
}
const view = async (trx: Knex, id: number) => (await claimViews(trx, [id]))[0]!;
const words = (note: string | null | undefined): string | null => note?.trim() || null;

export async function approveClaim(trx: Knex, deps: MailDeps, { claimId, reviewerId, note }: Decision): Promise<void> {
  const at = deps.clock.now();
  const claim = await pending(trx, claimId);
  const seen = await view(trx, claimId);
  if (seen.listingDeleted) throw conflict('This listing has been deleted.', 'listing_deleted');
  if (seen.listingOwner !== null) throw conflict('This practice already has an owner.', 'already_claimed');
  if (claim.userId === null) throw conflict('The account behind this claim is gone.', 'account_gone');
  await changeListing(
    trx,
    claim.dentistId,
    { userId: claim.userId, isVerified: true, ownershipReviewedAt: at },
    { kind: 'claim', userId: reviewerId },
    at,
  );
  await updateClaim(trx, claimId, {
    status: 'approved',
    reviewedAt: at,
    reviewedBy: reviewerId,
    reviewNotes: words(note),
  });
  await addEvent(trx, { claimId, at, kind: 'approved', actorId: reviewerId, note: words(note) });
  await mailApproved(trx, deps, await view(trx, claimId));
  for (const rival of await closeRivals(trx, claim, at, reviewerId, TAKEN_NOTE)) {
    await addEvent(trx, { claimId: rival, at, kind: 'rejected', actorId: reviewerId, note: TAKEN_NOTE });
    await mailRejected(trx, deps, await view(trx, rival));
  }
}

export async function rejectClaim(trx: Knex, deps: MailDeps, { claimId, reviewerId, note }: Decision): Promise<void> {
  const reason = words(note);
  if (!reason)
    throw badRequest('Please give a reason for rejecting this claim.', {
      reviewNotes: 'Please give a reason for rejecting this claim.',
    });
  const at = deps.clock.now();
  await pending(trx, claimId);
  await updateClaim(trx, claimId, { status: 'rejected', reviewedAt: at, reviewedBy: reviewerId, reviewNotes: reason });
  await addEvent(trx, { claimId, at, kind: 'rejected', actorId: reviewerId, note: reason });
  await mailRejected(trx, deps, await view(trx, claimId));
}

/** The claim stays pending; its claimant is told what is missing and can answer. */
export async function askForEvidence(
  trx: Knex,
  deps: MailDeps,
  { claimId, reviewerId, note }: Decision,
): Promise<void> {
  const question = words(note);
  if (!question) throw badRequest('Please say what is missing.', { note: 'Please say what is missing.' });
  const at = deps.clock.now();
  await pending(trx, claimId);
  await updateClaim(trx, claimId, { evidenceAskedAt: at });
  await addEvent(trx, { claimId, at, kind: 'evidence_asked', actorId: reviewerId, note: question });
  await mailEvidenceAsked(trx, deps, await view(trx, claimId), question);
}

/** Takes an approval back: the listing is without an owner again, the claim and those it closed wait again. */
export async function reverseApproval(
  trx: Knex,
  deps: MailDeps,
  { claimId, reviewerId, note }: Decision,
): Promise<void> {
  const at = deps.clock.now();
  const claim = await lockClaim(trx, claimId);
  if (!claim) throw notFound('There is no such claim request.');
  if (claim.status !== 'approved') throw conflict('This claim request is not approved.', 'not_approved');
  const seen = await view(trx, claimId);
  if (seen.listingDeleted) throw conflict('This listing has been deleted.', 'listing_deleted');
  if (seen.listingOwner === null || seen.listingOwner !== claim.userId)
    throw conflict('The owner of this listing has changed since.', 'owner_changed');
  if (await hasPending(trx, claim.dentistId, claim.userId))
    throw conflict('This person has another request for this listing.', 'already_pending');
  await changeListing(
    trx,
    claim.dentistId,
    { userId: null, isVerified: false, ownershipReviewedAt: null },
    { kind: 'claim', userId: reviewerId },
    at,
  );
  await releaseManagers(trx, claim.dentistId);
  await reopen(trx, deps, claimId, 'reversed', { claimId, reviewerId, note }, at);
  for (const rival of await reopenRivals(trx, claimId)) {
    await addEvent(trx, { claimId: rival, at, kind: 'reopened', actorId: reviewerId, note: null });
    if (!(await stopDecisionMail(trx, rival))) await mailReopened(trx, deps, await view(trx, rival), null);
  }
}

/** Takes a rejection back. */
export async function reopenRejected(trx: Knex, deps: MailDeps, decision: Decision): Promise<void> {
  const at = deps.clock.now();
  const claim = await lockClaim(trx, decision.claimId);
  if (!claim) throw notFound('There is no such claim request.');
  if (claim.status !== 'rejected') throw conflict('This claim request is not rejected.', 'not_rejected');
  if (await hasPending(trx, claim.dentistId, claim.userId))
    throw conflict('This person has another request for this listing.', 'already_pending');
  await reopen(trx, deps, claim.id, 'reopened', decision, at);
}

async function reopen(
  trx: Knex,
  deps: MailDeps,
  claimId: number,
  kind: 'reversed' | 'reopened',
  { reviewerId, note }: Decision,
  at: Date,
): Promise<void> {
  await updateClaim(trx, claimId, {
    status: 'pending',
    reviewedAt: null,
    reviewedBy: null,
    reviewNotes: null,
    closedByClaimId: null,
  });
  await addEvent(trx, { claimId, at, kind, actorId: reviewerId, note: words(note) });
  if (!(await stopDecisionMail(trx, claimId))) await mailReopened(trx, deps, await view(trx, claimId), words(note));
}
