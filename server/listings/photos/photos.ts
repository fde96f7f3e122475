import type { Knex } from 'knex';
import { z } from 'zod';
import { MAX_PHOTOS } from '#contract/photos.ts';
import { photo, type arrangePhotos, type Photo } from '#contract/gallery.ts';
import { isEntitled } from '#contract/entitlement.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { badRequest, conflict, notFound } from '#server/http/errors.ts';
import { rejectIfChanged } from '#server/http/edit-conflict.ts';
import { subscriptionRequired } from '../owner/entitled.ts';
import { changeListing } from '../history.ts';
import { encodePicture, readDataUrl, type Picture } from './images.ts';
import { hashOfUrl, keepPicture, mediaUrl } from './media.ts';
import { lastChangeOf } from '../owner/owner-history.ts';
import { ownListingForChange, sourceOf } from '../owner/owner.ts';
import type { ListingRow } from '../queries-history.ts';
import { galleriesOf, photosAsPlaced, publicGallery, type PhotoRow, type PlacedPhoto } from './queries-photos.ts';
import { roleIn } from '../owner/queries-owner.ts';

export const inPlace = (photos: PhotoRow[], dentistId: number): Photo[] =>
  photos
    .filter((photo) => photo.dentistId === dentistId)
    .map(({ id, hash, alt, width, height }) => ({ id, url: mediaUrl(hash), alt, width, height }));

export const galleryFor = async (db: Knex, id: number): Promise<Photo[]> => inPlace(await publicGallery(db, id), id);

const isDataUrl = (value: string): boolean => /^data:/i.test(value);

/** Checks, re-encodes and stores one picture. Pictures are part of a paid plan. */
export async function takePicture(ctx: Ctx<Actor>, dataUrl: string): Promise<Picture> {
  const upload = readDataUrl(dataUrl);
  if (!isEntitled(ctx.actor)) throw subscriptionRequired();
  const picture = await encodePicture(upload);
  await keepPicture(ctx, picture);
  return picture;
}

type Given = string | null | undefined;
export interface Pictures {
  practiceImage: { given: Given; picture: Picture | null };
  profileImage: { given: Given; picture: Picture | null };
}

/** What an edit says of the two pictures of a listing: a new one as a data URL, the one that is there, or none. */
export async function takePictures(
  ctx: Ctx<Actor>,
  given: { practiceImage?: Given; profileImage?: Given },
): Promise<Pictures> {
  const take = async (value: Given) => ({
    given: value,
    picture: value && isDataUrl(value) ? await takePicture(ctx, value) : null,
  });
  return { practiceImage: await take(given.practiceImage), profileImage: await take(given.profileImage) };
}

/** The changes they mean. The cover is the first of the gallery, so a new cover goes in front. */
export async function pictureUrls(
  trx: Knex,
  listing: ListingRow,
  { practiceImage, profileImage }: Pictures,
): Promise<Record<string, unknown>> {
  const changes: Record<string, unknown> = {};
  if (profileImage.given !== undefined) {
    const url = profileImage.picture ? mediaUrl(profileImage.picture.hash) : profileImage.given || null;
    if (url !== null && !profileImage.picture && url !== listing.profileImage) throw notOurs('profileImage');
    changes.profileImage = url;
  }
  if (practiceImage.given !== undefined) {
    const { picture } = practiceImage;
    const url = picture ? mediaUrl(picture.hash) : practiceImage.given || null;
    const gallery = await photosAsPlaced(trx, listing.id);
    const hash = picture?.hash ?? (url === null ? null : hashOfUrl(url));
    const known = gallery.find((photo) => photo.hash === hash);
    if (url !== null && !picture && !known && url !== listing.practiceImage) throw notOurs('practiceImage');
    const cover = hash && (picture || known) ? (known ?? { hash, alt: '' }) : null;
    if (cover) {
      if (!known && gallery.length >= MAX_PHOTOS) throw full();
      changes.photos = [cover, ...gallery.filter((photo) => photo !== known)];
    } else if (url === null && gallery.length > 0) changes.photos = gallery.slice(1);
    changes.practiceImage = coverOf(changes.photos as PlacedPhoto[] | undefined) ?? url;
  }
  return changes;
}

const coverOf = (gallery: PlacedPhoto[] | undefined): string | null | undefined =>
  gallery && (gallery[0] ? mediaUrl(gallery[0].hash) : null);
const notOurs = (field: string) =>
  badRequest('Please upload a valid image file (jpeg, jpg, png, webp)', {
    [field]: 'Please upload a valid image file (jpeg, jpg, png, webp)',
  });
const full = () => conflict(`A gallery holds up to ${MAX_PHOTOS} photos. Please remove one first.`, 'gallery_full');

async function changeGallery(
  ctx: Ctx<Actor>,
  id: number,
  next: (gallery: PhotoRow[], trx: Knex) => PlacedPhoto[] | Promise<PlacedPhoto[]>,
): Promise<Photo[]> {
  return ctx.db.transaction(async (trx) => {
    const { listing, role } = await ownListingForChange(trx, ctx.actor, id);
    const before = await galleriesOf(trx, [id]);
    const photos = await next(before, trx);
    const practiceImage = photos.length > 0 || before.length > 0 ? coverOf(photos) : undefined;
    await changeListing(trx, id, { photos, practiceImage }, sourceOf(ctx.actor, role), ctx.clock.now(), listing);
    return inPlace(await galleriesOf(trx, [id]), id);
  });
}

const placed = ({ hash, alt }: PhotoRow): PlacedPhoto => ({ hash, alt });

export async function addPhoto(
  ctx: Ctx<Actor>,
  id: number,
  { image, alt = '' }: { image: string; alt?: string | undefined },
): Promise<Photo[]> {
  if (!(await roleIn(ctx.db, id, ctx.actor.userId))) throw notFound('We could not find this listing.');
  if ((await photosAsPlaced(ctx.db, id)).length >= MAX_PHOTOS) throw full();
  const picture = await takePicture(ctx, image);
  return changeGallery(ctx, id, (gallery) => {
    if (gallery.some((photo) => photo.hash === picture.hash))
      throw conflict('This photo is in the gallery already.', 'already_there');
    if (gallery.length >= MAX_PHOTOS) throw full();
    return [...gallery.map(placed), { hash: picture.hash, alt }];
  });
}

const gallery = z.object({ photos: z.array(photo) });

export async function arrange(
  ctx: Ctx<Actor>,
  id: number,
  { photos: wanted, read }: z.output<(typeof arrangePhotos)['body']>,
): Promise<Photo[]> {
  return changeGallery(ctx, id, async (rows, trx) => {
    await rejectIfChanged({
      read,
      schema: gallery,
      stored: { photos: inPlace(rows, id) },
      newValues: { photos: wanted },
      actor: ctx.actor,
      findLastChange: (fields) => lastChangeOf(trx, id, fields),
    });
    const seen = new Set<number>();
    return wanted.map((one) => {
      const known = rows.find((row) => row.id === one.id);
      if (!known || seen.has(one.id)) throw badRequest('This photo is not in the gallery.');
      seen.add(one.id);
      return { hash: known.hash, alt: one.alt };
    });
  });
}
