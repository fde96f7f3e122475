import type { Knex } from 'knex';
import { badRequest, conflict, notFound } from '#server/base/http/errors.ts';
import { decideHeld } from '#server/listings/checks/held.ts';
import { changeListing } from '#server/listings/history.ts';
import { applyCheck, readdChanges, refuseCheck, undoCheck } from './checks.ts';
import { approveLocations, releaseListing, releaseLocations } from './group-decisions.ts';
import {
  emailApproved,
  emailEvidenceRequest,
  emailRejected,
  emailReopened,
  cancelDecisionEmail,
  type EmailDeps,
} from '../emails.ts';
import { addEvent, selectClaimViews, lockClaim, updateClaim, type ClaimRow } from '../queries.ts';
import { findLeftOut } from '../queries-group-claims.ts';
import { closeRivals, hasPendingClaim, reopenRivals } from '../queries-rivals.ts';

/**
 * The functions below apply a staff decision within the caller's transaction: owner, rival claims, history, timeline, and
 * emails. If two reviewers decide concurrently, the second gets a 409. Callers check that the reviewer is an administrator.
 */
export interface Decision {
  claimId: number;
  reviewerId: number;
  note?: string | null | undefined;
}

const TAKEN_NOTE = 'Another request for this practice was approved.';

export async function lockPendingClaim(trx: Knex, id: number): Promise<ClaimRow> {
  const claim = await lockClaim(trx, id);
  if (!claim) throw notFound("We couldn't find this claim request.");
  if (claim.status !== 'pending') throw conflict('This claim request has already been decided.', 'already_decided');
  return claim;
}
const selectView = async (trx: Knex, id: number) => (await selectClaimViews(trx, [id]))[0]!;
const trimToNull = (note: string | null | undefined): string | null => note?.trim() || null;

export async function approveClaim(trx: Knex, deps: EmailDeps, { claimId, reviewerId, note }: Decision): Promise<void> {
  const at = deps.clock.now();
  const claim = await lockPendingClaim(trx, claimId);
  const view = await selectView(trx, claimId);
  let ids: readonly number[] = [claim.dentistId];
  if (claim.groupName !== null) ids = await approveLocations(trx, claim, reviewerId, at);
  else if (view.listingDeleted) throw conflict('This listing has been deleted.', 'listing_deleted');
  else if (claim.kind === 'claim') {
    if (view.listingOwner !== null) throw conflict('This practice already has an owner.', 'already_claimed');
    if (claim.userId === null) throw conflict("The claimant's account has been deleted.", 'account_gone');
    const values = { userId: claim.userId, isVerified: true, ownershipReviewedAt: at };
    const source = { kind: 'claim', userId: reviewerId } as const;
    await changeListing(trx, claim.dentistId, values, source, at);
    await decideHeld(trx, claim.userId, [claim.dentistId], source, at);
  } else await applyCheck(trx, view, reviewerId, at);
  await updateClaim(trx, claimId, {
    status: 'approved',
    reviewedAt: at,
    reviewedBy: reviewerId,
    reviewNotes: trimToNull(note),
  });
  await addEvent(trx, { claimId, at, kind: 'approved', actorId: reviewerId, note: trimToNull(note) });
  await emailApproved(trx, deps, await selectView(trx, claimId), await findLeftOut(trx, [claimId]));
  for (const rival of await closeRivals(trx, { claimId, ids, at, reviewer: reviewerId, note: TAKEN_NOTE })) {
    await addEvent(trx, { claimId: rival, at, kind: 'rejected', actorId: reviewerId, note: TAKEN_NOTE });
    await emailRejected(trx, deps, await selectView(trx, rival));
  }
}

export async function rejectClaim(trx: Knex, deps: EmailDeps, { claimId, reviewerId, note }: Decision): Promise<void> {
  const reason = trimToNull(note);
  if (!reason)
    throw badRequest('Please give a reason for rejecting this claim.', {
      reviewNotes: 'Please give a reason for rejecting this claim.',
    });
  const at = deps.clock.now();
  const claim = await lockPendingClaim(trx, claimId);
  await refuseCheck(trx, claim, reviewerId, at);
  await updateClaim(trx, claimId, { status: 'rejected', reviewedAt: at, reviewedBy: reviewerId, reviewNotes: reason });
  await addEvent(trx, { claimId, at, kind: 'rejected', actorId: reviewerId, note: reason });
  await emailRejected(trx, deps, await selectView(trx, claimId));
}

/** Asks the claimant for more evidence by email. The claim stays pending. */
export async function requestEvidence(
  trx: Knex,
  deps: EmailDeps,
  { claimId, reviewerId, note }: Decision,
): Promise<void> {
  const question = trimToNull(note);
  if (!question) throw badRequest('Please say what is missing.', { note: 'Please describe what is missing.' });
  const at = deps.clock.now();
  await lockPendingClaim(trx, claimId);
  await updateClaim(trx, claimId, { evidenceAskedAt: at });
  await addEvent(trx, { claimId, at, kind: 'evidence_asked', actorId: reviewerId, note: question });
  await emailEvidenceRequest(trx, deps, await selectView(trx, claimId), question);
}

/** Records what staff found out about a pending claim outside of it. Only staff see the note. */
export async function addStaffEvidence(
  trx: Knex,
  { claimId, reviewerId, note }: Decision,
  kind: 'called' | 'license_matched',
  at: Date,
): Promise<void> {
  await lockPendingClaim(trx, claimId);
  await updateClaim(trx, claimId, kind === 'called' ? { calledAt: at } : { licenseMatchedAt: at });
  await addEvent(trx, { claimId, at, kind, actorId: reviewerId, note: trimToNull(note) });
}

/**
 * Undoes an approval, so that the claim and the rivals it closed are pending again. The listing loses its owner, or for a
 * check its verification.
 */
export async function reverseApproval(
  trx: Knex,
  deps: EmailDeps,
  { claimId, reviewerId, note }: Decision,
): Promise<void> {
  const at = deps.clock.now();
  const claim = await lockClaim(trx, claimId);
  if (!claim) throw notFound("We couldn't find this claim request.");
  if (claim.status !== 'approved') throw conflict('This claim request is not approved.', 'not_approved');
  const view = await selectView(trx, claimId);
  if (claim.groupName === null) {
    if (view.listingDeleted) throw conflict('This listing has been deleted.', 'listing_deleted');
    if (view.listingOwner === null || view.listingOwner !== claim.userId)
      throw conflict('This listing has a different owner now.', 'owner_changed');
  }
  if (await hasPendingClaim(trx, claim.dentistId, claim.userId))
    throw conflict('This person has another request for this listing.', 'already_pending');
  if (claim.groupName !== null) await releaseLocations(trx, claim, reviewerId, at);
  else if (claim.kind === 'claim') await releaseListing(trx, claim.dentistId, reviewerId, at);
  else await undoCheck(trx, claim, reviewerId, at);
  await reopen(trx, deps, claimId, 'reversed', { claimId, reviewerId, note }, at);
  for (const rival of await reopenRivals(trx, claimId)) {
    await addEvent(trx, { claimId: rival, at, kind: 'reopened', actorId: reviewerId, note: null });
    if (!(await cancelDecisionEmail(trx, rival))) await emailReopened(trx, deps, await selectView(trx, rival), null);
  }
}

export async function reopenRejected(trx: Knex, deps: EmailDeps, decision: Decision): Promise<void> {
  const at = deps.clock.now();
  const claim = await lockClaim(trx, decision.claimId);
  if (!claim) throw notFound("We couldn't find this claim request.");
  if (claim.status !== 'rejected') throw conflict('This claim request is not rejected.', 'not_rejected');
  if (await hasPendingClaim(trx, claim.dentistId, claim.userId))
    throw conflict('This person has another request for this listing.', 'already_pending');
  await readdChanges(trx, claim, at);
  await reopen(trx, deps, claim.id, 'reopened', decision, at);
}

async function reopen(
  trx: Knex,
  deps: EmailDeps,
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
  await addEvent(trx, { claimId, at, kind, actorId: reviewerId, note: trimToNull(note) });
  if (!(await cancelDecisionEmail(trx, claimId)))
    await emailReopened(trx, deps, await selectView(trx, claimId), trimToNull(note));
}
