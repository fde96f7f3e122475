import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '#server/http/errors.ts';
import { recognizeRegistryFile, type RegistryFile } from '#server/bulk/registry/read/recognize.ts';
import { EncodingProbe, type DetectedEncoding } from './decode.ts';

/** Larger files are refused because they are almost certainly a mistake. */
export const MAX_FILE_BYTES = 4 * 2 ** 30;

export interface SpooledFile {
  path: string;
  name: string;
  bytes: number;
  sha256: string;
  encoding: DetectedEncoding;
  /** True for a copy that this server made. */
  isUpload?: boolean;
  /** Set for a file of the national provider registry. */
  registry?: RegistryFile;
  remove(): Promise<void>;
}

class FileInspector {
  readonly hash = createHash('sha256');
  readonly probe = new EncodingProbe();
  bytes = 0;
  push(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > MAX_FILE_BYTES)
      throw new Refusal(413, 'too_large', 'This file is larger than 4 GB. Please split it.');
    this.hash.update(chunk);
    this.probe.push(chunk);
  }
}

const uploadFolder = (dataDir: string): string => join(dataDir, 'uploads');

/** Writes an upload to disk, where it stays until the run ends. */
export async function spoolUpload(source: Readable, name: string, dataDir: string): Promise<SpooledFile> {
  const folder = uploadFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomBytes(12).toString('hex')}.csv`);
  const inspector = new FileInspector();
  const remove = () => rm(path, { force: true });
  try {
    await pipeline(
      source,
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          try {
            inspector.push(chunk);
            done(null, chunk);
          } catch (error) {
            done(error as Error);
          }
        },
      }),
      createWriteStream(path, { mode: 0o600 }),
    );
    const registry = await recognizeRegistryFile(path, name);
    return {
      path,
      name,
      bytes: inspector.bytes,
      sha256: inspector.hash.digest('hex'),
      encoding: registry ? plainText : inspector.probe.end(),
      isUpload: true,
      ...(registry ? { registry } : {}),
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** No import runs this long, so an older file belongs to a server that was killed. */
const MAX_FILE_AGE_MS = 6 * 3_600_000;

/** Deletes uploads that a killed server left on this machine's disk. */
export async function deleteAbandonedUploads(dataDir: string, now = Date.now()): Promise<void> {
  const folder = uploadFolder(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const file = await stat(path).catch(() => null);
    if (file && now - file.mtimeMs > MAX_FILE_AGE_MS) await rm(path, { force: true });
  }
}

/** Inspects a file that is already on this machine. */
export async function inspectFile(path: string, name: string): Promise<SpooledFile> {
  if (!(await stat(path)).isFile()) throw new Refusal(422, 'not_csv', `${name} isn’t a file.`);
  const registry = await recognizeRegistryFile(path, name);
  if (registry) return inspectRegistryFile(path, name, registry);
  const inspector = new FileInspector();
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) inspector.push(chunk as Buffer);
  return {
    path,
    name,
    bytes: inspector.bytes,
    sha256: inspector.hash.digest('hex'),
    encoding: inspector.probe.end(),
    remove: async () => {},
  };
}

const plainText: DetectedEncoding = { encoding: 'utf-8', bom: false, broken: 0, note: null };

const SAMPLE_BYTES = 4 * 2 ** 20;

/** A registry file has 10 GB, so only its size, beginning, and end identify it. */
async function inspectRegistryFile(path: string, name: string, registry: RegistryFile): Promise<SpooledFile> {
  const { size } = await stat(path);
  const hash = createHash('sha256').update(String(size));
  for (const start of [0, Math.max(0, size - SAMPLE_BYTES)])
    for await (const chunk of createReadStream(path, { start, end: start + SAMPLE_BYTES - 1 }))
      hash.update(chunk as Buffer);
  return { path, name, bytes: size, sha256: hash.digest('hex'), encoding: plainText, registry, remove: async () => {} };
}

export const readBytes = (file: Pick<SpooledFile, 'path'>): Readable =>
  createReadStream(file.path, { highWaterMark: 2 ** 17 });
