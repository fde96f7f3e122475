import type { Knex } from 'knex';
import { reviewDue } from '#server/base/business-days.ts';
import type { EmailDeps } from '#server/base/email/email.ts';
import { changeListing, lockListing, type Source } from '../history.ts';
import type { ListingRow } from '../queries-history.ts';
import { emailNewCheck } from './check-emails.ts';
import { holdIfCopied } from './held.ts';
import { findFieldsToCheck, findIdentityChanges, pickIdentity, type Identity } from '#shared/listings/identity.ts';
import * as sql from './queries-checks.ts';

export { findIdentityChanges, identityFields, pickIdentity, type Identity } from '#shared/listings/identity.ts';

/** A check is a request in the review queue about a listing that has an owner. Staff decide it like a claim. */
const SYSTEM: Source = { kind: 'system', userId: null };

/** Opens the check of a listing that its owner added. It stays without the Verified badge until staff decide. */
export const openNewListingCheck = (
  trx: Knex,
  deps: EmailDeps,
  listing: { id: number; userId: number },
  note: string | null,
) => openCheck(trx, deps, 'new_listing', listing, null, note);

/** Opens the check of an owner who got the listing from the owner before. */
export const openNewOwnerCheck = (trx: Knex, deps: EmailDeps, listing: { id: number; userId: number }) =>
  openCheck(trx, deps, 'new_owner', listing, null);

async function openCheck(
  trx: Knex,
  deps: EmailDeps,
  kind: sql.CheckRow['kind'],
  listing: { id: number; userId: number },
  identity: { before: Identity } | null,
  note: string | null = null,
): Promise<void> {
  const submittedAt = deps.clock.now();
  const dueAt = reviewDue(submittedAt);
  const id = await sql.insertCheck(trx, {
    kind,
    dentistId: listing.id,
    userId: listing.userId,
    identity: identity && JSON.stringify(identity),
    note,
    submittedAt,
    dueAt,
  });
  const row = id === null ? null : await lockListing(trx, listing.id);
  if (id !== null && row) await emailNewCheck(trx, deps, { id, kind }, row);
}

/**
 * Call after an owner or manager changed a listing, with the row from before. Changing the name, address, or phone of a
 * verified listing opens a check, except for small edits of a name; restoring the verified values ends it. An unverified listing is held
 * if it matches another one now.
 */
export async function reviewIdentityChange(trx: Knex, deps: EmailDeps, before: ListingRow): Promise<void> {
  const listing = await lockListing(trx, before.id);
  if (!listing || listing.userId === null) return;
  const at = deps.clock.now();
  const identity = pickIdentity(listing);
  const openChecks = await sql.lockOpenChecks(trx, listing.id);
  const openChange = openChecks.find(({ kind }) => kind === 'identity_change');
  if (openChange?.identity) {
    if (findFieldsToCheck(openChange.identity.before, identity).length > 0) return;
    await withdrawCheck(trx, openChange.id, at, 'The verified details were restored.');
    await changeListing(trx, listing.id, { isVerified: true, identityChangedAt: null }, SYSTEM, at, listing);
    return;
  }
  await holdIfCopied(trx, before, listing, at);
  const verifiedIdentity = pickIdentity(before);
  if (!before.isVerified || findFieldsToCheck(verifiedIdentity, identity).length === 0) return;
  await changeListing(trx, listing.id, { isVerified: false, identityChangedAt: at }, SYSTEM, at, listing);
  const { id, userId } = listing;
  await openCheck(trx, deps, 'identity_change', { id, userId }, { before: verifiedIdentity });
}

async function withdrawCheck(trx: Knex, id: number, at: Date, note: string): Promise<void> {
  await sql.closeCheck(trx, id, { status: 'withdrawn' });
  await sql.insertCheckEvent(trx, { claimId: id, at, kind: 'withdrawn', actorId: null, note });
}

/**
 * Ends the checks of a listing that loses its owner, and returns the values to write with that change. Unchecked changes of
 * the name, address, or phone are put back, because no one remains to answer for them, unless `keepChanges` is set.
 */
export async function endChecks(
  trx: Knex,
  listing: ListingRow,
  at: Date,
  { keepChanges = false } = {},
): Promise<Record<string, unknown>> {
  let values: Record<string, unknown> = {};
  for (const { id, identity } of await sql.lockOpenChecks(trx, listing.id)) {
    await withdrawCheck(trx, id, at, 'The listing changed hands.');
    if (identity && !keepChanges) values = revertedIdentity(listing, identity.before);
  }
  return { ...values, isVerified: false, ownershipReviewedAt: null, identityChangedAt: null };
}

/** The verified values of the fields that the owner changed. Changes that staff or an import made later stay. */
export function revertedIdentity(listing: ListingRow, verified: Identity): Partial<Identity> {
  const changed = findIdentityChanges(verified, pickIdentity(listing));
  return Object.fromEntries(
    changed
      .filter((field) => ['owner', 'manager'].includes(listing.fieldSources[field]?.source ?? 'owner'))
      .map((field) => [field, verified[field]]),
  );
}

/** Locks the open checks of a listing, and returns whether there are any. */
export const hasOpenChecks = async (trx: Knex, dentistId: number): Promise<boolean> =>
  (await sql.lockOpenChecks(trx, dentistId)).length > 0;

/** Ends the open checks of a listing that staff verify directly. */
export async function approveChecks(trx: Knex, dentistId: number, reviewerId: number, at: Date): Promise<void> {
  for (const { id } of await sql.lockOpenChecks(trx, dentistId)) {
    await sql.closeCheck(trx, id, { status: 'approved', reviewedAt: at, reviewedBy: reviewerId });
    await sql.insertCheckEvent(trx, { claimId: id, at, kind: 'approved', actorId: reviewerId, note: null });
  }
}
