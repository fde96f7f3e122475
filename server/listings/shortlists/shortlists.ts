import { retention } from '#shared/policies/retention.ts';
import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { MAX_SHORTLISTED } from '#shared/limits.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { badRequest, ifPossible, notFound } from '#server/base/http/errors.ts';
import { enforceLimit } from '#server/base/http/limits/limits.ts';
import { findListingsByIds, type ListingRow } from '../listings.ts';
import * as sql from './queries-shortlists.ts';

/** A shared link stops working if it was not opened for this long. */
const KEEP_DAYS = retention.sharedListDays;
const DAY = 86_400_000;
/** 96 random bits, so that links can't be guessed. */
const SLUG_BYTES = 12;

const findListed = async (db: Knex, ids: readonly number[]): Promise<ListingRow[]> =>
  findListingsByIds(db, await sql.followMerges(db, ids));

export async function shareShortlist(ids: readonly number[], ctx: Ctx): Promise<{ slug: string }> {
  await enforceLimit(ctx, 'LIMIT_SHARE', ctx.network, 'You have shared several lists. Please try again in an hour.');
  const listed = await findListed(ctx.db, ids);
  if (listed.length === 0) throw badRequest('These practices are no longer listed.');
  const slug = randomBytes(SLUG_BYTES).toString('base64url');
  await sql.insertSharedShortlist(ctx.db, { slug, listingIds: listed.map(({ id }) => id), now: ctx.clock.now() });
  return { slug };
}

export async function openSharedShortlist(
  slug: string,
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
): Promise<{ listings: ListingRow[]; unlisted: number }> {
  const ids = await sql.findSharedIds(db, slug);
  if (!ids) throw notFound('This shared list does not exist, or has expired.');
  await ifPossible(sql.recordView(db, slug, clock.now()));
  const followed = await sql.followMerges(db, ids);
  const listings = await findListingsByIds(db, followed);
  return { listings, unlisted: followed.length - listings.length };
}

export const deleteUnusedShortlists = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> => {
  await sql.deleteSharedBefore(db, new Date(clock.now().getTime() - KEEP_DAYS * DAY));
};

export const findOwnShortlist = async ({ db, actor }: Ctx<Actor>): Promise<number[]> =>
  sql.followMerges(db, await sql.findAccountIds(db, actor.userId));

/** Applies the changes of one device. Changes instead of whole lists, so that two devices can't undo each other's. */
export const changeOwnShortlist = (
  { add, remove }: { add: readonly number[]; remove: readonly number[] },
  { db, actor, clock }: Ctx<Actor>,
): Promise<number[]> =>
  db.transaction(async (trx) => {
    const now = clock.now();
    const stored = await sql.followMerges(trx, await sql.lockAccountIds(trx, actor.userId, now));
    const kept = stored.filter((id) => !remove.includes(id));
    const ids = [...new Set([...kept, ...add])].slice(0, MAX_SHORTLISTED);
    await sql.updateAccountIds(trx, actor.userId, ids, now);
    return ids;
  });
