import { can } from '#shared/permissions.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { badRequest } from '#server/base/http/errors.ts';
import { subscriptionRequired } from '../access/entitled.ts';
import { encodePicture, readDataUrl, type Picture } from './images.ts';
import { mediaUrl, storePicture } from './media.ts';

/** Checks, encodes, and stores one uploaded image. Images are part of a paid plan; staff may add them to any listing. */
export async function storeUpload(ctx: Ctx<Actor>, dataUrl: string): Promise<Picture> {
  const upload = readDataUrl(dataUrl);
  if (!can(ctx.actor.role, 'listings.edit') && !ctx.actor.entitled) throw subscriptionRequired();
  const picture = await encodePicture(upload);
  await storePicture(ctx, picture);
  return picture;
}

/** Checks, encodes, and stores a picture that isn't a listing's own, and returns its address. */
export async function storeDataUrl(deps: Pick<Deps, 'db' | 'config' | 'clock'>, dataUrl: string): Promise<string> {
  const picture = await encodePicture(readDataUrl(dataUrl));
  await storePicture(deps, picture);
  return mediaUrl(picture.hash);
}

/** Stores a new logo and returns its address. The stored one stays, and the address of another picture isn't accepted. */
export async function storeLogo(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  logo: string,
  stored: string,
): Promise<string> {
  if (logo.startsWith('data:')) return storeDataUrl(deps, logo);
  if (logo !== '' && logo !== stored)
    throw badRequest('Please choose a picture.', { logo: 'Please choose a picture.' });
  return logo;
}
