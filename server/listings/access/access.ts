import type { Knex } from 'knex';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import type { Actor } from '#server/base/http/context.ts';
import { forbidden } from '#server/base/http/errors.ts';
import { listingNotFound } from '../errors.ts';
import type { Source } from '../history.ts';
import { lockListing, type ListingRow } from '../queries-history.ts';
import { findRole } from './queries-managers.ts';

export type Role = OwnListing['role'];

/** Throws not found for other people's listings, so that their existence stays hidden. */
export async function requireRole(db: Knex, actor: Actor, id: number): Promise<Role> {
  const role = await findRole(db, id, actor);
  if (!role) throw listingNotFound();
  return role;
}

/** Locks a listing that the actor owns or manages. */
export async function lockOwnListing(
  trx: Knex,
  actor: Actor,
  id: number,
): Promise<{ listing: ListingRow; role: Role }> {
  const listing = await lockListing(trx, id);
  if (!listing) throw listingNotFound();
  return { listing, role: await requireRole(trx, actor, id) };
}

/** Locks a listing for a change that only its owner may make. */
export async function lockOwnedListing(trx: Knex, actor: Actor, id: number): Promise<ListingRow> {
  const { listing, role } = await lockOwnListing(trx, actor, id);
  if (role !== 'owner') throw forbidden('Only the owner of this listing can do this.', 'owner_only');
  return listing;
}

/** A key of a group can do what an editor can, so its changes are a manager's. Otherwise the group's owner would be named for them. */
export const sourceOf = ({ userId, groupId, madeWith }: Actor, role: Role): Source => ({
  kind: groupId === undefined ? role : 'manager',
  userId,
  ...(madeWith !== undefined && { madeWith }),
});
