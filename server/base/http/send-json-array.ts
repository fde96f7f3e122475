import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

export async function* toJsonArray(slices: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const slice of slices) {
    if (slice.length === 0) continue;
    yield (isFirst ? '[' : ',') + JSON.stringify(slice).slice(1, -1);
    isFirst = false;
  }
  yield isFirst ? '[]' : ']';
}

/** Streams one JSON array, only as fast as the client reads, until the client disconnects. */
export async function sendJsonArray(
  res: Response,
  slices: AsyncIterable<readonly unknown[]>,
  signal: AbortSignal,
): Promise<void> {
  const parts = toJsonArray(slices);
  // pipeline() would close the connection on an error, which still has an answer before the first part.
  const first = await parts.next();
  async function* allParts() {
    yield first.value as string;
    yield* parts;
  }
  res.type('json');
  await sendStream(Readable.from(allParts(), { highWaterMark: 1 }), res, signal);
}

/**
 * `pipeline` waits with one listener. A `once('drain')` of ours would stay on the compression's stream, because
 * `compression` passes on `res.on` but not `res.off`.
 */
export async function sendStream(
  source: Readable | NodeJS.ReadWriteStream,
  res: Response,
  signal: AbortSignal,
): Promise<void> {
  try {
    await pipeline(source, res);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
