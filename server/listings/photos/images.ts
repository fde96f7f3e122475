import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { photoWidths } from '#contract/photos.ts';
import { badRequest, type Refusal } from '#server/http/errors.ts';
import type { MediaSize } from './queries-photos.ts';

const MAX_BYTES = 5 * 1024 ** 2;
/** More than any camera makes, and far less than a decompression bomb. */
const MAX_PIXELS = 50_000_000;

const notAnImage = (): Refusal => badRequest('Please upload a valid image file (jpeg, jpg, png, webp)');
const tooBig = (): Refusal => badRequest('File size must be less than 5MB');

export interface Upload {
  bytes: Buffer;
  type: string;
}

/** What a file is, by how it begins; its name and what it says of itself are not believed. */
function detectType(bytes: Buffer): string | null {
  const starts = (...codes: number[]) => codes.every((code, at) => bytes[at] === code);
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP')
    return 'image/webp';
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf';
  return null;
}

/** The bytes of a data URL, if they are of an allowed type and not too many. The size is known before they are decoded. */
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
  const said = head[1]?.toLowerCase().replace('image/jpg', 'image/jpeg');
  if (!said || !allowed.includes(said)) throw wrong();
  const bytes = Buffer.from(body, 'base64');
  // Buffer skips what is not base64: then the lengths disagree.
  if (bytes.length === 0 || bytes.toString('base64').length !== body.length) throw wrong();
  const type = detectType(bytes);
  if (!type || !allowed.includes(type)) throw wrong();
  return { bytes, type };
}

export const imageTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

// Pictures are decoded one at a time: a burst of uploads waits instead of filling the memory.
sharp.cache(false);
sharp.concurrency(1);
let lastTask: Promise<unknown> = Promise.resolve();
function runInTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = lastTask.then(work);
  lastTask = mine.catch(() => {});
  return mine;
}

/** Looks at the head of a picture that is kept as it came: it must be one, and of a size that can be shown. */
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

/** Decodes, turns upright, drops everything but the pixels and writes three sizes of webp. */
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
      // Whatever the decoder says: to the person it is a picture we cannot read.
      throw notAnImage();
    }
  });
}
