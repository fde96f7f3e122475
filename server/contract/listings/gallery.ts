import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { baseValues, editConflictError } from '../edit-conflict.ts';
import { MAX_PHOTOS } from '#shared/listings/photos.ts';
import { dataUrl } from './practice-fields.ts';
import { idParam, line, MAX_ID } from '../values.ts';

export const photo = z.object({ id: z.int(), url: z.string(), alt: z.string(), width: z.int(), height: z.int() });
export type Photo = z.infer<typeof photo>;

export const addPhoto = endpoint('POST', '/api/user/dentists/:id/photos', {
  summary: 'Add a photo, as a data URL, to the end of the gallery',
  params: idParam,
  body: z.object({ image: dataUrl, alt: line(300).optional() }),
  reply: z.array(photo),
  errors: { subscription_required: 403 },
  limit: 8_000_000,
});
export const arrangePhotos = endpoint('PUT', '/api/user/dentists/:id/photos', {
  summary: 'Set the order and descriptions of the photos; omitted photos are removed. The first is the cover',
  params: idParam,
  body: z.object({
    photos: z.array(z.object({ id: z.int().min(1).max(MAX_ID), alt: line(300).default('') })).max(MAX_PHOTOS),
    ...baseValues,
  }),
  reply: z.array(photo),
  errors: { ...editConflictError, subscription_required: 403 },
});
export const restorePhoto = endpoint('POST', '/api/user/dentists/:id/photos/restore', {
  summary: 'Return a photo that was removed from the gallery to its position',
  params: idParam,
  body: z.object({
    url: z.string().regex(/^\/media\/[0-9a-f]{40}$/, 'This photo was not in the gallery.'),
    alt: line(300).default(''),
    position: z.int().min(0).max(MAX_PHOTOS),
  }),
  reply: z.array(photo),
  errors: { subscription_required: 403 },
});
export const listingPhotos = endpoint('GET', '/api/dentists/:id/photos', {
  summary: 'The gallery of a listing; empty without a paid plan',
  params: idParam,
  reply: z.array(photo),
});
export const media = endpoint('GET', '/media/:hash', {
  summary: 'A photo, at most 1600 pixels wide',
  params: z.object({ hash: z.string().regex(/^[0-9a-f]{40}$/, 'That picture does not exist.') }),
  streams: 'image/webp',
});
export const mediaSize = endpoint('GET', '/media/:hash/:width', {
  summary: 'A photo in one of its sizes',
  params: z.object({
    hash: z.string().regex(/^[0-9a-f]{40}$/, 'That picture does not exist.'),
    width: z.enum(['400', '800', '1600']).transform(Number),
  }),
  streams: 'image/webp',
});
