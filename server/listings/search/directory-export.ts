import { once } from 'node:events';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Response } from 'express';
import type { Knex } from 'knex';
import { waitForDrain } from '#server/bulk/export/wait-for-drain.ts';
import { findDirectoryVersion, findStats } from '#server/places/places.ts';
import { streamDirectory } from '../listings.ts';

async function* toJsonArray(slices: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const slice of slices) {
    if (slice.length === 0) continue;
    yield (isFirst ? '[' : ',') + JSON.stringify(slice).slice(1, -1);
    isFirst = false;
  }
  yield isFirst ? '[]' : ']';
}

/** Streams one JSON array, only as fast as the client reads, until the client disconnects. */
export async function sendJsonArray(res: Response, slices: AsyncIterable<readonly unknown[]>): Promise<void> {
  res.type('json');
  for await (const text of toJsonArray(slices)) {
    if (res.destroyed) return;
    if (!res.write(text)) await waitForDrain(res);
  }
  if (!res.destroyed) res.end();
}

type Encoding = 'br' | 'gzip';
/** Larger directories are streamed for each request instead of cached. */
const MAX_CACHED_LISTINGS = 60_000;

interface CachedBody {
  version: string;
  body: Promise<Buffer>;
}
/** The newest body for each database and encoding. */
const cachedBodies = new WeakMap<Knex, Map<Encoding, CachedBody>>();

async function compressDirectory(db: Knex, encoding: Encoding): Promise<Buffer> {
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : createGzip({ level: 6 });
  const chunks: Buffer[] = [];
  compressor.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(compressor, 'end');
  for await (const text of toJsonArray(streamDirectory(db)))
    if (!compressor.write(text)) await once(compressor, 'drain');
  compressor.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Sends the whole directory: a small one from a compressed cache, a large one as a stream. */
export async function sendDirectory(res: Response, db: Knex): Promise<void> {
  const [version, { dentistCount }] = await Promise.all([findDirectoryVersion(db), findStats(db)]);
  const etag = `W/"dentists-${version}"`;
  res.set({
    ETag: etag,
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding',
    'X-Total-Count': String(dentistCount),
  });
  if (res.req.get('if-none-match')?.split(/, */).includes(etag)) {
    res.status(304).end();
    return;
  }
  const encoding = res.req.acceptsEncodings('br', 'gzip') as Encoding | false;
  if (!encoding || dentistCount > MAX_CACHED_LISTINGS) return sendJsonArray(res, streamDirectory(db));
  const bodies = cachedBodies.get(db) ?? new Map<Encoding, CachedBody>();
  cachedBodies.set(db, bodies);
  let cached = bodies.get(encoding);
  if (cached?.version !== version) {
    cached = { version, body: compressDirectory(db, encoding) };
    bodies.set(encoding, cached);
    cached.body.catch(() => bodies.delete(encoding));
  }
  const bytes = await cached.body;
  res
    .type('json')
    .set({ 'Content-Encoding': encoding, 'Content-Length': String(bytes.length) })
    .end(bytes);
}
