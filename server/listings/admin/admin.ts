import type { Knex } from 'knex';
import type { z } from 'zod';
import type { editListing, findListings, staffListingDetail, transferListing } from '#contract/admin-listings.ts';
import { enqueueTransferFee } from '#server/billing/billing.ts';
import { sliceOf } from '#server/db/pagination.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { badRequest, conflict, notFound } from '#server/http/errors.ts';
import { audit } from '#server/audit/audit.ts';
import { changeListing, putBack, type Change, type Source } from '../history.ts';
import { listingPath } from '#contract/listing-path.ts';
import { releaseManagers } from '../owner/managers.ts';
import { asItWasRead, checkReferences, ownListingById, restoreListing } from '../owner/owner.ts';
import { historyForStaff, lastChangeOf } from '../owner/owner-history.ts';
import { lockListing, type ListingRow } from '../queries-history.ts';
import { accountByEmail, mergesOf, ownerOf, staffListings } from './queries-admin.ts';

const asStaff = (actor: Actor): Source => ({ kind: 'staff', userId: actor.userId });
export const missingListing = () => notFound('We could not find this listing.');

export async function find(ctx: Ctx<Actor>, query: z.output<(typeof findListings)['query']>) {
  const { q = '', owned, verified, deleted = false } = query;
  const { items, total } = await staffListings(ctx.db, { q, owned, verified, deleted }, sliceOf(query));
  return { items: items.map((row) => ({ ...row, href: listingPath(row) })), total };
}

export async function detail(ctx: Ctx<Actor>, id: number): Promise<z.input<typeof staffListingDetail>> {
  const listing = await ownListingById(ctx.db, id, 'owner');
  const [owner, history, merges] = await Promise.all([
    listing.userId === null ? undefined : ownerOf(ctx.db, listing.userId),
    historyForStaff(ctx.db, id),
    mergesOf(ctx.db, id),
  ]);
  return { listing, owner: owner ?? null, deletedAt: null, history, merges };
}

/** A change by staff: the listing, its history and the audit entry in one transaction. */
async function change(
  ctx: Ctx<Actor>,
  id: number,
  action: string,
  act: (trx: Knex, listing: ListingRow, at: Date) => Promise<Change[]>,
  note?: string,
): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const listing = await lockListing(trx, id);
    if (!listing) throw missingListing();
    const at = ctx.clock.now();
    const changes = await act(trx, listing, at);
    if (changes.length === 0) return;
    await audit(trx, ctx.actor, {
      at,
      action: `listing.${action}`,
      subject: 'listing',
      subjectId: id,
      note: note || (listing.name as string),
      before: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
      after: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    });
  });
}

export async function edit(ctx: Ctx<Actor>, id: number, values: z.output<(typeof editListing)['body']>): Promise<void> {
  await checkReferences(ctx.db, { practiceTypeId: values.practiceTypeId, serviceIds: values.serviceIds });
  const { read: _read, ...wanted } = values;
  await change(ctx, id, 'edited', async (trx, listing, at) => {
    await asItWasRead(trx, ctx.actor, id, values, (fields) => lastChangeOf(trx, id, fields, { staff: true }));
    return changeListing(trx, id, wanted, asStaff(ctx.actor), at, listing);
  });
}

export const verify = (ctx: Ctx<Actor>, id: number, verified: boolean): Promise<void> =>
  change(ctx, id, verified ? 'verified' : 'unverified', (trx, listing, at) =>
    changeListing(trx, id, { isVerified: verified }, asStaff(ctx.actor), at, listing),
  );

export const remove = (ctx: Ctx<Actor>, id: number): Promise<void> =>
  change(ctx, id, 'deleted', (trx, listing, at) =>
    changeListing(trx, id, { deletedAt: at }, asStaff(ctx.actor), at, listing),
  );

export const putBackEntry = (ctx: Ctx<Actor>, id: number, entryId: number): Promise<void> =>
  change(ctx, id, 'put_back', (trx, _listing, at) => putBack(trx, id, entryId, asStaff(ctx.actor), at));

export async function restore(ctx: Ctx<Actor>, id: number): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    await restoreListing(trx, ctx, id, ctx.actor.userId);
    await audit(trx, ctx.actor, { at: ctx.clock.now(), action: 'listing.restored', subject: 'listing', subjectId: id });
  });
}

/** The listing goes to another account, its fee on that account's invoice, in one transaction. */
export async function transfer(
  ctx: Ctx<Actor>,
  id: number,
  { email, chargeFee, note }: z.output<(typeof transferListing)['body']>,
): Promise<void> {
  const to = await accountByEmail(ctx.db, email);
  if (!to) throw badRequest('There is no account with this email.', { email: 'There is no account with this email.' });
  await change(
    ctx,
    id,
    'transferred',
    async (trx, listing, at) => {
      if (listing.userId === to.id) throw conflict('This account owns the listing already.', 'same_owner');
      const values = { userId: to.id, isVerified: true, ownershipReviewedAt: at };
      const changes = await changeListing(trx, id, values, asStaff(ctx.actor), at, listing);
      await releaseManagers(trx, id);
      if (chargeFee)
        await enqueueTransferFee(trx, {
          userId: to.id,
          listing: listing.name as string,
          reference: `listing-${id}-${at.toISOString()}`,
        });
      return changes;
    },
    [`To ${to.email}${chargeFee ? ', with the transfer fee' : ', without a fee'}`, note.trim()]
      .filter(Boolean)
      .join('. '),
  );
}
