import type { Gazetteer } from './gazetteer.ts';
import { placePrepositions } from './phrases.ts';
import type { PhraseTable } from './phrase-table.ts';
import type { PlaceMatch } from './place-words.ts';
import { emptyReading } from './reading.ts';
import { splitTokens, type Token } from './tokens.ts';
import { honorifics, Kind } from './word-kinds.ts';

export interface Grammar {
  phrases: PhraseTable;
  gazetteer: Gazetteer;
}

/** Longer texts are not sentences. Their end is part of the text search. */
const MAX_TOKENS = 40;
/** A city with this many ZIP codes is known without a preposition or a state. */
export const LARGE_CITY = 10;
export const NOTABLE_CITY = 3;

/** A sentence that is being read, step by step: its words, the kind of each, and the filters found so far. */
export class Draft {
  readonly text: string;
  readonly grammar: Grammar;
  readonly tokens: Token[];
  /** The words of the tokens, with their spelling corrected. */
  readonly words: string[];
  readonly kinds: Kind[];
  readonly reading = emptyReading();
  /** The positions of words that belong to a name, a street, or a phone number. */
  readonly names = new Set<number>();
  /** Places that count only if no unknown word is next to them. */
  readonly candidates: { start: number; match: PlaceMatch }[] = [];

  constructor(text: string, grammar: Grammar) {
    this.text = text;
    this.grammar = grammar;
    this.tokens = splitTokens(text).slice(0, MAX_TOKENS);
    this.words = this.tokens.map(({ word }) => word);
    this.kinds = this.words.map((): Kind => Kind.Unknown);
  }

  mark(start: number, length: number, kind: Kind): void {
    this.kinds.fill(kind, start, start + length);
  }

  #corrected: Token[] | undefined;
  /** The tokens with their spelling corrected. Read only after the words are. */
  get corrected(): Token[] {
    this.#corrected ??= this.tokens.map((token, index) => ({ ...token, word: this.words[index]! }));
    return this.#corrected;
  }

  followsPreposition(index: number): boolean {
    const before = this.words[index - 1];
    if (before === undefined) return false;
    if (placePrepositions.has(before)) return true;
    // "within 5 miles of Austin", "close to Austin", "nearest to Austin"
    const isLinked = before === 'the' ? placePrepositions.has(this.words[index - 2] ?? '') : false;
    if (isLinked) return true;
    return this.kinds[index - 1] === Kind.Understood && ['of', 'from', 'to', 'around'].includes(before)
      ? true
      : before === 'to' && ['close', 'next', 'nearest', 'closest', 'near'].includes(this.words[index - 2] ?? '');
  }

  /** Whether the token before or after a place belongs to a name that the place may be part of. */
  isBesideName(start: number, length: number): boolean {
    const isCandidate = (index: number): boolean =>
      this.candidates.some((one) => one.start === index || one.start + one.match.length - 1 === index);
    const isUnknown = (index: number): boolean => this.kinds[index] === Kind.Unknown && !isCandidate(index);
    const isLinked = (index: number): boolean => index < this.tokens.length && !this.tokens[index]!.startsClause;
    const after = start + length;
    if (isLinked(after)) {
      if (this.kinds[after] === Kind.Unknown) return true;
      let end = after;
      while (isLinked(end) && this.kinds[end] === Kind.Generic) end += 1;
      if (end > after && isLinked(end) && isUnknown(end)) return true;
      if (['and', 'of', 'the'].includes(this.words[after]!) && isLinked(after + 1) && isUnknown(after + 1)) return true;
    }
    const before = start - 1;
    if (before < 0 || this.tokens[start]!.startsClause) return false;
    if (honorifics.has(this.words[before]!)) return true;
    return this.kinds[before] === Kind.Unknown || (this.words[before] === 'of' && isUnknown(before - 1));
  }
}
