import sharp from 'sharp';
import { photoWidths } from '#shared/listings/photos.ts';
import { nameDrawing } from '#server/sample/pictures.ts';
import type { Deps } from '#server/base/http/context.ts';
import type { Picture } from '../images.ts';
import { storePicture } from '../media.ts';
import { drawReception, drawTreatmentRoom, fronts, palettes } from './place.ts';
import { drawPortrait, longHair, shortHair } from './portrait.ts';

/** Every drawing that sample listings show. */
export const drawings: readonly { hash: string; svg: string }[] = [
  ...shortHair.map((look, index) => ({ hash: nameDrawing('short hair', index), svg: drawPortrait(look) })),
  ...longHair.map((look, index) => ({ hash: nameDrawing('long hair', index), svg: drawPortrait(look) })),
  ...palettes.flatMap((palette, number) => [
    ...fronts.map((draw, index) => ({ hash: nameDrawing('front', index, number), svg: draw(palette) })),
    { hash: nameDrawing('reception', number), svg: drawReception(palette) },
    { hash: nameDrawing('treatment room', number), svg: drawTreatmentRoom(palette) },
  ]),
];

/** Encodes a drawing in the sizes of photos, with little effort, because the first start waits for it. */
async function encodeDrawing({ hash, svg }: { hash: string; svg: string }): Promise<Picture> {
  const svgWidth = Number(/ width="(\d+)"/.exec(svg)![1]);
  const sizes: Picture['sizes'] = [];
  for (const width of photoWidths) {
    const whole = sizes.at(-1);
    // The drawing is no larger than this.
    if (whole && width > svgWidth) {
      sizes.push({ ...whole, width });
      continue;
    }
    const { data, info } = await sharp(Buffer.from(svg))
      .resize({ width, height: width, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80, effort: 1 })
      .toBuffer({ resolveWithObject: true });
    sizes.push({ width, bytes: data, realWidth: info.width, realHeight: info.height });
  }
  const { realWidth: width, realHeight: height } = sizes.at(-1)!;
  return { hash, width, height, sizes };
}

/** Draws the pictures of sample listings. The same drawings have the same addresses on every server. */
export async function storeSamplePictures(deps: Pick<Deps, 'db' | 'config' | 'clock'>): Promise<void> {
  await Promise.all(drawings.map(async (drawing) => storePicture(deps, await encodeDrawing(drawing))));
}
