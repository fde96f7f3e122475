import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '#server/http/errors.ts';
import { EncodingProbe, type FoundEncoding } from './decode.ts';

/** Beyond this a file is refused; it would pass, but nobody means it. */
export const LARGEST_FILE = 4 * 2 ** 30;

export interface Spooled {
  path: string;
  name: string;
  bytes: number;
  sha256: string;
  encoding: FoundEncoding;
  remove(): Promise<void>;
}

class Watch {
  readonly hash = createHash('sha256');
  readonly probe = new EncodingProbe();
  bytes = 0;
  push(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > LARGEST_FILE)
      throw new Refusal(413, 'too_large', 'This file is larger than 4 GB. Please split it.');
    this.hash.update(chunk);
    this.probe.push(chunk);
  }
}

/** Keeps what is sent on disk until the run is over, and never in memory. */
export async function spool(source: Readable, name: string, dataDir: string): Promise<Spooled> {
  const folder = join(dataDir, 'uploads');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomBytes(12).toString('hex')}.csv`);
  const watch = new Watch();
  const remove = () => rm(path, { force: true });
  try {
    await pipeline(
      source,
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          try {
            watch.push(chunk);
            done(null, chunk);
          } catch (error) {
            done(error as Error);
          }
        },
      }),
      createWriteStream(path, { mode: 0o600 }),
    );
    return { path, name, bytes: watch.bytes, sha256: watch.hash.digest('hex'), encoding: watch.probe.end(), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A file that is on this machine already. */
export async function inspectFile(path: string, name: string): Promise<Spooled> {
  const watch = new Watch();
  if (!(await stat(path)).isFile()) throw new Refusal(422, 'not_csv', `${name} is not a file.`);
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) watch.push(chunk as Buffer);
  return {
    path,
    name,
    bytes: watch.bytes,
    sha256: watch.hash.digest('hex'),
    encoding: watch.probe.end(),
    remove: async () => {},
  };
}

export const bytesOf = (file: Pick<Spooled, 'path'>): Readable =>
  createReadStream(file.path, { highWaterMark: 2 ** 17 });
