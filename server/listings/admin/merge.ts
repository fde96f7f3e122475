import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type * as contract from '#contract/listings/admin-listings.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict, notFound, Refusal } from '#server/base/http/errors.ts';
import { endChecks, openNewListingCheck } from '../checks/checks.ts';
import { listingNotFound } from '../errors.ts';
import { listFieldSources } from '../field-sources.ts';
import { changeListing, type Source } from '../history.ts';
import { findPlacedPhotos } from '../queries-gallery.ts';
import { findServiceIds, lockListing, type ListingRow } from '../queries-history.ts';
import * as contacts from './queries-merge-contacts.ts';
import * as sql from './queries-merge.ts';

const toJsonValue = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
/** Compares deeply, because Postgres reorders the keys of stored JSON. */
const isSameValue = (a: unknown, b: unknown): boolean => isDeepStrictEqual(toJsonValue(a), toJsonValue(b));

/** Locks both listings in the order of their ids, so that two merges of the same pair cannot deadlock. */
async function lockBoth(
  trx: Knex,
  keptId: number,
  mergedId: number,
  { mergedIsDeleted }: { mergedIsDeleted: boolean },
): Promise<{ kept: ListingRow; merged: ListingRow } | null> {
  const listings = new Map<number, ListingRow | null>();
  for (const id of [keptId, mergedId].toSorted((a, b) => a - b))
    listings.set(id, await lockListing(trx, id, { deleted: id === mergedId && mergedIsDeleted }));
  const kept = listings.get(keptId);
  const merged = listings.get(mergedId);
  return kept && merged ? { kept, merged } : null;
}

/**
 * The changes to the kept listing: the chosen fields, and the owner if only the other listing has one. The person who added a held copy
 * has to claim the listing first.
 */
async function mergedValues(
  trx: Knex,
  kept: ListingRow,
  merged: ListingRow,
  fields: readonly string[],
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    if (field === 'serviceIds') values.serviceIds = await findServiceIds(trx, merged.id);
    else if (field === 'photos') {
      // The cover belongs to the gallery.
      values.photos = await findPlacedPhotos(trx, merged.id);
      values.practiceImage = merged.practiceImage ?? null;
    } else values[field] = merged[field] ?? null;
  }
  if (kept.userId === null && merged.userId !== null && !merged.heldAt) {
    values.userId = merged.userId;
    values.isVerified = merged.isVerified;
    values.ownershipReviewedAt = merged.ownershipReviewedAt ?? null;
  }
  return values;
}

/** Turns the check of a held copy into a claim of the kept listing, or ends it if that has an owner. Returns the claims that moved. */
async function claimInstead(trx: Knex, copy: ListingRow, kept: ListingRow, at: Date): Promise<number[]> {
  const moved = kept.userId === null ? await sql.moveClaims(trx, copy.id, kept.id) : [];
  await sql.setKind(trx, moved, 'claim');
  await endChecks(trx, copy, at);
  return moved;
}

/** Merges the other listing into the kept one, in one transaction that can be undone. */
export async function mergeListings(
  ctx: Ctx<Actor>,
  keptId: number,
  { otherId, take }: z.output<(typeof contract.mergeListings)['body']>,
): Promise<{ mergeId: number }> {
  if (keptId === otherId) throw new Refusal(400, 'same_listing', 'Please choose two different listings.');
  const source: Source = { kind: 'staff', userId: ctx.actor.userId };
  return ctx.db.transaction(async (trx) => {
    const listings = await lockBoth(trx, keptId, otherId, { mergedIsDeleted: false });
    if (!listings) throw listingNotFound();
    const { kept, merged } = listings;
    if (kept.heldAt) throw conflict('This listing isn’t public. Keep the other one.', 'held');
    if (kept.userId !== null && merged.userId !== null && kept.userId !== merged.userId && !merged.heldAt)
      throw conflict('Both listings have an owner. Transfer one of them first.', 'two_owners');
    const now = ctx.clock.now();
    const changes = await changeListing(trx, keptId, await mergedValues(trx, kept, merged, take), source, now, kept);
    // A value keeps its origin, because staff chose between two and stated neither.
    const taken = listFieldSources(merged, take);
    const moved = changes.filter(({ field }) => taken[field]);
    await sql.replaceSources(trx, keptId, Object.fromEntries(moved.map(({ field }) => [field, taken[field]!])));
    // A review of changes compares with the merged listing's own values, so it can't move to the kept one.
    const ended = merged.identityChangedAt ? await endChecks(trx, merged, now, { keepChanges: true }) : {};
    const movedClaims = merged.heldAt
      ? await claimInstead(trx, merged, kept, now)
      : await sql.moveClaims(trx, otherId, keptId);
    await changeListing(trx, otherId, { ...ended, deletedAt: now, heldAt: null }, source, now, merged);
    const movedSlugs = await sql.moveSlugs(trx, otherId, keptId, now);
    const movedAppointments = await contacts.moveAppointments(trx, otherId, keptId);
    const movedCalls = await contacts.moveCallAnswers(trx, otherId, keptId);
    const mergeId = await sql.insertMerge(trx, {
      keptId,
      goneId: otherId,
      goneHeldAt: merged.heldAt,
      at: now,
      byUser: ctx.actor.userId,
      changes: changes.map((change) => ({ ...change, source: kept.fieldSources[change.field] ?? null })),
      movedClaims,
      movedSlugs,
      ...movedAppointments,
      movedCalls,
    });
    await audit(trx, ctx.actor, {
      at: now,
      action: 'listing.merged',
      subject: 'listing',
      subjectId: keptId,
      note: `${String(merged.name)} (${otherId}) into ${String(kept.name)} (${keptId})`,
      before: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
      after: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    });
    return { mergeId };
  });
}

/** Separates merged listings again. Returns the fields of the kept listing that were edited since and stay unchanged. */
export async function undoMerge(ctx: Ctx<Actor>, mergeId: number): Promise<{ kept: string[] }> {
  const source: Source = { kind: 'staff', userId: ctx.actor.userId };
  return ctx.db.transaction(async (trx) => {
    const merge = await sql.lockMerge(trx, mergeId);
    if (!merge) throw notFound('That merge does not exist.');
    if (merge.undoneAt) throw conflict('This merge has already been undone.', 'already_undone');
    const { keptId, goneId: mergedId } = merge;
    const listings = await lockBoth(trx, keptId, mergedId, { mergedIsDeleted: true });
    if (!listings) throw notFound('One of the two listings no longer exists.');
    const { kept, merged } = listings;
    const now = ctx.clock.now();
    const currentValues: Record<string, unknown> = {
      ...kept,
      serviceIds: await findServiceIds(trx, keptId),
      photos: await findPlacedPhotos(trx, keptId),
    };
    const unedited = merge.changes.filter(({ field, after }) => isSameValue(currentValues[field], after));
    await sql.moveSlugsBack(trx, mergedId, merge.movedSlugs);
    await changeListing(
      trx,
      keptId,
      Object.fromEntries(unedited.map(({ field, before }) => [field, before])),
      source,
      now,
      kept,
    );
    await sql.replaceSources(
      trx,
      keptId,
      Object.fromEntries(
        unedited.flatMap(({ field, source: earlier }) => (earlier === undefined ? [] : [[field, earlier]])),
      ),
    );
    const { goneHeldAt } = merge;
    await changeListing(trx, mergedId, goneHeldAt ? { heldAt: goneHeldAt } : { deletedAt: null }, source, now, merged);
    await sql.moveClaimsBack(trx, mergedId, merge.movedClaims);
    if (goneHeldAt && merged.userId !== null) {
      await sql.setKind(trx, merge.movedClaims, 'new_listing');
      await openNewListingCheck(trx, ctx, { id: mergedId, userId: merged.userId }, null);
    }
    await contacts.moveAppointmentsBack(trx, merge);
    await contacts.moveCallAnswersBack(trx, merge);
    await sql.markMergeUndone(trx, mergeId, now);
    await audit(trx, ctx.actor, {
      at: now,
      action: 'listing.merge_undone',
      subject: 'listing',
      subjectId: keptId,
      note: `${String(merged.name)} (${mergedId}) is a separate listing again`,
    });
    return { kept: merge.changes.filter((change) => !unedited.includes(change)).map(({ field }) => field) };
  });
}
