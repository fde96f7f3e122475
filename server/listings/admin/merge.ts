import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type * as contract from '#contract/admin-listings.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { conflict, notFound, Refusal } from '#server/http/errors.ts';
import { audit } from '#server/audit/audit.ts';
import { changeListing, type Source } from '../history.ts';
import { lockListing, findServiceIds, type ListingRow } from '../queries-history.ts';
import { findPlacedPhotos } from '../photos/queries-photos.ts';
import {
  markMergeUndone,
  insertMerge,
  lockMerge,
  moveClaims,
  moveClaimsBack,
  moveSlugs,
  moveSlugsBack,
} from './queries-admin.ts';
import { listingNotFound } from './admin.ts';

const toJsonValue = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
/** What was stored as JSON comes back with its keys in another order. */
const isSameValue = (a: unknown, b: unknown): boolean => isDeepStrictEqual(toJsonValue(a), toJsonValue(b));

/** Makes one of two listings, field by field as chosen, in one transaction that can be taken back. */
export async function mergeListings(
  ctx: Ctx<Actor>,
  keptId: number,
  { otherId, take }: z.output<(typeof contract.mergeListings)['body']>,
): Promise<{ mergeId: number }> {
  if (keptId === otherId) throw new Refusal(400, 'same_listing', 'Please choose two different listings.');
  const source: Source = { kind: 'staff', userId: ctx.actor.userId };
  return ctx.db.transaction(async (trx) => {
    // In one order, so that two merges of the same pair wait for each other.
    const held = new Map<number, ListingRow | null>();
    for (const id of [keptId, otherId].toSorted((a, b) => a - b)) held.set(id, await lockListing(trx, id));
    const kept = held.get(keptId);
    const gone = held.get(otherId);
    if (!kept || !gone) throw listingNotFound();
    if (kept.userId !== null && gone.userId !== null && kept.userId !== gone.userId)
      throw conflict('Both listings have an owner. Transfer one of them first.', 'two_owners');
    const at = ctx.clock.now();
    const values: Record<string, unknown> = {};
    for (const field of take)
      if (field === 'serviceIds') values[field] = await findServiceIds(trx, otherId);
      // The cover goes with the gallery.
      else if (field === 'photos')
        Object.assign(values, {
          photos: await findPlacedPhotos(trx, otherId),
          practiceImage: gone.practiceImage ?? null,
        });
      else values[field] = gone[field] ?? null;
    if (kept.userId === null && gone.userId !== null)
      Object.assign(values, {
        userId: gone.userId,
        isVerified: gone.isVerified,
        ownershipReviewedAt: gone.ownershipReviewedAt ?? null,
      });
    const changes = await changeListing(trx, keptId, values, source, at, kept);
    const movedClaims = await moveClaims(trx, otherId, keptId);
    await changeListing(trx, otherId, { deletedAt: at }, source, at, gone);
    const movedSlugs = await moveSlugs(trx, otherId, keptId, at);
    const mergeId = await insertMerge(trx, {
      keptId,
      goneId: otherId,
      at,
      byUser: ctx.actor.userId,
      changes,
      movedClaims,
      movedSlugs,
    });
    await audit(trx, ctx.actor, {
      at,
      action: 'listing.merged',
      subject: 'listing',
      subjectId: keptId,
      note: `${String(gone.name)} (${otherId}) into ${String(kept.name)} (${keptId})`,
      before: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
      after: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    });
    return { mergeId };
  });
}

/** Parts them again. What was changed on the kept listing since stays; its fields are named. */
export async function undoMerge(ctx: Ctx<Actor>, mergeId: number): Promise<{ kept: string[] }> {
  const source: Source = { kind: 'staff', userId: ctx.actor.userId };
  return ctx.db.transaction(async (trx) => {
    const merged = await lockMerge(trx, mergeId);
    if (!merged) throw notFound('There is no such merge.');
    if (merged.undoneAt) throw conflict('This merge has been undone already.', 'already_undone');
    const { keptId, goneId } = merged;
    const held = new Map<number, ListingRow | null>();
    for (const id of [keptId, goneId].toSorted((a, b) => a - b))
      held.set(id, await lockListing(trx, id, { deleted: id === goneId }));
    const kept = held.get(keptId);
    const gone = held.get(goneId);
    if (!kept || !gone) throw notFound('One of the two listings does not exist any more.');
    const at = ctx.clock.now();
    const apart: Record<string, unknown> = {
      serviceIds: await findServiceIds(trx, keptId),
      photos: await findPlacedPhotos(trx, keptId),
    };
    const now = (field: string): unknown => apart[field] ?? kept[field];
    const untouched = merged.changes.filter(({ field, after }) => isSameValue(now(field), after));
    await moveSlugsBack(trx, goneId, merged.movedSlugs);
    await changeListing(
      trx,
      keptId,
      Object.fromEntries(untouched.map(({ field, before }) => [field, before])),
      source,
      at,
      kept,
    );
    await changeListing(trx, goneId, { deletedAt: null }, source, at, gone);
    await moveClaimsBack(trx, goneId, merged.movedClaims);
    await markMergeUndone(trx, mergeId, at);
    await audit(trx, ctx.actor, {
      at,
      action: 'listing.merge_undone',
      subject: 'listing',
      subjectId: keptId,
      note: `${String(gone.name)} (${goneId}) is a listing of its own again`,
    });
    return { kept: merged.changes.filter((change) => !untouched.includes(change)).map(({ field }) => field) };
  });
}
