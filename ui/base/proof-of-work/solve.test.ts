import { describe, expect, it } from 'vitest';
import { textToHash, WORK } from '#shared/proof-of-work.ts';
import { firstWordOfHash } from './sha256.ts';
import { solve } from './solve.ts';

const firstWordOfDigest = async (text: string): Promise<number> =>
  new DataView(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).getUint32(0);

describe('the proof of work', () => {
  it('hashes like the browser, at every length that fits in one block', async () => {
    const letters = 'aZ09-_.%~ '.repeat(6);
    for (let length = 0; length <= 55; length++) {
      const text = letters.slice(0, length);
      expect([text, firstWordOfHash(text)]).toEqual([text, await firstWordOfDigest(text)]);
    }
    expect(() => firstWordOfHash(letters)).toThrow(RangeError);
  });

  it('finds numbers whose hashes begin with enough zeros', async () => {
    const salt = 'x'.repeat(43);
    const nonces = solve({ challenge: '', salt, ...WORK });
    expect(nonces).toHaveLength(WORK.puzzles);
    for (const [puzzle, nonce] of nonces.entries())
      expect((await firstWordOfDigest(textToHash(salt, puzzle, nonce))) >>> (32 - WORK.bits)).toBe(0);
  });
});
