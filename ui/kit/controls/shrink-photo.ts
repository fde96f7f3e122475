import { imageTypes, MAX_BYTES } from './read-file.ts';

/** Larger than the largest size that the server keeps, so that nothing is lost. */
const MAX_SIDE = 2_400;
const HEIC =
  'This browser can’t read HEIC photos. Save it as a JPEG, or take photos with “Most Compatible” on the iPhone.';

const isHeic = ({ name, type }: File): boolean => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

async function decode(file: File): Promise<ImageBitmap | null> {
  if (typeof createImageBitmap === 'undefined') return null;
  return createImageBitmap(file).catch(() => null);
}

/** The size of a photo in pixels; null if this browser can't read it. */
export async function measurePhoto(file: File): Promise<{ width: number; height: number } | null> {
  const picture = await decode(file);
  if (!picture) return null;
  const { width, height } = picture;
  picture.close();
  return { width, height };
}

/**
 * Turns a photo that is too large, or a HEIC photo of an iPhone, into a JPEG that can be uploaded. Other files stay as they are.
 * Throws a sentence if this browser can't read a HEIC photo.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  const heic = isHeic(file);
  if (!heic && (file.size <= MAX_BYTES || !imageTypes.includes(file.type))) return file;
  const picture = await decode(file);
  if (!picture) {
    if (heic) throw new Error(HEIC);
    return file;
  }
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const encode = (quality: number) => new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
  const fine = await encode(0.88);
  const blob = fine && fine.size > MAX_BYTES ? await encode(0.6) : fine;
  return blob ? new File([blob], file.name, { type: 'image/jpeg' }) : file;
}
