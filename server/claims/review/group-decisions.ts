import type { Knex } from 'knex';
import { MAX_LOCATIONS } from '#shared/groups/group-roles.ts';
import { conflict } from '#server/base/http/errors.ts';
import { enqueueQuantity } from '#server/billing/billing.ts';
import { endChecks } from '#server/listings/checks/checks.ts';
import { changeListing, lockListing } from '#server/listings/history.ts';
import { releaseManagers } from '#server/listings/owner/managers.ts';
import type { ClaimRow } from '../queries.ts';
import { countLocationsOf, findIncluded, insertGroupLocations, setLeftOut } from '../queries-group-claims.ts';

/**
 * Gives the listings of a group's claim to its owner, as locations of the group, and returns their ids. The caller has locked them.
 * Listings that were deleted, or that got an owner since, are left out.
 */
export async function approveLocations(trx: Knex, claim: ClaimRow, reviewerId: number, at: Date): Promise<number[]> {
  const { groupId, userId } = claim;
  if (userId === null) throw conflict("The claimant's account has been deleted.", 'account_gone');
  if (groupId === null) throw conflict('This group has ended.', 'group_ended');
  const listings = await findIncluded(trx, claim.id);
  const isFree = (one: (typeof listings)[number]) => !one.isDeleted && one.userId === null;
  const ids = listings.filter(isFree).map(({ id }) => id);
  if (ids.length === 0) throw conflict('This claim has no listing that can be approved.', 'already_claimed');
  await leaveOut(trx, claim.id, listings.filter((one) => !isFree(one)), 'It has an owner now.'); // prettier-ignore
  if ((await countLocationsOf(trx, groupId)) + ids.length > MAX_LOCATIONS)
    throw conflict(`A group can have at most ${MAX_LOCATIONS.toLocaleString('en-US')} locations.`, 'too_many');
  const values = { userId, isVerified: true, ownershipReviewedAt: at };
  for (const id of ids) await changeListing(trx, id, values, { kind: 'claim', userId: reviewerId }, at);
  await insertGroupLocations(trx, claim.id, groupId, ids);
  await enqueueQuantity(trx, userId);
  return ids;
}

/** Takes the listings of an approved claim away from the group's owner. Listings that changed hands since are left out. */
export async function releaseLocations(trx: Knex, claim: ClaimRow, reviewerId: number, at: Date): Promise<void> {
  const listings = await findIncluded(trx, claim.id);
  const isOwn = (one: (typeof listings)[number]) => !one.isDeleted && one.userId === claim.userId;
  const own = claim.userId === null ? [] : listings.filter(isOwn);
  if (own.length === 0) throw conflict('These listings have a different owner now.', 'owner_changed');
  await leaveOut(trx, claim.id, listings.filter((one) => !isOwn(one)), 'It has a different owner now.'); // prettier-ignore
  for (const { id } of own) await releaseListing(trx, id, reviewerId, at);
}

async function leaveOut(
  trx: Knex,
  claimId: number,
  listings: readonly { id: number; isDeleted: boolean }[],
  reason: string,
): Promise<void> {
  const idsOf = (isDeleted: boolean) => listings.filter((one) => one.isDeleted === isDeleted).map(({ id }) => id);
  await setLeftOut(trx, claimId, idsOf(false), reason);
  await setLeftOut(trx, claimId, idsOf(true), 'It was deleted.');
}

/** Takes a listing away from its owner. */
export async function releaseListing(trx: Knex, id: number, reviewerId: number, at: Date): Promise<void> {
  const listing = (await lockListing(trx, id))!;
  const values = { ...(await endChecks(trx, listing, at)), userId: null };
  await changeListing(trx, id, values, { kind: 'claim', userId: reviewerId }, at, listing);
  await releaseManagers(trx, id);
}
