import type { Knex } from 'knex';
import { conflict } from '#server/base/http/errors.ts';
import { findIdentityChanges, pickIdentity, revertedIdentity } from '#server/listings/checks/checks.ts';
import { published } from '#server/listings/checks/held.ts';
import { changeListing, findLastEntry, lockListing, type Source } from '#server/listings/history.ts';
import { updateClaim, type ClaimRow, type ClaimView } from '../queries.ts';

/*
 * Staff decide a check like a claim, but its listing keeps its owner in any case. Approving verifies the listing as it is now, and
 * publishes it if it was held. Rejecting the check of a new listing leaves it without the Verified badge, and held if it was; rejecting a change of the name, address, or
 * phone puts the verified values and the badge back.
 */

const sourceOf = (reviewerId: number): Source => ({ kind: 'claim', userId: reviewerId });

export async function applyCheck(trx: Knex, view: ClaimView, reviewerId: number, at: Date): Promise<void> {
  if (view.userId === null || view.listingOwner !== view.userId)
    throw conflict('This listing has a different owner now.', 'owner_changed');
  if (!view.accountEmailVerified)
    throw conflict('The owner must verify their email address before you can approve this check.', 'email_unverified');
  const ended = view.heldAt ? published : {};
  const values = { isVerified: true, ownershipReviewedAt: at, identityChangedAt: null, ...ended };
  await changeListing(trx, view.dentistId, values, sourceOf(reviewerId), at);
}

/** Does nothing for claims, whose listing doesn't change by a rejection, and for deleted listings. */
export async function refuseCheck(trx: Knex, claim: ClaimRow, reviewerId: number, at: Date): Promise<void> {
  const listing = claim.identity && (await lockListing(trx, claim.dentistId));
  if (!claim.identity || !listing) return;
  const { before } = claim.identity;
  await updateClaim(trx, claim.id, { identity: { before, after: pickIdentity(listing) } });
  const values = { ...revertedIdentity(listing, before), isVerified: true, identityChangedAt: null };
  await changeListing(trx, listing.id, values, sourceOf(reviewerId), at, listing);
}

/** Undoes an approval: the listing waits for the decision again. */
export async function undoCheck(trx: Knex, claim: ClaimRow, reviewerId: number, at: Date): Promise<void> {
  const values = claim.identity
    ? { isVerified: false, identityChangedAt: at }
    : { isVerified: false, ownershipReviewedAt: null, ...(await heldBefore(trx, claim)) };
  await changeListing(trx, claim.dentistId, values, sourceOf(reviewerId), at);
}

/** The hold that the approval ended. */
async function heldBefore(trx: Knex, { dentistId, reviewedAt }: ClaimRow): Promise<Record<string, unknown>> {
  const last = await findLastEntry(trx, dentistId, ['heldAt']);
  const endedNow = last !== null && last.after === null && last.at.getTime() === reviewedAt?.getTime();
  return endedNow ? { deletedAt: last.before, heldAt: last.before } : {};
}

/** Undoes a rejection: the rejected name, address, and phone are on the listing again while staff review them. */
export async function readdChanges(trx: Knex, claim: ClaimRow, at: Date): Promise<void> {
  if (!claim.identity?.after) return;
  const listing = await lockListing(trx, claim.dentistId);
  if (!listing || listing.userId === null || listing.userId !== claim.userId)
    throw conflict('This listing has a different owner now.', 'owner_changed');
  const { before, after } = claim.identity;
  const changes = Object.fromEntries(findIdentityChanges(before, after).map((field) => [field, after[field]]));
  const values = { ...changes, isVerified: false, identityChangedAt: at };
  // The changes are the owner's, so rejecting them again puts the verified values back.
  await changeListing(trx, listing.id, values, { kind: 'owner', userId: claim.userId }, at, listing);
}
