/** Listings per chunk. filter_bits has bit strings of this length. */
export const CHUNK = 15_872;

const BYTES = CHUNK / 8;
/** Postgres sends a bit string after its length. */
const HEADER = 4;

/** The bit string of these positions in hexadecimal. The first position is the highest bit. */
export function toHexBits(positions: readonly number[]): string {
  const bytes = Buffer.alloc(BYTES);
  for (const position of positions) bytes[position >> 3]! |= 128 >> (position & 7);
  return bytes.toString('hex');
}

/** The ids of the set bits in the bit strings of some chunks, each as Postgres sends it. */
export function readIds(chunks: readonly number[], bits: Buffer): number[] {
  const ids: number[] = [];
  chunks.forEach((chunk, index) => {
    const start = index * (BYTES + HEADER) + HEADER;
    for (let at = 0; at < BYTES; at++) {
      const byte = bits[start + at]!;
      if (byte === 0) continue;
      for (let bit = 0; bit < 8; bit++) if (byte & (128 >> bit)) ids.push(chunk * CHUNK + at * 8 + bit);
    }
  });
  return ids;
}
