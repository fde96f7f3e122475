import type { Knex } from 'knex';
import { z } from 'zod';
import type * as contract from '#contract/listings/gallery.ts';
import { photo, type Photo } from '#contract/listings/gallery.ts';
import { MAX_PHOTOS } from '#shared/listings/photos.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { rejectIfChanged } from '#server/base/http/edit-conflict.ts';
import { badRequest, conflict } from '#server/base/http/errors.ts';
import { changeListing, type Change, type Source } from '../history.ts';
import type { ListingRow } from '../queries-history.ts';
import { lockOwnListing, requireRole, sourceOf } from '../access/access.ts';
import { findLastChange } from '../access/owner-history.ts';
import { rejectPausedChanges, rejectPausedImages } from '../access/plan.ts';
import { hashOfUrl, mediaUrl } from './media.ts';
import { findPlacedPhotos, type PlacedPhoto } from '../queries-gallery.ts';
import { findGalleries, findPublicGallery, wasInGallery, type PhotoRow } from './queries-photos.ts';
import { storeUpload } from './upload.ts';

export const photosOf = (photos: PhotoRow[], dentistId: number): Photo[] =>
  photos
    .filter((row) => row.dentistId === dentistId)
    .map(({ id, hash, alt, width, height }) => ({ id, url: mediaUrl(hash), alt, width, height }));

export const findGallery = async (db: Knex, id: number): Promise<Photo[]> =>
  photosOf(await findPublicGallery(db, id), id);

/** The first photo of the gallery is the cover. */
export const coverUrl = (gallery: PlacedPhoto[]): string | null => (gallery[0] ? mediaUrl(gallery[0].hash) : null);

export const galleryFull = () =>
  conflict(`A gallery can have up to ${MAX_PHOTOS} photos. Please remove one first.`, 'gallery_full');

/** The rules for changing a gallery: an owner or a manager needs an active plan, and staff don't. */
export interface GalleryEditor {
  /** Refuses before an image is decoded. */
  requireAccess: (ctx: Ctx<Actor>, id: number, image?: string) => Promise<void>;
  lock: (trx: Knex, actor: Actor, id: number) => Promise<{ listing: ListingRow; source: Source }>;
  /** Checks and records the changes in the same transaction. */
  finish: (trx: Knex, ctx: Ctx<Actor>, listing: ListingRow, changes: Change[]) => Promise<void>;
}

const byOwner: GalleryEditor = {
  async requireAccess(ctx, id, image) {
    await requireRole(ctx.db, ctx.actor, id);
    if (image !== undefined) await rejectPausedImages(ctx.db, id, { practiceImage: image });
  },
  async lock(trx, actor, id) {
    const { listing, role } = await lockOwnListing(trx, actor, id);
    return { listing, source: sourceOf(actor, role) };
  },
  finish: (trx, _ctx, listing, changes) => rejectPausedChanges(trx, listing.id, changes),
};

/** The values of a listing with these photos before those of its gallery, so that the first becomes the cover. */
export async function addFirst(
  trx: Knex,
  id: number,
  added: readonly PlacedPhoto[],
): Promise<{ photos: PlacedPhoto[]; practiceImage: string | null }> {
  const kept = (await findPlacedPhotos(trx, id)).filter(({ hash }) => !added.some((photo) => photo.hash === hash));
  const photos = [...added, ...kept];
  if (photos.length > MAX_PHOTOS) throw galleryFull();
  return { photos, practiceImage: coverUrl(photos) };
}

async function changeGallery(
  ctx: Ctx<Actor>,
  id: number,
  editor: GalleryEditor,
  arrange: (gallery: PhotoRow[], trx: Knex) => PlacedPhoto[] | Promise<PlacedPhoto[]>,
): Promise<Photo[]> {
  return ctx.db.transaction(async (trx) => {
    const { listing, source } = await editor.lock(trx, ctx.actor, id);
    const before = await findGalleries(trx, [id]);
    const photos = await arrange(before, trx);
    const practiceImage = photos.length > 0 || before.length > 0 ? coverUrl(photos) : undefined;
    const changes = await changeListing(trx, id, { photos, practiceImage }, source, ctx.clock.now(), listing);
    await editor.finish(trx, ctx, listing, changes);
    return photosOf(await findGalleries(trx, [id]), id);
  });
}

export async function addPhoto(
  ctx: Ctx<Actor>,
  id: number,
  { image, alt = '' }: { image: string; alt?: string | undefined },
  editor = byOwner,
): Promise<Photo[]> {
  await editor.requireAccess(ctx, id, image);
  if ((await findPlacedPhotos(ctx.db, id)).length >= MAX_PHOTOS) throw galleryFull();
  const picture = await storeUpload(ctx, image);
  return changeGallery(ctx, id, editor, (gallery) => {
    if (gallery.some((row) => row.hash === picture.hash))
      throw conflict('This photo is already in the gallery.', 'already_there');
    if (gallery.length >= MAX_PHOTOS) throw galleryFull();
    return [...gallery.map((row) => ({ hash: row.hash, alt: row.alt })), { hash: picture.hash, alt }];
  });
}

/** Undoes a removal. Others may have changed the gallery since, so the photo goes to its position in the gallery of now. */
export async function restorePhoto(
  ctx: Ctx<Actor>,
  id: number,
  { url, alt, position }: z.output<(typeof contract.restorePhoto)['body']>,
  editor = byOwner,
): Promise<Photo[]> {
  await editor.requireAccess(ctx, id);
  const hash = hashOfUrl(url)!;
  return changeGallery(ctx, id, editor, async (gallery, trx) => {
    const photos: PlacedPhoto[] = gallery.map((row) => ({ hash: row.hash, alt: row.alt }));
    if (photos.some((photoRow) => photoRow.hash === hash)) return photos;
    if (!(await wasInGallery(trx, id, hash))) throw badRequest('This photo was not in the gallery.');
    if (photos.length >= MAX_PHOTOS) throw galleryFull();
    return photos.toSpliced(position, 0, { hash, alt });
  });
}

const galleryValues = z.object({ photos: z.array(photo) });

/** Sets the order and the descriptions of the photos, and removes those that are left out. */
export async function arrangePhotos(
  ctx: Ctx<Actor>,
  id: number,
  { photos: wantedPhotos, read }: z.output<(typeof contract.arrangePhotos)['body']>,
  editor = byOwner,
): Promise<Photo[]> {
  return changeGallery(ctx, id, editor, async (gallery, trx) => {
    await rejectIfChanged({
      read,
      schema: galleryValues,
      stored: { photos: photosOf(gallery, id) },
      newValues: { photos: wantedPhotos },
      actor: ctx.actor,
      findLastChange: (fields) => findLastChange(trx, id, fields),
    });
    const usedIds = new Set<number>();
    return wantedPhotos.map((wantedPhoto) => {
      const row = gallery.find((candidate) => candidate.id === wantedPhoto.id);
      if (!row || usedIds.has(row.id)) throw badRequest('This photo is not in the gallery.');
      usedIds.add(row.id);
      return { hash: row.hash, alt: wantedPhoto.alt };
    });
  });
}
