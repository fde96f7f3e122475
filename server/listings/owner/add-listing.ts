import type { z } from 'zod';
import { listingPath } from '#shared/listings/listing-path.ts';
import type { ownListing } from '#contract/listings/own-listings.ts';
import type { createPractice, NewListing, similarListings } from '#contract/places/practices.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest } from '#server/base/http/errors.ts';
import { humanCheckFailed, verifyHumanCheck } from '#server/base/http/limits/human-check.ts';
import { enforceLimit } from '#server/base/http/limits/limits.ts';
import { openNewListingCheck } from '../checks/checks.ts';
import { findOriginals } from '../checks/held.ts';
import { lockNewListings } from '../checks/queries-checks.ts';
import { pickIdentity } from '#shared/listings/identity.ts';
import { fillFacts } from '../facts.ts';
import { recordChanges } from '../history.ts';
import { explainMatch, findMatches } from '../matching/matching.ts';
import { mediaUrl } from '../photos/media.ts';
import { replaceGallery } from '../queries-gallery.ts';
import { storeUpload } from '../photos/upload.ts';
import { resolvePlans } from '../plans/plans.ts';
import { replaceServices } from '../queries-history.ts';
import { settleValues } from '../settle-values.ts';
import { sourceOf } from '../access/access.ts';
import { checkReferences, findOwnListing } from './owner.ts';
import { insertPractice, type OwnPractice } from '../queries-practices.ts';
import { findPractice, findSimilarRows, insertListing } from './queries-owner.ts';

type NewPractice = z.output<(typeof createPractice)['body']>;

async function storeImage(ctx: Ctx<Actor>, dataUrl: string | null | undefined): Promise<string | null> {
  return dataUrl ? (await storeUpload(ctx, dataUrl)).hash : null;
}

const practiceRow = (
  { image: _, isActive, ...practice }: NewPractice,
  actor: Actor,
  imageHash: string | null,
  now: Date,
) => ({
  ...practice,
  isActive: isActive ?? true,
  image: imageHash && mediaUrl(imageHash),
  createdBy: actor.userId,
  createdAt: now,
});

export async function addPractice(ctx: Ctx<Actor>, practice: NewPractice): Promise<OwnPractice> {
  const imageHash = await storeImage(ctx, practice.image);
  return insertPractice(ctx.db, practiceRow(practice, ctx.actor, imageHash, ctx.clock.now()));
}

/**
 * The form sends a dentist together with a practice and a human check. The call that adds a dentist alone has no field
 * for a human check in its documentation, so this daily limit per account applies instead.
 */
const LIMIT_WITHOUT_HUMAN_CHECK = { hits: 20, seconds: 86_400 };
const DAILY_LIMIT_REACHED =
  'You have added many listings today. Please use the form to add more, or try again tomorrow.';

/** Both shapes of a new listing as one. */
function normalizeNewListing(body: NewListing) {
  if ('dentist' in body) {
    const { dentist, serviceIds, humanCheck, differs } = body;
    return {
      dentist,
      serviceIds,
      humanCheck,
      differs,
      practice: body.isNewPractice ? body.practice : null,
      practiceId: body.isNewPractice ? null : body.practiceId,
    };
  }
  const { practiceId, serviceIds, humanCheck, differs, ...dentist } = body;
  const practice = { practice: null, practiceId: practiceId ?? null };
  return { dentist, serviceIds: serviceIds ?? [], humanCheck, differs, ...practice };
}

/**
 * Adds a listing of the actor, with its practice, services, images, and history, in one transaction. It is held until staff have
 * compared it, if it matches another listing.
 */
export async function addListing(ctx: Ctx<Actor>, body: NewListing): Promise<z.input<typeof ownListing>> {
  const { dentist, serviceIds, humanCheck, differs, practice: newPractice, practiceId } = normalizeNewListing(body);
  if (!humanCheck && 'dentist' in body) throw humanCheckFailed();
  await checkReferences(ctx.db, { practiceTypeId: dentist.practiceTypeId, serviceIds });
  if (!humanCheck)
    await enforceLimit(
      ctx,
      'LIMIT_API',
      `add-listing:${ctx.actor.userId}`,
      DAILY_LIMIT_REACHED,
      LIMIT_WITHOUT_HUMAN_CHECK,
    );
  const field = 'dentist' in body ? 'dentist.insurancePlans' : 'insurancePlans';
  const { practiceImage, profileImage, ...fields } = settleValues(
    fillFacts(await resolvePlans(ctx.db, dentist, field)),
    {},
  );
  const practiceHash = await storeImage(ctx, newPractice?.image);
  const coverHash = (await storeImage(ctx, practiceImage)) ?? practiceHash;
  const profileHash = await storeImage(ctx, profileImage);
  return ctx.db.transaction(async (trx) => {
    const now = ctx.clock.now();
    if (humanCheck) await verifyHumanCheck(trx, ctx, humanCheck);
    const practice = newPractice
      ? await insertPractice(trx, practiceRow(newPractice, ctx.actor, practiceHash, now))
      : practiceId
        ? await findPractice(trx, practiceId)
        : null;
    if (practiceId && !practice)
      throw badRequest('That practice does not exist.', { practiceId: 'That practice does not exist.' });
    const columns: Record<string, unknown> = {
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)),
      // A dentist without an address gets the practice's.
      address: fields.address ?? practice?.address ?? null,
      city: fields.city ?? practice?.city ?? null,
      state: fields.state ?? practice?.state ?? null,
      zipCode: fields.zipCode ?? practice?.zipCode ?? null,
      phone: fields.phone ?? practice?.phone ?? null,
      practiceImage: coverHash && mediaUrl(coverHash),
      profileImage: profileHash && mediaUrl(profileHash),
    };
    await lockNewListings(trx);
    const identity = pickIdentity({ ...columns, practiceName: practice?.name });
    const originals = await findOriginals(trx, ctx.actor.userId, identity);
    const heldAt = originals.length > 0 ? now : null;
    const filledFields = Object.keys(columns).filter((field) => columns[field] !== null);
    const source = { source: 'owner', at: now.toISOString() };
    const id = await insertListing(trx, {
      ...columns,
      practiceId: practice?.id ?? null,
      userId: ctx.actor.userId,
      createdAt: now,
      updatedAt: now,
      confirmedAt: now,
      heldAt,
      deletedAt: heldAt,
      fieldSources: JSON.stringify(Object.fromEntries([...filledFields, 'serviceIds'].map((field) => [field, source]))),
    });
    await replaceServices(trx, id, serviceIds);
    if (coverHash) await replaceGallery(trx, id, [{ hash: coverHash, alt: '' }], now);
    await recordChanges(
      trx,
      id,
      [{ field: 'created', before: null, after: { name: fields.name } }],
      sourceOf(ctx.actor, 'owner'),
      now,
      heldAt !== null,
    );
    await openNewListingCheck(trx, ctx, { id, userId: ctx.actor.userId }, differs || null);
    return findOwnListing(trx, id, 'owner');
  });
}

/** Existing listings that a new one may be, the most likely first, each with the reason. */
export async function findSimilarListings(
  ctx: Ctx<Actor>,
  { phone = '', name = '', zip = '', address = '', npi = '' }: z.output<(typeof similarListings)['query']>,
): Promise<z.input<(typeof similarListings)['reply']>> {
  const candidate = {
    phone,
    name: name.length >= 3 ? name : null,
    zip,
    address,
    npi,
    license: null,
    licenseState: null,
  };
  const found = await findMatches(ctx.db, candidate, 5);
  const similarRows = await findSimilarRows(
    ctx.db,
    found.map(({ id }) => id),
  );
  return found.flatMap(({ id, score, evidence }) => {
    const row = similarRows.find((similar) => similar.id === id);
    return row
      ? [
          {
            ...row,
            claimed: row.userId !== null,
            mine: row.userId === ctx.actor.userId,
            href: listingPath(row),
            score,
            why: explainMatch(evidence),
          },
        ]
      : [];
  });
}
