import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { baseValues, editConflictError } from './edit-conflict.ts';
import { MAX_PHOTOS } from './photos.ts';
import { dataUrl } from './practice-fields.ts';
import { idParam, line, MAX_ID } from './values.ts';

export const photo = z.object({ id: z.int(), url: z.string(), alt: z.string(), width: z.int(), height: z.int() });
export type Photo = z.infer<typeof photo>;

export const addPhoto = endpoint('POST', '/api/user/dentists/:id/photos', {
  summary: 'Add a picture, as a data URL, at the end of the gallery',
  params: idParam,
  body: z.object({ image: dataUrl, alt: line(300).optional() }),
  reply: z.array(photo),
  errors: { subscription_required: 403 },
  limit: 8_000_000,
});
export const arrangePhotos = endpoint('PUT', '/api/user/dentists/:id/photos', {
  summary: 'Order the gallery and describe its pictures; those left out are removed. The first is the cover',
  params: idParam,
  body: z.object({
    photos: z.array(z.object({ id: z.int().min(1).max(MAX_ID), alt: line(300).default('') })).max(MAX_PHOTOS),
    ...baseValues,
  }),
  reply: z.array(photo),
  errors: editConflictError,
});
export const listingPhotos = endpoint('GET', '/api/dentists/:id/photos', {
  summary: 'The gallery of a listing; empty when its plan has none',
  params: idParam,
  reply: z.array(photo),
});
export const media = endpoint('GET', '/media/:hash', {
  summary: 'A picture, 1600 pixels wide at most',
  params: z.object({ hash: z.string().regex(/^[0-9a-f]{40}$/, 'There is no such picture.') }),
  streams: 'image/webp',
});
export const mediaSize = endpoint('GET', '/media/:hash/:width', {
  summary: 'A picture in one of its sizes',
  params: z.object({
    hash: z.string().regex(/^[0-9a-f]{40}$/, 'There is no such picture.'),
    width: z.enum(['400', '800', '1600']).transform(Number),
  }),
  streams: 'image/webp',
});
