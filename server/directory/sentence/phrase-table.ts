import { editDistance } from '#shared/edit-distance.ts';
import { dayPhrases, fixedPhrases } from './phrases.ts';
import type { Effect } from './reading.ts';
import { serviceWords } from './service-words.ts';

interface Vocabulary {
  /** The services of this directory. */
  services: readonly string[];
  plans: readonly { slug: string; names: readonly string[] }[];
  /** Such as 2026-11-26. */
  today: string;
}

/** A misspelled word of six letters may be one of five: "cannal". */
const SHORTEST_CORRECTION = 5;
/** From this length on, a word may have two wrong letters. */
const LONG_WORD = 9;

interface Node {
  next: Map<string, Node>;
  /** Undefined if no phrase ends here, null if one ends here that is not a filter. */
  effect?: Effect | null;
}

const foldPhrase = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** Names of plans that are also everyday words. They count only next to a word such as "takes" or "insurance". */
const ambiguousPlanNames = new Set([
  'standard',
  'principal',
  'liberty',
  'lincoln',
  'beam',
  'spirit',
  'dominion',
  'solstice',
  'renaissance',
  'chip',
  'molina',
  'delta',
  'concordia',
  'guardian',
  'securian',
  'anthem',
  'willamette',
  'the standard',
]);
const planFrames = [
  'takes X',
  'take X',
  'taking X',
  'accepts X',
  'accept X',
  'accepting X',
  'with X',
  'X insurance',
  'X dental',
  'X dental insurance',
  'X ppo',
  'X hmo',
  'X plan',
  'covered by X',
  'in network with X',
  'takes X insurance',
  'accepts X insurance',
  'have X',
  'i have X',
  'X dental plan',
  'acepta X',
  'aceptan X',
  'acepte X',
  'acepten X',
  'X accepted',
  'covers X',
];

/** All phrases of the grammar as a tree of words. */
export class PhraseTable {
  readonly #root: Node = { next: new Map() };
  readonly words = new Set<string>();
  /** The words that are long enough to be recognized when misspelled, by their first letter. */
  readonly #longWords = new Map<string, string[]>();

  constructor({ services, plans, today }: Vocabulary) {
    for (const [phrase, effect] of fixedPhrases()) this.#add(phrase, effect);
    for (const [phrase, effect] of dayPhrases(today)) this.#add(phrase, effect);
    for (const name of services) {
      this.#add(name, { services: [name] });
      for (const phrase of serviceWords[name] ?? []) this.#add(phrase, { services: [name] });
    }
    for (const { slug, names } of plans)
      for (const name of names) {
        if (!ambiguousPlanNames.has(foldPhrase(name).join(' '))) this.#add(name, { plans: [slug] });
        for (const frame of planFrames) this.#add(frame.replace('X', name), { plans: [slug] });
      }
    for (const word of this.words) {
      if (word.length < SHORTEST_CORRECTION) continue;
      const words = this.#longWords.get(word[0]!);
      if (words) words.push(word);
      else this.#longWords.set(word[0]!, [word]);
    }
  }

  #add(phrase: string, effect: Effect | null): void {
    let node = this.#root;
    for (const word of foldPhrase(phrase)) {
      this.words.add(word);
      let next = node.next.get(word);
      if (!next) node.next.set(word, (next = { next: new Map() }));
      node = next;
    }
    // The first meaning of a phrase wins.
    if (node.effect === undefined) node.effect = effect;
  }

  /** Finds the word of a phrase that was misspelled, if only one is as close. */
  findSimilarWord(word: string): string | null {
    const most = word.length < LONG_WORD ? 1 : 2;
    let best: string | null = null;
    let bestDistance = most + 1;
    let isTie = false;
    for (const candidate of this.#longWords.get(word[0]!) ?? []) {
      const distance = editDistance(word, candidate, most);
      if (distance > bestDistance || distance > most) continue;
      isTie = distance === bestDistance;
      best = candidate;
      bestDistance = distance;
    }
    return isTie && bestDistance > 1 ? null : best;
  }

  /** Finds the longest phrase that begins at this word. */
  findAt(words: readonly string[], start: number): { effect: Effect | null; length: number } | null {
    let node: Node | undefined = this.#root;
    let longest: { effect: Effect | null; length: number } | null = null;
    for (let index = start; index < words.length; index++) {
      node = node.next.get(words[index]!);
      if (!node) break;
      if (node.effect !== undefined) longest = { effect: node.effect, length: index - start + 1 };
    }
    return longest;
  }
}
