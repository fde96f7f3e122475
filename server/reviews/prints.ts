import { createHash } from 'node:crypto';

const WORDS_IN_SEQUENCE = 4;
const MAX_PRINTS = 24;
/** Texts that share this part of their prints are copies. */
const COPIED_SHARE = 0.5;

const hashOf = (text: string): number => createHash('sha256').update(text).digest().readInt32BE(0);

/**
 * The 24 smallest hashes of a text's sequences of four words (a bottom-k sketch). Texts with the same sentences share prints, even if
 * names, punctuation, or a few words were changed.
 */
export function printsOf(text: string): number[] {
  const words =
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const count = Math.max(1, words.length - WORDS_IN_SEQUENCE + 1);
  const hashes = new Set<number>();
  for (let at = 0; at < count; at++) hashes.add(hashOf(words.slice(at, at + WORDS_IN_SEQUENCE).join(' ')));
  return [...hashes].toSorted((a, b) => a - b).slice(0, MAX_PRINTS);
}

/** True if at least half of the shorter text's prints are in the other text. */
export function isCopy(prints: readonly number[], other: readonly number[]): boolean {
  const known = new Set(other);
  const shared = prints.filter((print) => known.has(print)).length;
  return shared > 0 && shared >= COPIED_SHARE * Math.min(prints.length, other.length);
}
