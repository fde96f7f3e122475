import { once } from 'node:events';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Response } from 'express';
import type { Knex } from 'knex';
import { waitForDrain } from '#server/bulk/export/wait-for-drain.ts';
import { wholeDirectory } from '../listings.ts';
import { directoryVersion, stats } from '#server/places/places.ts';

/** Writes slices as one JSON array, no faster than the reader takes them, and stops when the reader is gone. */
export async function sendArray(res: Response, slices: AsyncIterable<readonly unknown[]>): Promise<void> {
  res.type('json');
  let first = true;
  for await (const slice of slices) {
    if (res.destroyed) return;
    if (slice.length === 0) continue;
    const text = (first ? '[' : ',') + JSON.stringify(slice).slice(1, -1);
    first = false;
    if (!res.write(text)) await waitForDrain(res);
  }
  if (!res.destroyed) res.end(first ? '[]' : ']');
}

type Encoding = 'br' | 'gzip';
/** Larger directories are streamed each time; their body is not kept. */
const KEPT_LISTINGS = 60_000;

interface Kept {
  version: string;
  body: Promise<Buffer>;
}
// One body per encoding and database, and only the newest.
const kept = new WeakMap<Knex, Map<Encoding, Kept>>();

async function compressed(db: Knex, encoding: Encoding): Promise<Buffer> {
  const packer =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : createGzip({ level: 6 });
  const parts: Buffer[] = [];
  packer.on('data', (part: Buffer) => parts.push(part));
  const ended = once(packer, 'end');
  let first = true;
  for await (const slice of wholeDirectory(db)) {
    const text = (first ? '[' : ',') + JSON.stringify(slice).slice(1, -1);
    first = false;
    if (!packer.write(text)) await once(packer, 'drain');
  }
  packer.end(first ? '[]' : ']');
  await ended;
  return Buffer.concat(parts);
}

/** The whole directory: from memory when it is small and unchanged, else as a stream. */
export async function sendDirectory(res: Response, db: Knex): Promise<void> {
  const [version, { dentistCount }] = await Promise.all([directoryVersion(db), stats(db)]);
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
  if (!encoding || dentistCount > KEPT_LISTINGS) return sendArray(res, wholeDirectory(db));
  const bodies = kept.get(db) ?? new Map<Encoding, Kept>();
  kept.set(db, bodies);
  let body = bodies.get(encoding);
  if (body?.version !== version) {
    body = { version, body: compressed(db, encoding) };
    bodies.set(encoding, body);
    body.body.catch(() => bodies.delete(encoding));
  }
  const bytes = await body.body;
  res
    .type('json')
    .set({ 'Content-Encoding': encoding, 'Content-Length': String(bytes.length) })
    .end(bytes);
}
