import type { Token } from './tokens.ts';
import { honorifics, Kind } from './word-kinds.ts';

const linkingWords = ['of', 'and', 'the', 'at', 'by'];

/** Collects the unknown words, with the generic words next to them: "Linden Dental Care" is one name. */
export function collectRest(
  text: string,
  tokens: readonly Token[],
  words: readonly string[],
  kinds: readonly Kind[],
): string {
  const isUnknown = (index: number): boolean => kinds[index] === Kind.Unknown;
  const isLinked = (index: number): boolean => index < tokens.length && !tokens[index]!.startsClause;

  const findFirst = (index: number): number => {
    let first = index;
    while (
      first > 0 &&
      isLinked(first) &&
      kinds[first - 1] === Kind.Generic &&
      !words[first - 1]!.startsWith('dentist')
    )
      first -= 1;
    return first > 0 && isLinked(first) && honorifics.has(words[first - 1]!) ? first - 1 : first;
  };

  const findLast = (index: number): number => {
    let last = index;
    for (let next = last + 1; isLinked(next); next = last + 1) {
      if (isUnknown(next) || kinds[next] === Kind.Generic) last = next;
      // "Smiles of Austin", "Wolfe and Partners"
      else if (linkingWords.includes(words[next]!) && isLinked(next + 1) && isUnknown(next + 1)) last = next + 1;
      else break;
    }
    // "Park dentist" is not a name, and "Park Dental" is one.
    while (last > index && kinds[last] === Kind.Generic && /^dentists?$/.test(words[last]!)) last -= 1;
    return last;
  };

  const names: string[] = [];
  for (let index = 0; index < tokens.length; index++) {
    if (!isUnknown(index)) continue;
    const last = findLast(index);
    names.push(text.slice(tokens[findFirst(index)]!.start, tokens[last]!.end));
    index = last;
  }
  return names.join(', ').replace(/\s+/g, ' ').trim();
}
