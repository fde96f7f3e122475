import type { Request } from 'express';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { MAX_CHUNK_BYTES, MAX_FILE_BYTES } from '#contract/bulk/upload-chunks.ts';
import type { FileFormat } from '#contract/bulk/workbench.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { badRequest, conflict, Refusal } from '#server/base/http/errors.ts';
import { startImport, type ImportRequest } from '../importer/importer.ts';
import {
  addChunk,
  countArrivedBytes,
  countPendingBytes,
  deleteChunksBefore,
  deleteChunks,
  findChunk,
  type UploadId,
} from './queries-upload-chunks.ts';
import { findRunByKey } from '../runs/queries-runs.ts';
import { chooseEncoding, deleteAbandonedUploads, spoolUpload, type SpooledFile } from '../read/spool.ts';

type UploadedImport = Omit<ImportRequest, 'file' | 'actor' | 'format'> & { fileName: string; format?: FileFormat };

const MAX_AGE_MS = 24 * 3_600_000;

/** Stores a chunk if it continues the file. Returns the number of bytes that have arrived. */
export async function receiveChunk(ctx: Ctx<Actor>, sha256: string, starts: number, req: Request): Promise<number> {
  const upload = { userId: ctx.actor.userId, sha256 };
  const arrived = await countArrivedBytes(ctx.db, upload);
  if (starts > arrived) throw conflict(`Only ${arrived} bytes of this file have arrived.`, 'not_next');
  const bytes = await readChunk(req);
  if (starts === arrived && bytes.length > 0) {
    if ((await countPendingBytes(ctx.db, upload.userId)) + bytes.length > MAX_FILE_BYTES)
      throw new Refusal(413, 'too_large', 'Your unfinished uploads exceed 4 GB. Please split this file.');
    await addChunk(ctx.db, upload, { starts, bytes, at: ctx.clock.now() });
  }
  return countArrivedBytes(ctx.db, upload);
}

async function readChunk(req: Request): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_CHUNK_BYTES) break;
      chunks.push(chunk);
    }
  } catch {
    throw badRequest('This chunk is incomplete.');
  }
  if (size > MAX_CHUNK_BYTES) throw new Refusal(413, 'too_large', 'A chunk can be at most 8 MB.');
  return Buffer.concat(chunks);
}

/** Joins the chunks of a file and starts its import. Requests with the same idempotency key start one import. */
export async function importUploadedFile(ctx: Ctx<Actor>, sha256: string, request: UploadedImport): Promise<number> {
  const { idempotencyKey } = request;
  const findStarted = () => (idempotencyKey ? findRunByKey(ctx.db, idempotencyKey) : null);
  const startedId = await findStarted();
  if (startedId !== null) return startedId;
  try {
    return await startUploadedImport(ctx, sha256, request);
  } catch (error) {
    // A concurrent request with the same key may have started the import and deleted the chunks.
    const concurrentId = await findStarted();
    if (concurrentId !== null) return concurrentId;
    throw error;
  }
}

async function startUploadedImport(
  ctx: Ctx<Actor>,
  sha256: string,
  { fileName, ...settings }: UploadedImport,
): Promise<number> {
  return spoolUploadedChunks(ctx, sha256, fileName, async (sent) => {
    const file = chooseEncoding(sent, settings.format?.encoding);
    const { id } = await startImport(ctx, { ...settings, file, actor: ctx.actor });
    return id;
  });
}

/** Joins the chunks of a file on disk, and deletes them once the file was received. `readSent` reads them as they were sent. */
export async function spoolUploadedChunks<T>(
  ctx: Ctx<Actor>,
  sha256: string,
  fileName: string,
  receive: (file: SpooledFile, readSent: () => AsyncGenerator<Buffer>) => Promise<T>,
): Promise<T> {
  const upload = { userId: ctx.actor.userId, sha256 };
  if ((await countArrivedBytes(ctx.db, upload)) === 0) throw notHere();
  const file = await spoolUpload(Readable.from(readChunks(ctx, upload)), fileName, ctx.config.DATA_DIR);
  if (file.sha256 !== sha256) {
    await file.remove();
    await deleteChunks(ctx.db, upload);
    throw notWhole();
  }
  const received = await receive(file, () => readChunks(ctx, upload));
  await deleteChunks(ctx.db, upload);
  return received;
}

/** Passes the chunks of a file on. Fails after the last one if they aren't the file with this checksum. */
export async function readUploadedChunks<T>(
  ctx: Ctx<Actor>,
  sha256: string,
  receive: (bytes: AsyncGenerator<Buffer>) => Promise<T>,
): Promise<T> {
  const upload = { userId: ctx.actor.userId, sha256 };
  if ((await countArrivedBytes(ctx.db, upload)) === 0) throw notHere();
  async function* readVerified() {
    const hash = createHash('sha256');
    for await (const chunk of readChunks(ctx, upload)) {
      hash.update(chunk);
      yield chunk;
    }
    if (hash.digest('hex') === sha256) return;
    await deleteChunks(ctx.db, upload);
    throw notWhole();
  }
  const received = await receive(readVerified());
  await deleteChunks(ctx.db, upload);
  return received;
}

const notHere = () => conflict('No chunk of this file has arrived.', 'not_here');
const notWhole = () =>
  new Refusal(422, 'not_whole', 'The uploaded file doesn’t match its SHA-256. Please upload it again.');

async function* readChunks({ db }: Pick<Deps, 'db'>, upload: UploadId): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const bytes = await findChunk(db, upload, at);
    if (!bytes) return;
    yield bytes;
    at += bytes.length;
  }
}

const deleteStaleChunks = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  deleteChunksBefore(db, new Date(clock.now().getTime() - MAX_AGE_MS)).then(() => undefined);

export async function sweepUploads(deps: Deps): Promise<void> {
  await deleteStaleChunks(deps);
  await deleteAbandonedUploads(deps.config.DATA_DIR);
}
