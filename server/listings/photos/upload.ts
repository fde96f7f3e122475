import { can } from '#shared/permissions.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { subscriptionRequired } from '../access/entitled.ts';
import { encodePicture, readDataUrl, type Picture } from './images.ts';
import { storePicture } from './media.ts';

/** Checks, encodes, and stores one uploaded image. Images are part of a paid plan; staff may add them to any listing. */
export async function storeUpload(ctx: Ctx<Actor>, dataUrl: string): Promise<Picture> {
  const upload = readDataUrl(dataUrl);
  if (!can(ctx.actor.role, 'listings.edit') && !ctx.actor.entitled) throw subscriptionRequired();
  const picture = await encodePicture(upload);
  await storePicture(ctx, picture);
  return picture;
}
