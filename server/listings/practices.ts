import type { z } from 'zod';
import { listingPath } from '#contract/listings.ts';
import type { ownListing } from '#contract/own-listings.ts';
import type { createPractice, NewListing, similarListings } from '#contract/practices.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { badRequest } from '#server/http/errors.ts';
import { enforceLimit } from '#server/http/limits.ts';
import { checkHuman, notHuman } from '#server/site/human-check.ts';
import { recordChanges } from './history.ts';
import { mediaUrl } from './photos/media.ts';
import { checkReferences, ownListingById, sourceOf } from './owner/owner.ts';
import { takePicture } from './photos/photos.ts';
import { insertListing, insertPractice, practiceById, similar, type OwnPractice } from './owner/queries-owner.ts';
import { setServices } from './queries-history.ts';
import { placePhotos } from './photos/queries-photos.ts';

type NewPractice = z.output<(typeof createPractice)['body']>;

async function pictured(ctx: Ctx<Actor>, dataUrl: string | null | undefined): Promise<string | null> {
  return dataUrl ? (await takePicture(ctx, dataUrl)).hash : null;
}
const rowOf = ({ image: _, isActive, ...practice }: NewPractice, actor: Actor, hash: string | null, at: Date) => ({
  ...practice,
  isActive: isActive ?? true,
  image: hash && mediaUrl(hash),
  createdBy: actor.userId,
  createdAt: at,
});

export async function addPractice(ctx: Ctx<Actor>, practice: NewPractice): Promise<OwnPractice> {
  const hash = await pictured(ctx, practice.image);
  return insertPractice(ctx.db, rowOf(practice, ctx.actor, hash, ctx.clock.now()));
}

/**
 * The form sends practice and dentist in one, and its sum with them. The documented call for a dentist alone has no place
 * for a sum: it is taken without one, so many a day from one account.
 */
const WITHOUT_SUM = { hits: 20, seconds: 86_400 };
const enough = 'You have added many listings today. Please add further ones with the form, or try again tomorrow.';

/** Both shapes of a new listing as one: what the doctor says, and where the practice comes from. */
function unfold(given: NewListing) {
  if ('dentist' in given) {
    const { dentist, serviceIds, humanCheck } = given;
    return {
      dentist,
      serviceIds,
      humanCheck,
      practice: given.isNewPractice ? given.practice : null,
      practiceId: given.isNewPractice ? null : given.practiceId,
    };
  }
  const { practiceId, serviceIds, humanCheck, ...dentist } = given;
  return { dentist, serviceIds: serviceIds ?? [], humanCheck, practice: null, practiceId: practiceId ?? null };
}

/** Practice, listing, services, pictures and their history: all of it or nothing. Its creator owns it. */
export async function addListing(ctx: Ctx<Actor>, given: NewListing): Promise<z.input<typeof ownListing>> {
  const { dentist, serviceIds, humanCheck, practice, practiceId } = unfold(given);
  if (!humanCheck && 'dentist' in given) throw notHuman();
  await checkReferences(ctx.db, { practiceTypeId: dentist.practiceTypeId, serviceIds });
  if (!humanCheck) await enforceLimit(ctx, 'LIMIT_API', `add-listing:${ctx.actor.userId}`, enough, WITHOUT_SUM);
  const { practiceImage, profileImage, ...said } = dentist;
  const practiceHash = await pictured(ctx, practice?.image);
  const coverHash = (await pictured(ctx, practiceImage)) ?? practiceHash;
  const profileHash = await pictured(ctx, profileImage);
  return ctx.db.transaction(async (trx) => {
    const at = ctx.clock.now();
    if (humanCheck) await checkHuman(trx, ctx, humanCheck);
    const place = practice
      ? await insertPractice(trx, rowOf(practice, ctx.actor, practiceHash, at))
      : practiceId
        ? await practiceById(trx, practiceId)
        : null;
    if (practiceId && !place)
      throw badRequest('There is no such practice.', { practiceId: 'There is no such practice.' });
    const columns: Record<string, unknown> = {
      ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined && value !== null)),
      // Where the doctor gives no address of their own, it is the practice's.
      address: said.address ?? place?.address ?? null,
      city: said.city ?? place?.city ?? null,
      state: said.state ?? place?.state ?? null,
      zipCode: said.zipCode ?? place?.zipCode ?? null,
      phone: said.phone ?? place?.phone ?? null,
      practiceImage: coverHash && mediaUrl(coverHash),
      profileImage: profileHash && mediaUrl(profileHash),
    };
    const fields = Object.entries(columns).filter(([, value]) => value !== null);
    const id = await insertListing(trx, {
      ...columns,
      practiceId: place?.id ?? null,
      userId: ctx.actor.userId,
      createdAt: at,
      updatedAt: at,
      confirmedAt: at,
      fieldSources: JSON.stringify(
        Object.fromEntries(
          [...fields.map(([field]) => field), 'serviceIds'].map((field) => [
            field,
            { source: 'owner', at: at.toISOString() },
          ]),
        ),
      ),
    });
    await setServices(trx, id, serviceIds);
    if (coverHash) await placePhotos(trx, id, [{ hash: coverHash, alt: '' }], at);
    await recordChanges(
      trx,
      id,
      [{ field: 'created', before: null, after: { name: said.name } }],
      sourceOf(ctx.actor, 'owner'),
      at,
    );
    return ownListingById(trx, id, 'owner');
  });
}

export async function findSimilar(
  ctx: Ctx<Actor>,
  query: z.output<(typeof similarListings)['query']>,
): Promise<z.input<(typeof similarListings)['reply']>> {
  const phone = (query.phone ?? '').replace(/\D/g, '').slice(-10);
  const zip = /^\d{5}/.exec(query.zip ?? '')?.[0] ?? '';
  const name = zip && (query.name ?? '').length >= 3 ? query.name! : '';
  if (phone.length < 10 && name === '') return [];
  const found = await similar(ctx.db, { phone, name, zip });
  return found.map((row) => ({
    ...row,
    claimed: row.userId !== null,
    mine: row.userId === ctx.actor.userId,
    href: listingPath(row),
  }));
}
