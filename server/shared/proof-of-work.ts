/*
 * A browser proves that it did some work: for each puzzle it finds a number whose SHA-256 with the salt begins with `bits`
 * zeros. Several small puzzles take a more even time than a large one: about 33,000 hashes, 0.1 to 0.3 seconds on a phone.
 *
 * Without zod, because a worker of the page loads this file.
 */
export const WORK = { puzzles: 8, bits: 12 };
/** While strangers try passwords, a login from a new network costs four times as much: 0.4 to 1.2 seconds on a phone. */
export const LOGIN_WORK = { puzzles: 8, bits: 14 };

export interface Work {
  challenge: string;
  salt: string;
  puzzles: number;
  bits: number;
}

export const MAX_NONCE = 99_999_999;
export const textToHash = (salt: string, puzzle: number, nonce: number): string => `${salt}${puzzle}.${nonce}`;
