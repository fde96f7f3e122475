import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir, hostname } from 'node:os';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_FILE_BYTES } from '#contract/bulk/upload-chunks.ts';
import { KIND_BYTES } from '#shared/file-kinds.ts';
import { Refusal } from '#server/base/http/errors.ts';
import { recognizeRegistryText, type RegistryFile } from '#server/bulk/read/registry/recognize.ts';
import { EncodingProbe, type DetectedEncoding } from './decode.ts';
import { convertParquet, openZipFile } from './zip/open-in-worker.ts';
import type { OpenedZip } from './zip/open-zip-file.ts';
import { isRunning, readStartTime } from '#server/base/db/embedded-process.ts';

/** The part of a file's name that identifies this process. The start time differs from that of an earlier process with the same id. */
const formatOwner = (): string => `${process.pid}-${readStartTime(process.pid)}@${hostname()}`;

/** True if the name shows that the process that wrote the file ran on this machine and has ended. */
function hasDeadOwner(name: string): boolean {
  const owner = /\.(\d+)-(\d*)@(.+?)\.csv/.exec(name);
  if (!owner || owner[3] !== hostname()) return false;
  const pid = Number(owner[1]);
  return !isRunning(pid) || readStartTime(pid) !== owner[2];
}

export interface SpooledFile {
  path: string;
  name: string;
  bytes: number;
  /** The checksum of the file as it was sent. */
  sha256: string;
  encoding: DetectedEncoding;
  /** True for a copy that this server made. */
  isUpload?: boolean;
  /** Set for a file of the national provider registry. */
  registry?: RegistryFile;
  /** Set if the file is a sheet of a spreadsheet, which `path` holds as CSV. */
  spreadsheet?: { bytes: number; sheet: string; sheets: string[] };
  remove(): Promise<void>;
}

class FileInspector {
  readonly hash = createHash('sha256');
  readonly probe = new EncodingProbe();
  bytes = 0;
  get isZip(): boolean {
    return this.probe.kind === 'zip';
  }
  get isParquet(): boolean {
    return this.probe.kind === 'parquet';
  }
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
export async function spoolUpload(
  source: Readable,
  name: string,
  dataDir: string,
  sheet?: string,
): Promise<SpooledFile> {
  const folder = uploadFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomBytes(12).toString('hex')}.${formatOwner()}.csv`);
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
    const file = { path, name, sha256: inspector.hash.digest('hex'), isUpload: true, remove };
    if (inspector.isParquet) return { ...file, bytes: await replaceParquet(path), encoding: plainText };
    if (!inspector.isZip) {
      const registry = await recognizeRegistryText(path, name);
      const encoding = registry ? plainText : inspector.probe.end();
      return { ...file, bytes: inspector.bytes, encoding, ...(registry ? { registry } : {}) };
    }
    const opened = await openZip(path, path, name, sheet);
    return { ...file, bytes: inspector.bytes, encoding: plainText, ...describeZip(opened, inspector.bytes) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Replaces a Parquet file with its rows as CSV, and returns the size of that. */
async function replaceParquet(path: string): Promise<number> {
  const workPath = `${path}.sheet`;
  try {
    const { csvBytes } = await convertParquet(path, workPath);
    await rename(workPath, path);
    return csvBytes;
  } finally {
    await rm(workPath, { force: true });
  }
}

/** Opens a zip file in a worker. Replaces a spreadsheet at `path` with one of its sheets, or writes the sheet to another path. */
async function openZip(path: string, csvPath: string, name: string, sheet?: string): Promise<OpenedZip> {
  const workPath = `${csvPath}.sheet`;
  try {
    const opened = await openZipFile({ path, csvPath: workPath, name, ...(sheet === undefined ? {} : { sheet }) });
    if ('sheet' in opened) await rename(workPath, csvPath);
    return opened;
  } finally {
    await rm(workPath, { force: true });
  }
}

/** `bytes` is the size of the zip file. */
const describeZip = (opened: OpenedZip, bytes: number): Partial<SpooledFile> =>
  'registry' in opened
    ? { registry: opened.registry }
    : { bytes: opened.csvBytes, spreadsheet: { bytes, sheet: opened.sheet, sheets: opened.sheets } };

/** No import runs this long, so an older file belongs to a server that was killed. */
const MAX_FILE_AGE_MS = 6 * 3_600_000;

/** Deletes uploads of killed servers. Those of another machine that shares the folder are deleted when they are old. */
export async function deleteAbandonedUploads(dataDir: string, now = Date.now()): Promise<void> {
  const folder = uploadFolder(dataDir);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const file = await stat(path).catch(() => null);
    if (file && (hasDeadOwner(name) || now - file.mtimeMs > MAX_FILE_AGE_MS))
      await rm(path, { recursive: true, force: true });
  }
}

/** The file, read with the encoding that the operator chose. A sheet is always UTF-8. */
export const chooseEncoding = (file: SpooledFile, encoding: DetectedEncoding['encoding'] | undefined): SpooledFile =>
  encoding === undefined || file.spreadsheet
    ? file
    : { ...file, encoding: { encoding, bom: false, broken: 1, note: null } };

/** Inspects a file that is already on this machine. */
export async function inspectFile(path: string, name: string, sheet?: string): Promise<SpooledFile> {
  if (!(await stat(path)).isFile()) throw new Refusal(422, 'not_csv', `${name} isn’t a file.`);
  if (await isZipFile(path)) return inspectZip(path, name, sheet);
  const registry = await recognizeRegistryText(path, name);
  if (registry) return inspectRegistryFile(path, name, registry);
  const inspector = await inspectBytes(path);
  if (inspector.isParquet) return inspectParquet(path, name, inspector);
  const [sha256, encoding] = [inspector.hash.digest('hex'), inspector.probe.end()];
  return { path, name, bytes: inspector.bytes, sha256, encoding, remove: async () => {} };
}

async function inspectParquet(path: string, name: string, { hash }: FileInspector): Promise<SpooledFile> {
  const folder = await mkdtemp(join(tmpdir(), 'enamel-sheet-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const csvPath = join(folder, 'rows.csv');
    const { csvBytes } = await convertParquet(path, csvPath);
    return { path: csvPath, name, bytes: csvBytes, sha256: hash.digest('hex'), encoding: plainText, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function inspectBytes(path: string): Promise<FileInspector> {
  const inspector = new FileInspector();
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 18 })) inspector.push(chunk as Buffer);
  return inspector;
}

async function isZipFile(path: string): Promise<boolean> {
  const probe = new EncodingProbe();
  for await (const chunk of createReadStream(path, { end: KIND_BYTES - 1 })) probe.push(chunk as Buffer);
  return probe.kind === 'zip';
}

async function inspectZip(path: string, name: string, sheet?: string): Promise<SpooledFile> {
  const folder = await mkdtemp(join(tmpdir(), 'enamel-sheet-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const csvPath = join(folder, 'sheet.csv');
    const opened = await openZip(path, csvPath, name, sheet);
    if ('registry' in opened) {
      await remove();
      return await inspectRegistryFile(path, name, opened.registry);
    }
    const { bytes, hash } = await inspectBytes(path);
    const sha256 = hash.digest('hex');
    const { csvBytes, sheet: readSheet, sheets } = opened;
    const spreadsheet = { bytes, sheet: readSheet, sheets };
    return { path: csvPath, name, bytes: csvBytes, sha256, encoding: plainText, spreadsheet, remove };
  } catch (error) {
    await remove();
    throw error;
  }
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
