import type { Request } from 'express';
import { Readable } from 'node:stream';
import { MAX_CHUNK_BYTES } from '#contract/bulk-upload-chunks.ts';
import type { Actor, Ctx, Deps } from '#server/http/context.ts';
import { badRequest, conflict, Refusal } from '#server/http/errors.ts';
import { startImport, type ImportRequest } from '../runs/importer.ts';
import {
  addChunk,
  countArrivedBytes,
  countPendingBytes,
  deleteChunksBefore,
  deleteChunks,
  lockIdempotencyKey,
  findChunk,
  type UploadId,
} from './queries-upload-chunks.ts';
import { findRunByKey } from '../runs/queries-runs.ts';
import { MAX_FILE_BYTES, spoolUpload } from '../read/spool.ts';

const KEPT_MS = 24 * 3_600_000;

/** Takes one piece of a file, if it is the next, and answers how much of the file is here. */
export async function receiveChunk(ctx: Ctx<Actor>, sha256: string, starts: number, req: Request): Promise<number> {
  const whose = { userId: ctx.actor.userId, sha256 };
  const here = await countArrivedBytes(ctx.db, whose);
  if (starts > here) throw conflict(`Only ${here} bytes of this file have arrived.`, 'not_next');
  const bytes = await bodyOf(req);
  if (starts === here && bytes.length > 0) {
    if ((await countPendingBytes(ctx.db, whose.userId)) + bytes.length > MAX_FILE_BYTES)
      throw new Refusal(413, 'too_large', 'More than 4 GB of your files are on their way. Please split this one.');
    await addChunk(ctx.db, whose, { starts, bytes, at: ctx.clock.now() });
  }
  return countArrivedBytes(ctx.db, whose);
}

async function bodyOf(req: Request): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_CHUNK_BYTES) break;
      chunks.push(chunk);
    }
  } catch {
    throw badRequest('This piece was cut short.');
  }
  if (size > MAX_CHUNK_BYTES) throw new Refusal(413, 'too_large', 'A piece may have 8 MB.');
  return Buffer.concat(chunks);
}

/** The pieces become the file they were cut from, and the file an import. Asked twice with one key, it begins once. */
export function importUploadedFile(
  ctx: Ctx<Actor>,
  sha256: string,
  request: Omit<ImportRequest, 'file' | 'actor'> & { fileName: string },
): Promise<number> {
  const { idempotencyKey } = request;
  if (!idempotencyKey) return begin(ctx, sha256, request);
  return ctx.db.transaction(async (trx) => {
    await lockIdempotencyKey(trx, idempotencyKey);
    return (await findRunByKey(ctx.db, idempotencyKey)) ?? begin(ctx, sha256, request);
  });
}

async function begin(
  ctx: Ctx<Actor>,
  sha256: string,
  { fileName, ...how }: Omit<ImportRequest, 'file' | 'actor'> & { fileName: string },
): Promise<number> {
  const whose = { userId: ctx.actor.userId, sha256 };
  const file = await spoolUpload(Readable.from(piecesOf(ctx, whose)), fileName, ctx.config.DATA_DIR);
  if (file.sha256 !== sha256) {
    await file.remove();
    if (file.bytes === 0) throw conflict('Nothing of this file has arrived.', 'not_here');
    await deleteChunks(ctx.db, whose);
    throw new Refusal(422, 'not_whole', 'What has arrived is not the file that was announced. Please send it again.');
  }
  const { id } = await startImport(ctx, { ...how, file, actor: ctx.actor });
  await deleteChunks(ctx.db, whose);
  return id;
}

async function* piecesOf({ db }: Pick<Deps, 'db'>, whose: UploadId): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const bytes = await findChunk(db, whose, at);
    if (!bytes) return;
    yield bytes;
    at += bytes.length;
  }
}

export const deleteStaleChunks = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  deleteChunksBefore(db, new Date(clock.now().getTime() - KEPT_MS)).then(() => undefined);
