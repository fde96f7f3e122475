import type { Knex } from 'knex';
import { z } from 'zod';
import { mapFacts, readFact } from '#shared/listings/facts.ts';
import { dayNames } from '#shared/listings/opening-hours.ts';
import { isEntitled, subscriptionLabel } from '#shared/billing/entitlement.ts';
import { listingPath } from '#shared/listings/listing-path.ts';
import { ownerFields } from '#contract/listings/practice-fields.ts';
import type * as contract from '#contract/listings/own-listings.ts';
import { ownListing } from '#contract/listings/own-listings.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { enqueueQuantity } from '#server/billing/billing.ts';
import { badRequest, notFound } from '#server/base/http/errors.ts';
import { rejectIfChanged, type LastChange } from '#server/base/http/edit-conflict.ts';
import { endChecks, reviewIdentityChange } from '../checks/checks.ts';
import { listingNotFound } from '../errors.ts';
import { confirmFacts } from '../facts.ts';
import { listFieldSources } from '../field-sources.ts';
import { changeListing, restoreField } from '../history.ts';
import { photosOf } from '../photos/gallery.ts';
import { listingImageChanges, storeListingImages } from '../photos/listing-images.ts';
import { findGalleries } from '../photos/queries-photos.ts';
import { resolvePlans } from '../plans/plans.ts';
import { findExistingServiceIds, lockListing } from '../queries-history.ts';
import { lockOwnedListing, lockOwnListing, requireRole, sourceOf, type Role } from '../access/access.ts';
import { findLastChange } from '../access/owner-history.ts';
import { releaseManagers } from './managers.ts';
import { rejectPausedChanges, rejectPausedImages } from '../access/plan.ts';
import * as sql from './queries-owner.ts';

export { findOwnRow, type OwnRow } from './queries-owner.ts';

type OwnListing = z.input<typeof ownListing>;
type ListingEdit = z.output<(typeof contract.updateListing)['body']>;

const RESTORABLE_DAYS = 30;
const DAY = 86_400_000;

/** A listing as an edit compares it, with null for a fact that isn't known. */
const editedListing = ownListing.extend(mapFacts(() => z.boolean().nullable()));

function toOwnListing(row: sql.OwnRow, role: Role, photos: OwnListing['photos']): OwnListing {
  // Only staff see that a board states discipline.
  const { licenseDiscipline: _, ...fieldSources } = listFieldSources({ ...row }, ownerFields);
  return {
    ...row,
    // As in every documented reply, false also means not known.
    ...mapFacts((field) => row[field] ?? false),
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
    sources: fieldSources,
    changesUnderReview: row.identityChangedAt !== null,
    planActive:
      row.ownerStatus !== null &&
      row.ownerPlan !== null &&
      isEntitled({ subscriptionStatus: row.ownerStatus, subscriptionPlan: row.ownerPlan }, row.takesPayments),
  };
}

export async function findOwnListings({ db, actor }: Ctx<Actor>): Promise<OwnListing[]> {
  const rows = await sql.findListingsOfUser(db, actor.userId, actor.groupId ?? null);
  const photos = await findGalleries(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) =>
    toOwnListing(row, row.userId === actor.userId ? 'owner' : 'manager', photosOf(photos, row.id)),
  );
}

export async function findOwnListing(db: Knex, id: number, role: Role): Promise<OwnListing> {
  const row = await sql.findOwnRow(db, id);
  if (!row) throw listingNotFound();
  return toOwnListing(row, role, photosOf(await findGalleries(db, [id]), id));
}

/** Refuses practice types and services that don't exist. */
export async function checkReferences(
  db: Knex,
  { practiceTypeId, serviceIds }: { practiceTypeId?: number | null | undefined; serviceIds?: number[] | undefined },
): Promise<void> {
  if (practiceTypeId && !(await sql.practiceTypeExists(db, practiceTypeId)))
    throw badRequest('That practice type does not exist.', { practiceTypeId: 'That practice type does not exist.' });
  const ids = [...new Set(serviceIds)];
  if (ids.length > 0 && (await findExistingServiceIds(db, ids)).length !== ids.length)
    throw badRequest('That service does not exist.', { serviceIds: 'That service does not exist.' });
}

/** Rejects an edit that is based on outdated values. The caller holds a lock on the listing. */
export async function rejectIfListingChanged(
  trx: Knex,
  actor: Actor,
  id: number,
  { read, serviceIds, ...newValues }: Pick<ListingEdit, 'read' | 'serviceIds'>,
  findListingChange: (fields: string[]) => Promise<LastChange | null>,
): Promise<void> {
  if (!read) return;
  const stored = await findOwnListing(trx, id, 'owner');
  const storedServices = new Map(stored.services.map((service) => [service.id, service]));
  const services = serviceIds
    ?.toSorted((a, b) => a - b)
    .map((serviceId) => storedServices.get(serviceId) ?? { id: serviceId, name: '' });
  await rejectIfChanged({
    read,
    schema: editedListing,
    stored: { ...stored, ...mapFacts((field) => readFact(stored, field)) },
    newValues: { ...newValues, services },
    actor,
    findLastChange: findListingChange,
  });
}

export async function updateListing(ctx: Ctx<Actor>, id: number, edit: ListingEdit): Promise<OwnListing> {
  // Checked before any image is decoded, so strangers cannot make the server work.
  await requireRole(ctx.db, ctx.actor, id);
  const { practiceImage, profileImage, logo, serviceIds, read: _read, ...columns } = await resolvePlans(ctx.db, edit);
  await checkReferences(ctx.db, { practiceTypeId: columns.practiceTypeId, serviceIds });
  await rejectPausedImages(ctx.db, id, { practiceImage, profileImage, logo });
  const images = await storeListingImages(ctx, { practiceImage, profileImage, logo });
  return ctx.db.transaction(async (trx) => {
    const { listing, role } = await lockOwnListing(trx, ctx.actor, id);
    await rejectIfListingChanged(trx, ctx.actor, id, edit, (fields) => findLastChange(trx, id, fields));
    const imageChanges = await listingImageChanges(trx, listing, images);
    const values = { ...columns, ...imageChanges, ...(serviceIds ? { serviceIds } : {}) };
    const changes = await changeListing(trx, id, values, sourceOf(ctx.actor, role), ctx.clock.now(), listing);
    await rejectPausedChanges(trx, id, changes);
    // The form shows the whole week, so saving a day confirms the others. A program may not know them.
    if (ctx.actor.carrier !== 'key' && changes.some(({ field }) => isDayHours(field)))
      await confirmFacts(trx, id, { source: sourceOf(ctx.actor, role), at: ctx.clock.now() }, dayHours);
    await reviewIdentityChange(trx, ctx, listing);
    return findOwnListing(trx, id, role);
  });
}

const dayHours = dayNames.map((day) => `${day}Hours` as const);
const isDayHours = (field: string): boolean => (dayHours as readonly string[]).includes(field);

/** Keeps the listing in the directory, without its owner and managers. */
export async function unclaimListing(ctx: Ctx<Actor>, id: number): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const listing = await lockOwnedListing(trx, ctx.actor, id);
    const now = ctx.clock.now();
    // A held listing isn't in the directory, so it ends with its owner.
    const ended = await endChecks(trx, listing, now);
    const values = listing.heldAt ? { ...ended, deletedAt: now, heldAt: null } : { ...ended, userId: null };
    await changeListing(trx, id, values, sourceOf(ctx.actor, 'owner'), now, listing);
    await releaseManagers(trx, id);
  });
}

/** Hides the listing everywhere. Staff can restore it for 30 days; a tombstone keeps imports from adding it again. */
export async function deleteListing(ctx: Ctx<Actor>, id: number): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const listing = await lockOwnedListing(trx, ctx.actor, id);
    const now = ctx.clock.now();
    await changeListing(trx, id, { deletedAt: now, heldAt: null }, sourceOf(ctx.actor, 'owner'), now, listing);
    await enqueueQuantity(trx, ctx.actor.userId);
  });
}

/** For admins: restores a listing that was deleted within the last 30 days, together with its owner. */
export async function restoreListing(
  trx: Knex,
  { clock }: Pick<Deps, 'clock'>,
  id: number,
  adminId: number,
): Promise<void> {
  const listing = await lockListing(trx, id, { deleted: true });
  const now = clock.now();
  if (!listing?.deletedAt || listing.heldAt || now.getTime() - listing.deletedAt.getTime() > RESTORABLE_DAYS * DAY)
    throw notFound('There is no deleted listing to restore.');
  await changeListing(trx, id, { deletedAt: null }, { kind: 'staff', userId: adminId }, now, listing);
  if (listing.userId !== null) await enqueueQuantity(trx, listing.userId as number);
}

export async function purgeDeletedListings({ db, clock }: Deps): Promise<number> {
  const before = new Date(clock.now().getTime() - RESTORABLE_DAYS * DAY);
  for (let total = 0; ;) {
    const count = await sql.purgeDeleted(db, before);
    if (count === 0) return total;
    total += count;
  }
}

export async function confirmListing(ctx: Ctx<Actor>, id: number): Promise<OwnListing> {
  return ctx.db.transaction(async (trx) => {
    const { role } = await lockOwnListing(trx, ctx.actor, id);
    await confirmFacts(trx, id, { source: sourceOf(ctx.actor, role), at: ctx.clock.now() });
    return findOwnListing(trx, id, role);
  });
}

export async function restoreOwnField(ctx: Ctx<Actor>, id: number, entryId: number): Promise<OwnListing> {
  return ctx.db.transaction(async (trx) => {
    const { listing, role } = await lockOwnListing(trx, ctx.actor, id);
    const changes = await restoreField(trx, id, entryId, sourceOf(ctx.actor, role), ctx.clock.now());
    await rejectPausedChanges(trx, id, changes);
    await reviewIdentityChange(trx, ctx, listing);
    return findOwnListing(trx, id, role);
  });
}
