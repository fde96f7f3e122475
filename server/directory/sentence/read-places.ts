import { LARGE_CITY, NOTABLE_CITY, type Draft } from './draft.ts';
import { peopleNames } from './given-names.ts';
import { genericWords } from './phrases.ts';
import { honorifics, Kind } from './word-kinds.ts';

const placeArticles = new Set(['las', 'los', 'la', 'el']);

/** Accepts places without a preposition: large cities, and small ones that stand alone. */
export function readCandidates(draft: Draft): void {
  const bySize = draft.candidates.toSorted((a, b) => b.match.place.size - a.match.place.size);
  for (const { start, match } of bySize) {
    const { place, length } = match;
    if (draft.reading.location !== '') break;
    const isLarge = place.size >= LARGE_CITY;
    const isBesideName = draft.isBesideName(start, length);
    const isEnd = isLastWord(draft, start, length);
    const nameWordsBefore = countNameWordsBefore(draft, start);
    const isAccepted =
      !isBesideName ||
      // "Bright Smiles Houston" ends with the place, and "Bob Austin" is a person.
      (isLarge && nameWordsBefore >= 2 && isEnd) ||
      (isLarge && length > 1) ||
      // "dentist that takes bitcoin Miami": unknown words don't filter, so the place counts.
      (isLarge && asksForDentist(draft) && !isAfterPerson(draft, start)) ||
      // "takes payments Boise": other words were understood, so this isn't just a name.
      (place.size >= NOTABLE_CITY && isEnd && draft.kinds.includes(Kind.Understood) && !isAfterPerson(draft, start));
    if (!isAccepted) continue;
    if (!isLarge && length === 1 && (peopleNames.has(draft.words[start]!) || isBesideGeneric(draft, start))) continue;
    if (
      !isLarge &&
      length > 1 &&
      draft.kinds[start + length] === Kind.Generic &&
      !draft.words[start + length]!.startsWith('dent')
    )
      continue;
    draft.reading.location = place.location;
    draft.mark(start, length, Kind.Understood);
  }
}

function isLastWord(draft: Draft, start: number, length: number): boolean {
  const after = draft.tokens[start + length];
  return after === undefined || after.startsClause || draft.kinds[start + length] !== Kind.Unknown;
}

function asksForDentist(draft: Draft): boolean {
  return draft.kinds.includes(Kind.Understood) || draft.words.some((word) => /^dentis|^doctor/.test(word));
}

function isAfterPerson(draft: Draft, start: number): boolean {
  const before = draft.words[start - 1] ?? '';
  return (
    honorifics.has(before) ||
    draft.names.has(start - 1) ||
    peopleNames.has(before) ||
    peopleNames.has(draft.words[start]!)
  );
}

/** A small city right before "dental" or "smile" is the name of a practice. */
function isBesideGeneric(draft: Draft, start: number): boolean {
  const next = draft.words[start + 1];
  return (
    next !== undefined && !draft.tokens[start + 1]!.startsClause && genericWords.has(next) && !/^dentis[te]/.test(next)
  );
}

function countNameWordsBefore(draft: Draft, start: number): number {
  let count = 0;
  for (let index = start - 1; index >= 0; index--) {
    // "Dr. Smith Dallas" ends with the place, and "Dr. Bob Austin" is a person.
    if (honorifics.has(draft.words[index]!)) return count + (peopleNames.has(draft.words[start]!) ? 0 : 1);
    if (draft.kinds[index] !== Kind.Unknown && draft.kinds[index] !== Kind.Generic) break;
    count += 1;
    if (draft.tokens[index]!.startsClause) break;
  }
  return count;
}

export function readMisspelledPlaces(draft: Draft): void {
  if (draft.reading.location !== '') return;
  for (const length of [2, 1])
    for (let start = 0; start + length <= draft.words.length; start++) {
      const words = draft.words.slice(start, start + length);
      const isFree = words.every(
        (word, offset) =>
          (draft.kinds[start + offset] === Kind.Unknown || (length > 1 && placeArticles.has(word))) &&
          !draft.names.has(start + offset) &&
          /^[a-z]+$/.test(word),
      );
      if (
        !isFree ||
        words.every((word) => placeArticles.has(word)) ||
        draft.tokens.slice(start + 1, start + length).some((token) => token.startsClause)
      )
        continue;
      const followsPreposition = draft.followsPreposition(start);
      if (!followsPreposition && (draft.isBesideName(start, length) || peopleNames.has(words[0]!))) continue;
      const place = draft.grammar.gazetteer.findMisspelled(words, followsPreposition ? NOTABLE_CITY : LARGE_CITY);
      if (!place) continue;
      draft.reading.location = place.location;
      draft.mark(start, length, Kind.Understood);
      return;
    }
}
