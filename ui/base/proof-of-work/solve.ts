import { textToHash, type Work } from '#shared/proof-of-work.ts';
import { firstWordOfHash } from './sha256.ts';

/** Finds a number for each puzzle. */
export const solve = ({ salt, puzzles, bits }: Work): number[] =>
  Array.from({ length: puzzles }, (_, puzzle) => {
    let nonce = 0;
    while (firstWordOfHash(textToHash(salt, puzzle, nonce)) >>> (32 - bits) !== 0) nonce++;
    return nonce;
  });
