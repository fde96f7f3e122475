import type { Knex } from 'knex';
import { MAX_PHOTOS } from '#shared/listings/photos.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest } from '#server/base/http/errors.ts';
import type { ListingRow } from '../queries-history.ts';
import { coverUrl, galleryFull } from './gallery.ts';
import type { Picture } from './images.ts';
import { hashOfUrl, mediaUrl } from './media.ts';
import { findPlacedPhotos, type PlacedPhoto } from '../queries-gallery.ts';
import { storeUpload } from './upload.ts';

/** A data URL for a new image, the URL of the current one, null for none, or undefined for no change. */
type ImageField = string | null | undefined;

interface ImageEdit {
  value: ImageField;
  picture: Picture | null;
}

interface ListingImages {
  practiceImage: ImageEdit;
  profileImage: ImageEdit;
  logo: ImageEdit;
}

const isDataUrl = (value: string): boolean => /^data:/i.test(value);

/** Stores the new images of an edit. */
export async function storeListingImages(
  ctx: Ctx<Actor>,
  images: Partial<Record<keyof ListingImages, ImageField>>,
): Promise<ListingImages> {
  const store = async (value: ImageField): Promise<ImageEdit> => ({
    value,
    picture: value && isDataUrl(value) ? await storeUpload(ctx, value) : null,
  });
  return {
    practiceImage: await store(images.practiceImage),
    profileImage: await store(images.profileImage),
    logo: await store(images.logo),
  };
}

/** The column changes for the images of an edit. The first photo of the gallery is the cover, so a new cover goes first. */
export async function listingImageChanges(
  trx: Knex,
  listing: ListingRow,
  images: ListingImages,
): Promise<Record<string, unknown>> {
  const changes: Record<string, unknown> = {};
  for (const field of ['profileImage', 'logo'] as const) {
    const { value, picture } = images[field];
    if (value === undefined) continue;
    const url = picture ? mediaUrl(picture.hash) : value || null;
    if (url !== null && !picture && url !== listing[field]) throw unknownImage(field);
    changes[field] = url;
  }
  const { practiceImage } = images;
  if (practiceImage.value !== undefined) {
    const { picture } = practiceImage;
    const url = picture ? mediaUrl(picture.hash) : practiceImage.value || null;
    const gallery = await findPlacedPhotos(trx, listing.id);
    const hash = picture?.hash ?? (url === null ? null : hashOfUrl(url));
    const placedPhoto = gallery.find((photo) => photo.hash === hash);
    if (url !== null && !picture && !placedPhoto && url !== listing.practiceImage) throw unknownImage('practiceImage');
    const cover = hash && (picture || placedPhoto) ? (placedPhoto ?? { hash, alt: '' }) : null;
    if (cover) {
      if (!placedPhoto && gallery.length >= MAX_PHOTOS) throw galleryFull();
      changes.photos = [cover, ...gallery.filter((photo) => photo !== placedPhoto)];
    } else if (url === null && gallery.length > 0) changes.photos = gallery.slice(1);
    const photos = changes.photos as PlacedPhoto[] | undefined;
    changes.practiceImage = (photos && coverUrl(photos)) ?? url;
  }
  return changes;
}

const unknownImage = (field: string) =>
  badRequest('Please upload a valid image file (jpeg, jpg, png, webp)', {
    [field]: 'Please upload a valid image file (jpeg, jpg, png, webp)',
  });
