import type { z } from 'zod';
import type * as contract from '#contract/listings/admin-listings.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { pickIdentity } from '#shared/listings/identity.ts';
import { conflict } from '#server/base/http/errors.ts';
import { findOriginals } from '../checks/held.ts';
import { listingNotFound } from '../errors.ts';
import { fillFacts } from '../facts.ts';
import { recordChanges } from '../history.ts';
import { explainMatch, MATCH_SCORE } from '../matching/matching.ts';
import { checkReferences, findOwnListing } from '../owner/owner.ts';
import { insertListing } from '../owner/queries-owner.ts';
import type { GalleryEditor } from '../photos/gallery.ts';
import { resolvePlans } from '../plans/plans.ts';
import { setPracticeName } from '../practices.ts';
import { lockListing, replaceServices } from '../queries-history.ts';
import { settleValues } from '../settle-values.ts';

/** Staff change the gallery of any listing, whatever its plan. */
export const byStaff: GalleryEditor = {
  async requireAccess(ctx, id) {
    await findOwnListing(ctx.db, id, 'owner');
  },
  async lock(trx, actor, id) {
    const listing = await lockListing(trx, id);
    if (!listing) throw listingNotFound();
    return { listing, source: { kind: 'staff', userId: actor.userId } };
  },
  async finish(trx, ctx, listing, changes) {
    if (changes.length === 0) return;
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: 'listing.edited',
      subject: 'listing',
      subjectId: listing.id,
      note: listing.name as string,
      before: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
      after: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    });
  },
};

/** Colleagues share a phone number and an address, so only a match that is about the same practice needs an answer. */
async function rejectCopy(ctx: Ctx<Actor>, values: Record<string, unknown>): Promise<void> {
  const [original] = await findOriginals(ctx.db, ctx.actor.userId, pickIdentity(values));
  if (!original || original.score < MATCH_SCORE) return;
  const { name } = await findOwnListing(ctx.db, original.id, 'owner');
  throw conflict(
    `This may be ${name}, listing ${original.id}. ${explainMatch(original.evidence)} If it’s a different practice, create it anyway.`,
    'matches',
  );
}

/** Adds a listing that no one owns, with its practice, services, and history, in one transaction. */
export async function createListing(
  ctx: Ctx<Actor>,
  {
    serviceIds = [],
    practiceName,
    compared = false,
    ...fields
  }: z.output<(typeof contract.createListingAsStaff)['body']>,
): Promise<{ id: number; href: string }> {
  await checkReferences(ctx.db, { practiceTypeId: fields.practiceTypeId, serviceIds });
  if (!compared) await rejectCopy(ctx, { ...fields, practiceName });
  const filledEntries = Object.entries(settleValues(fillFacts(await resolvePlans(ctx.db, fields)), {})).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  const columns: Record<string, unknown> = Object.fromEntries(filledEntries);
  return ctx.db.transaction(async (trx) => {
    const now = ctx.clock.now();
    const source = { source: 'staff', at: now.toISOString() };
    const place = { city: null, state: null, practiceName: null, practiceId: null };
    const blank = { id: 0, name: '', userId: null, deletedAt: null, heldAt: null, fieldSources: {}, ...place };
    const practiceId = await setPracticeName(trx, { ...blank, ...columns }, practiceName ?? null, {
      userId: ctx.actor.userId,
      at: now,
    });
    const filledFields = [
      ...Object.keys(columns),
      ...(practiceName ? ['practiceName'] : []),
      ...(serviceIds.length > 0 ? ['serviceIds'] : []),
    ];
    const id = await insertListing(trx, {
      ...columns,
      practiceId,
      createdAt: now,
      updatedAt: now,
      fieldSources: JSON.stringify(Object.fromEntries(filledFields.map((field) => [field, source]))),
    });
    await replaceServices(trx, id, serviceIds);
    const created = [{ field: 'created', before: null, after: { name: fields.name } }];
    await recordChanges(trx, id, created, { kind: 'staff', userId: ctx.actor.userId }, now);
    await audit(trx, ctx.actor, {
      at: now,
      action: 'listing.created',
      subject: 'listing',
      subjectId: id,
      note: fields.name,
    });
    return { id, href: (await findOwnListing(trx, id, 'owner')).href };
  });
}
