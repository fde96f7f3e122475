import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { MAX_REVIEW_PHOTOS, NEEDS_CONSENT } from '#shared/reviews/review.ts';
import type { OwnPhoto } from '#contract/reviews/reviews.ts';
import type { Ctx, Deps } from '#server/base/http/context.ts';
import { badRequest } from '#server/base/http/errors.ts';
import { encodePicture, readDataUrl, type Picture } from '#server/listings/photos/images.ts';
import { dropPictures, insertPicture, readPicture, uploadPicture } from '#server/listings/photos/media.ts';
import * as sql from './queries-photos.ts';

/** A picture with a random name. `digest` is that of its content. */
export type ReviewPicture = Picture & { digest: string };

const tooMany = () => {
  const sentence = `A review can have up to ${MAX_REVIEW_PHOTOS} photos. Please remove one first.`;
  return badRequest(sentence, { photos: sentence });
};

export function requireConsent({ photos, photoConsent }: { photos: readonly string[]; photoConsent: boolean }): void {
  if (photos.length === 0 || photoConsent) return;
  throw badRequest(NEEDS_CONSENT, { photoConsent: NEEDS_CONSENT });
}

/** Checks and encodes new photos, which removes the location and all else that a camera stores, and uploads them. */
export async function receivePhotos(ctx: Ctx, photos: readonly string[]): Promise<ReviewPicture[]> {
  const pictures: ReviewPicture[] = [];
  // Each is read before any is encoded, because encoding costs more.
  for (const upload of photos.map((photo) => readDataUrl(photo))) {
    const picture = await encodePicture(upload);
    pictures.push({ ...picture, digest: picture.hash, hash: randomBytes(20).toString('hex') });
  }
  for (const picture of pictures) await uploadPicture(ctx, picture);
  return pictures;
}

/** The photos that a change adds and removes. */
interface PhotoChange {
  added: ReviewPicture[];
  removed: number[];
  /** How many the review has afterwards. */
  count: number;
}

/** Ignores photos that are stored already, and ids of photos that the review doesn't have. */
export async function planPhotos(
  trx: Knex,
  reviewId: number | null,
  pictures: readonly ReviewPicture[],
  removedPhotos: readonly number[],
): Promise<PhotoChange> {
  const stored = reviewId === null ? [] : await sql.findPhotos(trx, reviewId);
  const removed = stored.filter(({ id }) => removedPhotos.includes(id));
  const kept = stored.filter((photo) => !removed.includes(photo));
  const digests = new Set(kept.map(({ digest }) => digest));
  const added = pictures.filter(({ digest }) => !digests.has(digest) && digests.add(digest));
  if (digests.size > MAX_REVIEW_PHOTOS) throw tooMany();
  return { added, removed: removed.map(({ id }) => id), count: digests.size };
}

export async function changePhotos(
  trx: Knex,
  deps: Pick<Deps, 'config' | 'clock'>,
  reviewId: number,
  { added, removed }: Pick<PhotoChange, 'added' | 'removed'>,
): Promise<void> {
  await removePhotos(trx, removed);
  for (const picture of added) {
    const { hash, digest, width, height } = picture;
    await insertPicture(trx, deps, picture, { isReview: true });
    await sql.insertPhoto(trx, { reviewId, hash, digest, width, height, createdAt: deps.clock.now() });
  }
}

/** Deletes photos for good. */
const removePhotos = async (trx: Knex, ids: readonly number[]): Promise<void> =>
  dropPictures(trx, await sql.deletePhotos(trx, ids));

export const removeAllPhotos = async (trx: Knex, reviewId: number): Promise<void> =>
  removePhotos(trx, (await sql.findPhotos(trx, reviewId)).map(({ id }) => id)); // prettier-ignore

/** Deletes the photos of reviews that were refused before this time, and returns how many there were. */
export async function removeRefusedPhotos(db: Knex, before: Date): Promise<number> {
  return db.transaction(async (trx) => {
    const ids = await sql.findRefusedPhotos(trx, before);
    await removePhotos(trx, ids);
    return ids.length;
  });
}

/** The photos of a review, public or not, as data URLs for its author or staff. */
export async function openPhotos(
  ctx: Pick<Ctx, 'db' | 'config' | 'signal'>,
  reviewId: number,
  width: 400 | 800,
): Promise<OwnPhoto[]> {
  const photos: OwnPhoto[] = [];
  for (const { hash, digest: _, ...photo } of await sql.findPhotos(ctx.db, reviewId)) {
    const bytes = await readPicture(ctx, hash, width);
    if (bytes) photos.push({ ...photo, image: `data:image/webp;base64,${bytes.toString('base64')}` });
  }
  return photos;
}
