import type { Knex } from 'knex';
import type { z } from 'zod';
import type * as contract from '#contract/listings/admin-listings.ts';
import { listingPath } from '#shared/listings/listing-path.ts';
import { enqueueTransferFee } from '#server/billing/billing.ts';
import { sliceOf } from '#server/base/tables/pagination.ts';
import type { StaffContext } from '#server/base/tables/bulk-action.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest, conflict } from '#server/base/http/errors.ts';
import { audit } from '#server/audit/audit.ts';
import { approveChecks, endChecks } from '../checks/checks.ts';
import { listingNotFound } from '../errors.ts';
import { changeListing, restoreField, type Change, type Source } from '../history.ts';
import { findOriginRanks, rankFieldOrigins } from '../origins/origins.ts';
import { releaseManagers } from '../owner/managers.ts';
import { checkReferences, findOwnListing, rejectIfListingChanged, restoreListing } from '../owner/owner.ts';
import { findAdminHistory, findLastChange } from '../access/owner-history.ts';
import { cancelOpenTransfer } from '../transfers/offers.ts';
import { findTransfersOfListing } from '../transfers/queries-transfers.ts';
import { listingImageChanges, storeListingImages } from '../photos/listing-images.ts';
import { resolvePlans } from '../plans/plans.ts';
import { lockListing, type ListingRow } from '../queries-history.ts';
import { findAccountByEmail, findAdminListings, findOwner } from './queries-admin.ts';
import { findMerges } from './queries-merge.ts';

const adminSource = (actor: Pick<Actor, 'userId'>): Source => ({ kind: 'staff', userId: actor.userId });

export async function findListings(ctx: Ctx<Actor>, query: z.output<(typeof contract.findListings)['query']>) {
  const { q = '', owned, verified, deleted = false } = query;
  const { items, total } = await findAdminListings(ctx.db, { q, owned, verified, deleted }, sliceOf(query));
  return { items: items.map((row) => ({ ...row, href: listingPath(row) })), total };
}

export async function findListingDetail(
  ctx: Ctx<Actor>,
  id: number,
): Promise<z.input<typeof contract.staffListingDetail>> {
  const listing = await findOwnListing(ctx.db, id, 'owner');
  const [owner, history, merges, transfers, ranks] = await Promise.all([
    listing.userId === null ? undefined : findOwner(ctx.db, listing.userId),
    findAdminHistory(ctx.db, id),
    findMerges(ctx.db, id),
    findTransfersOfListing(ctx.db, id),
    findOriginRanks(ctx.db),
  ]);
  const origins = rankFieldOrigins(listing.sources, ranks);
  return { listing, owner: owner ?? null, deletedAt: null, origins, history, merges, transfers };
}

/** Changes a listing and writes the audit entry in one transaction. */
async function changeAsAdmin(
  ctx: StaffContext,
  id: number,
  action: string,
  makeChanges: (trx: Knex, listing: ListingRow, at: Date) => Promise<Change[]>,
  note?: string,
): Promise<Change[]> {
  return ctx.db.transaction(async (trx) => {
    const listing = await lockListing(trx, id);
    if (!listing) throw listingNotFound();
    const at = ctx.clock.now();
    const changes = await makeChanges(trx, listing, at);
    if (changes.length === 0) return [];
    await audit(trx, ctx.actor, {
      at,
      action: `listing.${action}`,
      subject: 'listing',
      subjectId: id,
      note: note || (listing.name as string),
      before: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
      after: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    });
    return changes;
  });
}

export async function editListing(
  ctx: Ctx<Actor>,
  id: number,
  values: z.output<(typeof contract.editListing)['body']>,
): Promise<void> {
  await checkReferences(ctx.db, { practiceTypeId: values.practiceTypeId, serviceIds: values.serviceIds });
  const { read: _read, practiceImage, profileImage, logo, ...wanted } = await resolvePlans(ctx.db, values);
  const images = await storeListingImages(ctx, { practiceImage, profileImage, logo });
  await changeAsAdmin(ctx, id, 'edited', async (trx, listing, at) => {
    await rejectIfListingChanged(trx, ctx.actor, id, values, (fields) =>
      findLastChange(trx, id, fields, { isAdmin: true }),
    );
    const imageChanges = await listingImageChanges(trx, listing, images);
    return changeListing(trx, id, { ...wanted, ...imageChanges }, adminSource(ctx.actor), at, listing);
  });
}

/** Verifying also approves the open checks. Removing the mark ends a review of changes, because nothing is verified then. */
export const verifyListing = (ctx: StaffContext, id: number, verified: boolean): Promise<Change[]> =>
  changeAsAdmin(ctx, id, verified ? 'verified' : 'unverified', async (trx, listing, at) => {
    if (verified && listing.heldAt)
      throw conflict('This listing matches another one. Compare the two in its claim request first.', 'held');
    if (verified) await approveChecks(trx, id, ctx.actor.userId, at);
    const values = verified
      ? { isVerified: true, ownershipReviewedAt: at, identityChangedAt: null }
      : await endChecks(trx, listing, at, { keepChanges: true });
    return changeListing(trx, id, values, adminSource(ctx.actor), at, listing);
  });

export const deleteListing = (ctx: StaffContext, id: number): Promise<Change[]> =>
  changeAsAdmin(ctx, id, 'deleted', (trx, listing, at) =>
    changeListing(trx, id, { deletedAt: at, heldAt: null }, adminSource(ctx.actor), at, listing),
  );

/** Changes columns of a listing, or its services, to the same values on many listings or back. */
export const changeFieldsAsAdmin = (
  ctx: StaffContext,
  id: number,
  values: Record<string, unknown>,
): Promise<Change[]> =>
  changeAsAdmin(ctx, id, 'edited', (trx, listing, at) =>
    changeListing(trx, id, values, adminSource(ctx.actor), at, listing),
  );

export const restoreFieldAsAdmin = (ctx: Ctx<Actor>, id: number, entryId: number): Promise<Change[]> =>
  changeAsAdmin(ctx, id, 'put_back', (trx, _listing, at) => restoreField(trx, id, entryId, adminSource(ctx.actor), at));

export async function restoreDeletedListing(ctx: StaffContext, id: number): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    await restoreListing(trx, ctx, id, ctx.actor.userId);
    await audit(trx, ctx.actor, { at: ctx.clock.now(), action: 'listing.restored', subject: 'listing', subjectId: id });
  });
}

/** Transfers a listing to another account and adds the fee to that account's next invoice. */
export async function transferListing(
  ctx: Ctx<Actor>,
  id: number,
  { email, chargeFee, note }: z.output<(typeof contract.transferListing)['body']>,
): Promise<void> {
  const newOwner = await findAccountByEmail(ctx.db, email);
  if (!newOwner)
    throw badRequest('There is no account with this email.', { email: 'There is no account with this email.' });
  await changeAsAdmin(
    ctx,
    id,
    'transferred',
    async (trx, listing, at) => {
      if (listing.userId === newOwner.id) throw conflict('This account already owns the listing.', 'same_owner');
      const ended = await endChecks(trx, listing, at, { keepChanges: true });
      const values = { ...ended, userId: newOwner.id, isVerified: true, ownershipReviewedAt: at };
      const changes = await changeListing(trx, id, values, adminSource(ctx.actor), at, listing);
      await releaseManagers(trx, id);
      await cancelOpenTransfer(trx, ctx, id);
      if (chargeFee)
        await enqueueTransferFee(trx, {
          userId: newOwner.id,
          listing: listing.name as string,
          reference: `listing-${id}-${at.toISOString()}`,
        });
      return changes;
    },
    [`To ${newOwner.email}${chargeFee ? ', with the transfer fee' : ', without a fee'}`, note.trim()]
      .filter(Boolean)
      .join('. '),
  );
}
