import type { Knex } from 'knex';
import type { z } from 'zod';
import { subscriptionLabel } from '#contract/entitlement.ts';
import { listingPath } from '#contract/listings.ts';
import { ownListing, type updateListing as updateCall } from '#contract/own-listings.ts';
import type { Actor, Ctx, Deps } from '#server/http/context.ts';
import { badRequest, forbidden, notFound } from '#server/http/errors.ts';
import { rejectIfChanged, type LastChange } from '#server/http/edit-conflict.ts';
import { changeListing, putBack, recordChanges, type Source } from '../history.ts';
import { releaseManagers } from './managers.ts';
import { lastChangeOf } from './owner-history.ts';
import { inPlace, pictureUrls, takePictures } from '../photos/photos.ts';
import { galleriesOf } from '../photos/queries-photos.ts';
import { knownServices, lockListing, type ListingRow } from '../queries-history.ts';
import {
  listingsOf,
  ownRow,
  practiceTypeKnown,
  purgeDeleted,
  roleIn,
  setConfirmed,
  type OwnRow,
} from './queries-owner.ts';

type Own = z.input<typeof ownListing>;
type Role = Own['role'];

export { lockListing as lockedListing } from '../queries-history.ts';

function present(row: OwnRow, role: Role, photos: Own['photos']): Own {
  return {
    ...row,
    practiceType:
      row.practiceTypeId !== null && row.practiceTypeName !== null
        ? { id: row.practiceTypeId, name: row.practiceTypeName }
        : null,
    userSubscriptionStatus:
      row.ownerStatus !== null && row.ownerPlan !== null
        ? subscriptionLabel({ subscriptionStatus: row.ownerStatus, subscriptionPlan: row.ownerPlan })
        : null,
    role,
    photos,
    href: listingPath(row),
    sources: row.fieldSources,
  };
}

export async function myListings(ctx: Ctx<Actor>): Promise<Own[]> {
  const found = await listingsOf(ctx.db, ctx.actor.userId);
  const photos = await galleriesOf(
    ctx.db,
    found.map((row) => row.id),
  );
  return found.map((row) =>
    present(row, row.userId === ctx.actor.userId ? 'owner' : 'manager', inPlace(photos, row.id)),
  );
}

export async function ownListingById(db: Knex, id: number, role: Role): Promise<Own> {
  const row = await ownRow(db, id);
  if (!row) throw notFound('We could not find this listing.');
  return present(row, role, inPlace(await galleriesOf(db, [id]), id));
}

/** The listing, held for a change, if it is the caller's. Anyone else's does not exist for them. */
export async function ownListingForChange(
  trx: Knex,
  actor: Actor,
  id: number,
): Promise<{ listing: ListingRow; role: Role }> {
  const listing = await lockListing(trx, id);
  const role = listing && (await roleIn(trx, id, actor.userId));
  if (!listing || !role) throw notFound('We could not find this listing.');
  return { listing, role };
}

/** The same for what only the owner may do. */
export async function ownedForChange(trx: Knex, actor: Actor, id: number): Promise<ListingRow> {
  const { listing, role } = await ownListingForChange(trx, actor, id);
  if (role !== 'owner') throw forbidden('Only the owner of this listing can do this.', 'owner_only');
  return listing;
}

export const sourceOf = (actor: Actor, role: Role): Source => ({ kind: role, userId: actor.userId });

export async function checkReferences(
  db: Knex,
  values: { practiceTypeId?: number | null | undefined; serviceIds?: number[] | undefined },
): Promise<void> {
  if (values.practiceTypeId && !(await practiceTypeKnown(db, values.practiceTypeId)))
    throw badRequest('There is no such practice type.', { practiceTypeId: 'There is no such practice type.' });
  const ids = [...new Set(values.serviceIds)];
  if (ids.length > 0 && (await knownServices(db, ids)).length !== ids.length)
    throw badRequest('There is no such service.', { serviceIds: 'There is no such service.' });
}

/** Refuses a change by somebody who has not seen what the listing says now. The listing is held by the transaction. */
export async function asItWasRead(
  trx: Knex,
  actor: Actor,
  id: number,
  { read, serviceIds, ...wanted }: Pick<z.output<(typeof updateCall)['body']>, 'read' | 'serviceIds'>,
  who: (fields: string[]) => Promise<LastChange | null>,
): Promise<void> {
  if (!read) return;
  const stored = await ownListingById(trx, id, 'owner');
  const offered = new Map(stored.services.map((service) => [service.id, service]));
  const services = serviceIds
    ?.toSorted((a, b) => a - b)
    .map((service) => offered.get(service) ?? { id: service, name: '' });
  await rejectIfChanged({
    read,
    schema: ownListing,
    stored,
    newValues: { ...wanted, services },
    actor,
    findLastChange: who,
  });
}

export async function updateListing(
  ctx: Ctx<Actor>,
  id: number,
  edit: z.output<(typeof updateCall)['body']>,
): Promise<Own> {
  // Whose it is comes first: nothing is decoded for a stranger.
  if (!(await roleIn(ctx.db, id, ctx.actor.userId))) throw notFound('We could not find this listing.');
  const { practiceImage, profileImage, serviceIds, read: _read, ...columns } = edit;
  await checkReferences(ctx.db, { practiceTypeId: columns.practiceTypeId, serviceIds });
  const pictures = await takePictures(ctx, { practiceImage, profileImage });
  return ctx.db.transaction(async (trx) => {
    const { listing, role } = await ownListingForChange(trx, ctx.actor, id);
    await asItWasRead(trx, ctx.actor, id, edit, (fields) => lastChangeOf(trx, id, fields));
    const at = ctx.clock.now();
    const images = await pictureUrls(trx, listing, pictures);
    await changeListing(
      trx,
      id,
      { ...columns, ...images, ...(serviceIds ? { serviceIds } : {}) },
      sourceOf(ctx.actor, role),
      at,
      listing,
    );
    return ownListingById(trx, id, role);
  });
}

/** The listing stays in the directory; its owner and everyone invited let go of it. */
export async function unclaim(ctx: Ctx<Actor>, id: number): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const listing = await ownedForChange(trx, ctx.actor, id);
    await changeListing(
      trx,
      id,
      { userId: null, isVerified: false, ownershipReviewedAt: null },
      sourceOf(ctx.actor, 'owner'),
      ctx.clock.now(),
      listing,
    );
    await releaseManagers(trx, id);
  });
}

const RESTORABLE_DAYS = 30;

/** Gone from every page at once; staff can bring it back for thirty days. A tombstone keeps imports from doing so. */
export async function deleteOwn(ctx: Ctx<Actor>, id: number): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const listing = await ownedForChange(trx, ctx.actor, id);
    const at = ctx.clock.now();
    await changeListing(trx, id, { deletedAt: at }, sourceOf(ctx.actor, 'owner'), at, listing);
  });
}

/** For staff: brings back what was deleted within the last thirty days, with the owner it had. */
export async function restoreListing(trx: Knex, deps: Pick<Deps, 'clock'>, id: number, staffId: number): Promise<void> {
  const listing = await lockListing(trx, id, { deleted: true });
  const at = deps.clock.now();
  if (!listing?.deletedAt || at.getTime() - listing.deletedAt.getTime() > RESTORABLE_DAYS * 86_400_000)
    throw notFound('There is no deleted listing to restore.');
  await changeListing(trx, id, { deletedAt: null }, { kind: 'staff', userId: staffId }, at, listing);
}

export const purgeListings = (deps: Deps): Promise<number> =>
  purgeDeleted(deps.db, new Date(deps.clock.now().getTime() - RESTORABLE_DAYS * 86_400_000));

export async function confirmAll(ctx: Ctx<Actor>, id: number): Promise<Own> {
  return ctx.db.transaction(async (trx) => {
    const { listing, role } = await ownListingForChange(trx, ctx.actor, id);
    const at = ctx.clock.now();
    await setConfirmed(trx, id, at);
    await recordChanges(
      trx,
      id,
      [{ field: 'confirmedAt', before: listing.confirmedAt ?? null, after: at }],
      sourceOf(ctx.actor, role),
      at,
    );
    return ownListingById(trx, id, role);
  });
}

export async function putBackOwn(ctx: Ctx<Actor>, id: number, entry: number): Promise<Own> {
  return ctx.db.transaction(async (trx) => {
    const { role } = await ownListingForChange(trx, ctx.actor, id);
    await putBack(trx, id, entry, sourceOf(ctx.actor, role), ctx.clock.now());
    return ownListingById(trx, id, role);
  });
}
