import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** Draws all icons of the app from the logo mark. Run with `npm run desktop:icons`. */
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const mark = await readFile(here('../../ui/kit/display/mark.svg'), 'utf8');
const path = / d="([^"]+)"/.exec(mark)![1]!;

/** The white mark on a lagoon square, with the margins of macOS and Windows icons. */
const icon = (size: number) => {
  const stroke = size <= 32 ? 2.2 : 1.6;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100"><rect x="6" y="6" width="88" height="88" rx="20" fill="#117c7c"/><g transform="translate(20 20) scale(2.5)"><path d="${path}" fill="none" stroke="#fff" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round"/></g></svg>`,
  );
};
const png = (size: number) =>
  sharp(icon(size), { density: 300 }).resize(size, size).png({ compressionLevel: 9 }).toBuffer();

/** An .ico file is an index of PNG images. */
function ico(images: { size: number; bytes: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(({ size, bytes }, at) => {
    const entry = 6 + 16 * at;
    head.writeUInt8(size === 256 ? 0 : size, entry);
    head.writeUInt8(size === 256 ? 0 : size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(bytes.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += bytes.length;
  });
  return Buffer.concat([head, ...images.map(({ bytes }) => bytes)]);
}

/** An .icns file is a list of PNG images, each after a name that encodes its size. */
function icns(images: { name: string; bytes: Buffer }[]): Buffer {
  const parts = images.flatMap(({ name, bytes }) => {
    const head = Buffer.alloc(8);
    head.write(name, 0, 'ascii');
    head.writeUInt32BE(bytes.length + 8, 4);
    return [head, bytes];
  });
  const head = Buffer.alloc(8);
  head.write('icns', 0, 'ascii');
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0), 4);
  return Buffer.concat([head, ...parts]);
}

const sized = async (sizes: number[]) => Promise.all(sizes.map(async (size) => ({ size, bytes: await png(size) })));
await mkdir(here('../renderer/public'), { recursive: true });
await writeFile(here('./icon.png'), await png(512));
await writeFile(here('./icon.ico'), ico(await sized([16, 24, 32, 48, 64, 128, 256])));
const names: [string, number][] = [['icp4', 16], ['icp5', 32], ['ic07', 128], ['ic08', 256], ['ic09', 512], ['ic10', 1024]]; // prettier-ignore
await writeFile(
  here('./icon.icns'),
  icns(await Promise.all(names.map(async ([name, size]) => ({ name, bytes: await png(size) })))),
);
const tray = (name: string) => here(`../renderer/public/${name}`);
await writeFile(tray('tray.png'), await png(32));
await writeFile(tray('tray.ico'), ico(await sized([16, 24, 32, 48])));
/** macOS recolors a template image, which holds only black and its opacity, to match the menu bar. */
const template = (size: number) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 24 24"><path d="${path}" fill="none" stroke="#000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
    ),
    { density: 300 },
  )
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();
await writeFile(tray('trayTemplate.png'), await template(16));
await writeFile(tray('trayTemplate@2x.png'), await template(32));
await writeFile(
  here('../renderer/public/badge.png'),
  await sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><circle cx="8" cy="8" r="7" fill="#c0392b"/></svg>',
    ),
  )
    .png()
    .toBuffer(),
);
