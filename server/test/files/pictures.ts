import { crc32, constants, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';

let shade = 0;
/** A small picture that differs from all earlier ones. */
export async function picture(type: 'png' | 'jpeg' | 'webp' = 'png', size = 24): Promise<string> {
  shade += 1;
  const image = sharp({
    create: {
      width: size,
      height: size,
      channels: 3,
      background: { r: (shade * 37) % 256, g: (shade * 91) % 256, b: shade % 256 },
    },
  });
  return dataUrl(await image[type]().toBuffer(), `image/${type}`);
}

export const dataUrl = (bytes: Buffer | string, type = 'image/png'): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** A valid PNG of exactly this many bytes. */
export async function pngOf(size: number): Promise<Buffer> {
  const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  return Buffer.concat([small, Buffer.alloc(size - small.length)]);
}

/**
 * A valid PNG of black pixels, about a thousand times larger in memory than on disk: 20,000 × 20,000 pixels take
 * 1.2 GB.
 */
export function bomb(side: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const frame = Buffer.alloc(body.length + 8);
    frame.writeUInt32BE(data.length, 0);
    body.copy(frame, 4);
    frame.writeUInt32BE(crc32(body), body.length + 4);
    return frame;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  // A fully flushed block doesn't depend on earlier ones, so one compressed block of a hundred rows can be repeated.
  const row = side * 3 + 1;
  const block = deflateRawSync(Buffer.alloc(row * 100), { finishFlush: constants.Z_FULL_FLUSH });
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE((((row * side) % 65_521) * 65_536 + 1) >>> 0);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk(
      'IDAT',
      Buffer.concat([
        Buffer.from([0x78, 0x01]),
        ...Array.from({ length: side / 100 }, () => block),
        Buffer.from([3, 0]),
        sum,
      ]),
    ),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
