import { createReadStream } from 'node:fs';
import { EncodingProbe, type DetectedEncoding } from '#server/bulk/read/decode.ts';

export const CHUNK_BYTES = 256 * 1024;

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
