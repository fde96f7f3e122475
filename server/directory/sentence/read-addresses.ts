import type { Draft } from './draft.ts';
import { fillerWords, genericWords } from './phrases.ts';
import { directions, streetWords, weakStreetWords } from './street-words.ts';
import { Kind } from './word-kinds.ts';

const phonePattern = /(?<!\d)(?:\+?1[-. ]?)?\(?[2-9]\d{2}\)?[-. ]*\d{3}[-. ]*\d{4}(?!\d)/;
/** Keeps the digits of a phone number together, so that they are no price and no ZIP code. */
export function readPhoneNumber(draft: Draft): void {
  const match = phonePattern.exec(draft.text);
  if (!match) return;
  draft.tokens.forEach(({ start }, index) => {
    if (start >= match.index && start < match.index + match[0].length) draft.names.add(index);
  });
}

/** "1200 Main Street" and "on Michigan Avenue" are streets, whatever else their words mean. */
export function readStreets(draft: Draft): void {
  const { phrases } = draft.grammar;
  const isPlain = (index: number): boolean => {
    const word = draft.words[index];
    return word !== undefined && !fillerWords.has(word) && !genericWords.has(word) && !draft.names.has(index);
  };
  draft.words.forEach((word, index) => {
    const isNumber = /^\d{1,5}$/.test(word) && /^[a-z]/.test(draft.words[index + 1] ?? '');
    if (isNumber && directions.has(draft.words[index + 1]!) && isPlain(index + 2))
      for (let at = index; at <= index + 2; at++) draft.names.add(at);
    if (!streetWords.has(word) && !weakStreetWords.has(word)) return;
    let first = index;
    while (
      first > 0 &&
      index - first < 3 &&
      !draft.tokens[first]!.startsClause &&
      (isPlain(first - 1) || directions.has(draft.words[first - 1]!)) &&
      draft.kinds[first - 1] === Kind.Unknown
    )
      first -= 1;
    if (first === index) return;
    const hasNumber = /^\d{1,5}$/.test(draft.words[first]!);
    const isWeak = weakStreetWords.has(word);
    if (isWeak && !hasNumber && !['on', 'off', 'along'].includes(draft.words[first - 1] ?? '')) return;
    if (!hasNumber && phrases.findAt(draft.words, first)?.effect) return;
    for (let at = first; at <= index; at++) draft.names.add(at);
  });
}

/** "zip 787" and "787xx" are the beginning of a ZIP code. */
export function readZipPrefix(draft: Draft): void {
  if (draft.reading.location !== '') return;
  const index = draft.words.findIndex(
    (word, at) => /^\d{3}$/.test(word) && draft.kinds[at] === Kind.Unknown && !draft.names.has(at),
  );
  if (index === -1) return;
  const isMarked =
    draft.words[index + 1] === 'xx' || draft.words.slice(0, index).some((word) => /^zips?(?:code)?$/.test(word));
  const isAlone = draft.kinds.every((kind, at) => at === index || kind !== Kind.Unknown);
  if (!isMarked && !isAlone) return;
  draft.reading.location = draft.words[index]!;
  draft.words.forEach((word, at) => {
    if (at === index || ['xx', 'zip', 'zips', 'zipcode', 'code', 'codes', 'starting', 'prefix'].includes(word))
      draft.mark(at, 1, Kind.Understood);
  });
}
