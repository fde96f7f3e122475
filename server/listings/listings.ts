import type { Knex } from 'knex';
import type { Ctx } from '#server/base/http/context.ts';
import { findMergeTarget } from './admin/queries-merge.ts';
import * as sql from './queries.ts';

export type { ListingRow } from './queries.ts';
export { findListingsByIds, listPracticeTypes, listServices } from './queries.ts';

/** A merged duplicate is answered with the listing that was kept. */
export async function findListing(db: Knex, id: number): Promise<sql.ListingRow | undefined> {
  const [listing] = await sql.findListingsByIds(db, [id]);
  if (listing) return listing;
  const keptId = await findMergeTarget(db, id);
  return keptId === undefined ? undefined : (await sql.findListingsByIds(db, [keptId]))[0];
}

/** Adds who owns a listing and on which plan, which only its owner and admins see. */
export async function revealOwnListings<
  L extends { id: number; userId: number | null; userSubscriptionStatus: string | null },
>({ db, actor }: Pick<Ctx, 'db' | 'actor'>, listings: L[]): Promise<L[]> {
  if (!actor || listings.length === 0) return listings;
  const ids = listings.map(({ id }) => id);
  const ownership = new Map((await sql.findOwnership(db, ids, actor)).map((row) => [row.id, row]));
  return listings.map((listing) => ({ ...listing, ...ownership.get(listing.id) }));
}

/** Formatting a larger slice as JSON would delay other requests. */
const SLICE_SIZE = 250;

/** All listings in the directory's usual order, in slices. */
export async function* streamDirectory(db: Knex, sliceSize = SLICE_SIZE): AsyncGenerator<sql.ListingRow[]> {
  let cursor: sql.Cursor | null = null;
  for (;;) {
    const slice: (sql.ListingRow & sql.Cursor)[] = await sql.findListingsAfter(db, cursor, sliceSize);
    const last = slice.at(-1);
    if (!last) return;
    yield slice.map(({ rank: _rank, nameNorm: _nameNorm, ...listing }) => listing);
    if (slice.length < sliceSize) return;
    cursor = { rank: last.rank, nameNorm: last.nameNorm, id: last.id };
  }
}

export async function* streamListings(
  db: Knex,
  ids: readonly number[],
  sliceSize = SLICE_SIZE,
): AsyncGenerator<sql.ListingRow[]> {
  for (let from = 0; from < ids.length; from += sliceSize)
    yield sql.findListingsByIds(db, ids.slice(from, from + sliceSize));
}
