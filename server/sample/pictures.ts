import { createHash } from 'node:crypto';
import { SAMPLE_HASH } from '#shared/listings/photos.ts';
import type { Random } from './random.ts';
import { shortHairNames } from './words.ts';

/** The pictures of sample listings: a small set that many listings share. */
const PORTRAITS = 10;
const FRONTS = 3;
const PALETTES = 4;
export const PLACE_SIZE = { width: 800, height: 533 } as const;

/** Part of every name. Raise it when a drawing changes, because browsers cache pictures forever. */
export const DRAWINGS_VERSION = 1;

export interface SamplePictures {
  portrait: string;
  front: string;
  reception: string;
  room: string;
}

/** A name for a drawing, in the form of a picture's hash. */
export const nameDrawing = (...parts: (string | number)[]): string =>
  SAMPLE_HASH +
  createHash('sha256')
    .update([DRAWINGS_VERSION, ...parts].join(' '))
    .digest('hex')
    .slice(0, 40 - SAMPLE_HASH.length);

/** A portrait that fits the first name, and the rooms of the practice, which its dentists share. */
export function choosePictures(firstName: string, practiceId: number, random: Random): SamplePictures {
  const palette = practiceId % PALETTES;
  return {
    portrait: nameDrawing(shortHairNames.has(firstName) ? 'short hair' : 'long hair', random.below(PORTRAITS)),
    front: nameDrawing('front', Math.floor(practiceId / PALETTES) % FRONTS, palette),
    reception: nameDrawing('reception', palette),
    room: nameDrawing('treatment room', palette),
  };
}

export const gallery = ({ front, reception, room }: SamplePictures): { hash: string; alt: string }[] => [
  { hash: front, alt: 'Sample photo: the practice from the street' },
  { hash: reception, alt: 'Sample photo: the reception' },
  { hash: room, alt: 'Sample photo: a treatment room' },
];
