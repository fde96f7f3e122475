import { createReadStream } from 'node:fs';
import { decodeBytes, EncodingProbe, type DetectedEncoding } from '#server/bulk/read/decode.ts';

export const CHUNK_BYTES = 256 * 1024;
/** The part of a file that shows its encoding, unless a later part contradicts it. */
export const PROBE_BYTES = 4 * 2 ** 20;

/** Detects the encoding of a file of `size` bytes, from its first `length` bytes. */
export async function probeEncoding(path: string, size: number, length = Infinity): Promise<DetectedEncoding> {
  const probe = new EncodingProbe();
  const end = Math.min(length, size) - 1;
  let lastChunk: Buffer | null = null;
  const bytes = createReadStream(path, { highWaterMark: CHUNK_BYTES, ...(end >= 0 ? { end } : {}) });
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    if (lastChunk) probe.push(lastChunk);
    lastChunk = chunk;
  }
  // The sample may end in the middle of a character, which would look like a wrong encoding.
  if (lastChunk) probe.push(length < size ? dropPartialCharacter(lastChunk) : lastChunk);
  return probe.end();
}

function dropPartialCharacter(sample: Buffer): Buffer {
  let end = sample.length;
  while (end > 0 && end > sample.length - 4 && (sample[end - 1]! & 0xc0) === 0x80) end--;
  return end > 0 && sample[end - 1]! >= 0xc0 ? sample.subarray(0, end - 1) : sample;
}

/** A later part of a file contradicts the encoding of its start. */
export class WrongEncodingError extends Error {}

/** Decodes a file whose encoding is known from its start. Throws a WrongEncodingError if a later part contradicts it. */
export async function* decodeProbed(
  bytes: AsyncIterable<Buffer>,
  { encoding, broken }: DetectedEncoding,
): AsyncGenerator<string> {
  const isCertain = encoding !== 'utf-8' || broken > 0;
  for await (const part of decodeBytes(bytes, encoding)) {
    if (!isCertain && part.includes('\ufffd')) throw new WrongEncodingError();
    yield part;
  }
}
