import { once } from 'node:events';
import { Readable } from 'node:stream';
import { constants, createBrotliCompress, createGunzip, createGzip } from 'node:zlib';
import type { Response } from 'express';
import type { Knex } from 'knex';
import type { Ctx } from '#server/base/http/context.ts';
import { SHORT_LIST, withListSlot } from '#server/base/http/slots/list-slots.ts';
import { sendJsonArray, sendStream, toJsonArray } from '#server/base/http/send-json-array.ts';
import { cacheReads } from '#server/base/counters.ts';
import { findDirectoryVersion, findStats } from '#server/places/places.ts';
import { streamDirectory } from '#server/listings/listings.ts';

type Encoding = 'br' | 'gzip';
/** Larger directories are streamed for each request instead of cached. */
const MAX_CACHED_LISTINGS = 60_000;

interface CompressedList {
  bytes: Buffer;
  /** The size of the JSON. */
  length: number;
}
interface CachedList {
  version: string;
  list: Promise<CompressedList>;
}
/** The newest list for each database and encoding. */
const cachedLists = new WeakMap<Knex, Map<Encoding, CachedList>>();

async function compressList(parts: AsyncIterable<string | Buffer>, encoding: Encoding): Promise<CompressedList> {
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : createGzip({ level: 6 });
  const chunks: Buffer[] = [];
  let length = 0;
  compressor.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(compressor, 'end');
  for await (const part of parts) {
    length += Buffer.byteLength(part);
    if (!compressor.write(part)) await once(compressor, 'drain');
  }
  compressor.end();
  await ended;
  return { bytes: Buffer.concat(chunks), length };
}

const decompress = ({ bytes }: CompressedList): NodeJS.ReadWriteStream => Readable.from([bytes]).pipe(createGunzip());

/** Reads the listings once per version. The other encoding is made from the first, on threads of zlib. */
async function createList(db: Knex, version: string, encoding: Encoding): Promise<CompressedList> {
  if (encoding === 'gzip') return compressList(toJsonArray(streamDirectory(db)), encoding);
  return compressList(decompress(await findCachedList(db, version, 'gzip')) as AsyncIterable<Buffer>, encoding);
}

function findCachedList(db: Knex, version: string, encoding: Encoding): Promise<CompressedList> {
  const lists = cachedLists.get(db) ?? new Map<Encoding, CachedList>();
  cachedLists.set(db, lists);
  let cached = lists.get(encoding);
  const isCurrent = cached?.version === version;
  cacheReads.inc({ cache: 'directory', result: isCurrent ? 'hit' : 'miss' });
  if (!cached || !isCurrent) {
    cached = { version, list: createList(db, version, encoding) };
    lists.set(encoding, cached);
    cached.list.catch(() => lists.delete(encoding));
  }
  return cached.list;
}

/** Sends the whole directory: a small one from a compressed cache, a large one as a stream. */
export async function sendDirectory(res: Response, ctx: Ctx): Promise<void> {
  const { db, signal } = ctx;
  const [version, { dentistCount }] = await Promise.all([findDirectoryVersion(db), findStats(db)]);
  const etag = `W/"dentists-${version}"`;
  const headers = {
    ETag: etag,
    'Cache-Control': 'no-cache',
    'X-Total-Count': String(dentistCount),
  };
  res.vary('Accept-Encoding');
  if (res.req.get('if-none-match')?.split(/, */).includes(etag)) {
    res.set(headers).status(304).end();
    return;
  }
  const send = async () => {
    if (dentistCount > MAX_CACHED_LISTINGS) {
      res.set(headers);
      return sendJsonArray(res, streamDirectory(db), signal);
    }
    const encoding = res.req.acceptsEncodings('br', 'gzip') as Encoding | false;
    const list = await findCachedList(db, version, encoding || 'gzip');
    res.set(headers).type('json');
    if (encoding) {
      res.set({ 'Content-Encoding': encoding, 'Content-Length': String(list.bytes.length) });
      return sendStream(Readable.from([list.bytes]), res, signal);
    }
    // Decompressed for each reader, because the JSON takes eight times the memory.
    res.set('Content-Length', String(list.length));
    return sendStream(decompress(list), res, signal);
  };
  return dentistCount > SHORT_LIST ? withListSlot(ctx, res, dentistCount, send) : send();
}
