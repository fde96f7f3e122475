import { AwsClient } from 'aws4fetch';
import type { Response } from 'express';
import type { Knex } from 'knex';
import { z } from 'zod';
import { photoWidths } from '#shared/listings/photos.ts';
import type { Ctx, Deps } from '#server/base/http/context.ts';
import { notFound, unavailable } from '#server/base/http/errors.ts';
import { enqueue, job } from '#server/base/jobs/queue.ts';
import type { Picture } from './images.ts';
import * as sql from './queries-photos.ts';

/** Stores the bytes of pictures if one is configured; otherwise the database does. */
interface Bucket {
  put(name: string, bytes: Buffer): Promise<void>;
  get(name: string, signal?: AbortSignal): Promise<Buffer | null>;
  remove(name: string): Promise<void>;
}

type BucketConfig = Pick<
  Deps['config'],
  'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

function bucketOf(config: BucketConfig): Bucket | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null;
  const client = new AwsClient({
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    region: S3_REGION,
    service: 's3',
    retries: 2,
  });
  const base = `${S3_ENDPOINT.replace(/\/+$/, '')}/${S3_BUCKET}`;
  const request = async (method: string, name: string, init: { body?: Buffer; signal?: AbortSignal } = {}) => {
    const response = await client.fetch(`${base}/${name}`, {
      method,
      signal: init.signal ?? AbortSignal.timeout(20_000),
      ...(init.body ? { body: new Uint8Array(init.body), headers: { 'Content-Type': 'image/webp' } } : {}),
    });
    if (!response.ok && response.status !== 404)
      throw unavailable('Photos are unavailable right now. Please try again in a moment.', 5, 'media_unavailable');
    return response;
  };
  return {
    async put(name, body) {
      if ((await request('PUT', name, { body })).status === 404)
        throw unavailable("Photos can't be saved right now. Please try again in a moment.", 5, 'media_unavailable');
    },
    async get(name, signal) {
      const response = await request('GET', name, signal ? { signal } : {});
      return response.ok ? Buffer.from(await response.arrayBuffer()) : null;
    },
    async remove(name) {
      await request('DELETE', name);
    },
  };
}

const objectName = (hash: string, width: number): string => `media/${hash}/${width}.webp`;
export const mediaUrl = (hash: string): string => `/media/${hash}`;
export const hashOfUrl = (url: string): string | null => /^\/media\/([0-9a-f]{40})$/.exec(url)?.[1] ?? null;

/** Sends the bytes to the bucket, if there is one. Called outside a transaction, because the bucket is on the network. */
export async function uploadPicture(deps: Pick<Deps, 'db' | 'config'>, picture: Picture): Promise<void> {
  const bucket = bucketOf(deps.config);
  if (bucket && !(await sql.mediaExists(deps.db, picture.hash)))
    for (const size of picture.sizes) await bucket.put(objectName(picture.hash, size.width), size.bytes);
}

/** Stores an uploaded picture. The server shows a review's picture only while the review is published. */
export const insertPicture = (
  trx: Knex,
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  { hash, sizes }: Picture,
  { isReview = false } = {},
): Promise<void> => sql.storeMedia(trx, hash, sizes, { at: clock.now(), keepBytes: !bucketOf(config), isReview });

/** Called before any row refers to the picture. */
export async function storePicture(deps: Pick<Deps, 'db' | 'config' | 'clock'>, picture: Picture): Promise<void> {
  await uploadPicture(deps, picture);
  await deps.db.transaction((trx) => insertPicture(trx, deps, picture));
}

const bytesOf = async (config: BucketConfig, row: sql.MediaRow, name: string, signal?: AbortSignal) =>
  row.bytes ?? (await bucketOf(config)?.get(name, signal)) ?? null;

/** The bytes of a stored picture, whether or not it is public. */
export async function readPicture(
  { db, config, signal }: Pick<Ctx, 'db' | 'config' | 'signal'>,
  hash: string,
  width: number,
): Promise<Buffer | null> {
  const row = await sql.readMedia(db, hash, width);
  return row && bytesOf(config, row, objectName(hash, width), signal);
}

const FOREVER = 'public, max-age=31536000, immutable';
/** Authors may remove a photo at any time, so caches keep it for an hour. */
const AN_HOUR = 'public, max-age=3600';

/** Browsers may cache a listing's picture forever, because its URL contains the hash of its content. */
export async function sendMedia(
  deps: Pick<Deps, 'db' | 'config'>,
  hash: string,
  width: number,
  res: Response,
  signal: AbortSignal,
): Promise<void> {
  const row = await sql.readMedia(deps.db, hash, width);
  const bytes = row?.isPublic && (await bytesOf(deps.config, row, objectName(hash, width), signal));
  if (!bytes) throw notFound('That picture does not exist.');
  res
    .set({
      'Content-Type': 'image/webp',
      'Content-Length': String(bytes.length),
      'Cache-Control': row.isReview ? AN_HOUR : FOREVER,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ETag: `"${hash}-${width}"`,
    })
    .end(bytes);
}

async function removeObjects({ config }: Pick<Deps, 'config'>, hashes: readonly string[]): Promise<void> {
  const bucket = bucketOf(config);
  if (bucket) for (const hash of hashes) for (const width of photoWidths) await bucket.remove(objectName(hash, width));
}

export const removePictures = job('media.remove', {
  payload: z.object({ hashes: z.array(z.string()) }),
  handle: ({ hashes }, deps) => removeObjects(deps, hashes),
});

/** Deletes pictures for good: their rows at once, and their copies in a bucket by a job. */
export async function dropPictures(trx: Knex, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await sql.deleteMedia(trx, hashes);
  await enqueue(trx, removePictures, { hashes: [...hashes] });
}

const RETENTION_DAYS = 90;
/** Deletes pictures that no listing shows and that no recent change could restore, and those of reviews that were purged. */
export async function deleteUnusedPictures(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - RETENTION_DAYS * 86_400_000);
  await removeObjects(deps, await sql.deleteUnusedMedia(deps.db, before));
  await deps.db.transaction(async (trx) => dropPictures(trx, await sql.findOrphanedReviewMedia(trx)));
}
