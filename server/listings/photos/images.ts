import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { photoWidths } from '#shared/listings/photos.ts';
import { badRequest, type Refusal } from '#server/base/http/errors.ts';
import type { MediaSize } from './queries-photos.ts';

const MAX_BYTES = 5 * 1024 ** 2;
/** More than any camera produces, but far less than a decompression bomb. */
const MAX_PIXELS = 50_000_000;

const notAnImage = (): Refusal => badRequest('Please upload a valid image file (jpeg, jpg, png, webp)');
const tooBig = (): Refusal => badRequest('File size must be less than 5MB');

export interface Upload {
  bytes: Buffer;
  type: string;
}

/** Detects the type by the first bytes, because the declared type of an upload cannot be trusted. */
function detectType(bytes: Buffer): string | null {
  const starts = (...codes: number[]) => codes.every((code, at) => bytes[at] === code);
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP')
    return 'image/webp';
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf';
  return null;
}

/** Decodes a data URL if its type is allowed and it is small enough. The size is checked before decoding. */
export function readDataUrl(
  url: string,
  allowed: readonly string[] = imageTypes,
  wrong: () => Refusal = notAnImage,
): Upload {
  const head = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w-]+=[\w-]+)*);base64,/.exec(url.slice(0, 200));
  if (!head) throw wrong();
  const body = url.slice(head[0].length);
  const padding = body.endsWith('==') ? 2 : body.endsWith('=') ? 1 : 0;
  if (Math.floor((body.length * 3) / 4) - padding > MAX_BYTES) throw tooBig();
  const declaredType = head[1]?.toLowerCase().replace('image/jpg', 'image/jpeg');
  if (!declaredType || !allowed.includes(declaredType)) throw wrong();
  const bytes = Buffer.from(body, 'base64');
  // Buffer skips invalid base64 characters, and then the lengths differ.
  if (bytes.length === 0 || bytes.toString('base64').length !== body.length) throw wrong();
  const type = detectType(bytes);
  if (!type || !allowed.includes(type)) throw wrong();
  return { bytes, type };
}

export const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

// Images are decoded one at a time, so that many uploads at once don't exhaust the memory.
sharp.cache(false);
sharp.concurrency(1);
let lastTask: Promise<unknown> = Promise.resolve();
function runInTurn<T>(work: () => Promise<T>): Promise<T> {
  const task = lastTask.then(work);
  lastTask = task.catch(() => {});
  return task;
}

/** Checks the header of an image that is stored unchanged: it must be readable and not too large to display. */
export async function checkPicture({ bytes }: Upload, wrong: () => Refusal = notAnImage): Promise<void> {
  const { width, height } = await sharp(bytes)
    .metadata()
    .catch(() => ({ width: 0, height: 0 }));
  if (!width || !height || width * height > MAX_PIXELS) throw wrong();
}

export interface Picture {
  hash: string;
  width: number;
  height: number;
  sizes: MediaSize[];
}

/** Rotates the image upright, removes its metadata, and encodes it as WebP in three sizes. */
export function encodePicture({ bytes }: Upload): Promise<Picture> {
  return runInTurn(async () => {
    try {
      const meta = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).metadata();
      if (!meta.width || !meta.height || meta.width * meta.height > MAX_PIXELS) throw notAnImage();
      const sizes: MediaSize[] = [];
      for (const width of photoWidths) {
        const { data, info } = await sharp(bytes, {
          limitInputPixels: MAX_PIXELS,
          failOn: 'error',
          sequentialRead: true,
          pages: 1,
        })
          .rotate()
          .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
          .webp({ quality: width > 800 ? 80 : 76 })
          .toBuffer({ resolveWithObject: true });
        sizes.push({ width, bytes: data, realWidth: info.width, realHeight: info.height });
      }
      const whole = sizes.at(-1)!;
      return {
        hash: createHash('sha256').update(whole.bytes).digest('hex').slice(0, 40),
        width: whole.realWidth,
        height: whole.realHeight,
        sizes,
      };
    } catch {
      // The decoder's errors mean nothing to the person who uploads.
      throw notAnImage();
    }
  });
}
