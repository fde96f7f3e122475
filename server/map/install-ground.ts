import { copyFile, mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openFile, type OutboundRules } from '#server/articles/outbound.ts';
import { checkGround, GroundError, groundFile } from './ground-file.ts';

/** Puts a PMTiles file, or one from an https:// address, in place of the installed ground once it is complete and checked. */
export async function installGround(from: string, dataDir: string, rules: OutboundRules) {
  const target = groundFile(dataDir);
  const part = `${target}.${process.pid}.part`;
  await mkdir(dirname(target), { recursive: true });
  try {
    if (/^https?:\/\//.test(from)) await download(from, part, rules);
    else await copy(from, part);
    const ground = await checkGround(part);
    await sync(part);
    await rename(part, target);
    return ground;
  } finally {
    await rm(part, { force: true });
  }
}

async function copy(from: string, part: string): Promise<void> {
  await checkGround(from);
  await checkSpace(part, (await stat(from)).size);
  await copyFile(from, part);
}

async function download(url: string, part: string, rules: OutboundRules): Promise<void> {
  const response = await openFile(url, rules);
  try {
    const length = Number(response.headers['content-length'] ?? Number.NaN);
    if (Number.isNaN(length)) throw new GroundError('The server doesn’t say how large the file is.');
    await checkSpace(part, length);
    await pipeline(response, createWriteStream(part));
    const { size } = await stat(part);
    if (size !== length) throw new GroundError(`Only ${size} of ${length} bytes arrived. Please try again.`);
  } finally {
    response.destroy();
  }
}

async function checkSpace(part: string, size: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(part));
  if (size > bavail * bsize)
    throw new GroundError(
      `The file has ${inMegabytes(size)} MB, and ${dirname(part)} has only ${inMegabytes(bavail * bsize)} MB free.`,
    );
}
const inMegabytes = (bytes: number): string => Math.ceil(bytes / 1_000_000).toLocaleString('en-US');

/** Without it, a crash soon after the rename could leave an empty file. */
async function sync(path: string): Promise<void> {
  const file = await open(path);
  await file.sync();
  await file.close();
}
