import { LARGE_CITY, NOTABLE_CITY, type Draft } from './draft.ts';
import { readNumber } from './numbers.ts';
import { fillerWords, genericWords, negations, placePrepositions } from './phrases.ts';
import type { PhraseTable } from './phrase-table.ts';
import { findPlaceAt, type PlaceMatch } from './place-words.ts';
import { applyEffect } from './reading.ts';
import { honorifics, Kind } from './word-kinds.ts';

/** The words after an honorific are a name, up to the next phrase, place, or filler. */
export function readNames(draft: Draft): void {
  const { phrases } = draft.grammar;
  draft.words.forEach((word, index) => {
    if (!honorifics.has(word)) return;
    for (let next = index + 1; next < Math.min(draft.words.length, index + 4); next++) {
      const name = draft.words[next]!;
      const isFirst = next === index + 1;
      if (/\d/.test(name) || draft.tokens[next]!.startsClause || fillerWords.has(name) || genericWords.has(name))
        return;
      if (!isFirst && (phrases.findAt(draft.words, next) || isLargeCity(draft, next))) return;
      if (isFirst && phrases.findAt(draft.words, next)) return;
      draft.names.add(next);
    }
  });
}

function isLargeCity(draft: Draft, index: number): boolean {
  const match = findPlaceAt(draft.grammar.gazetteer, draft.tokens, index);
  return match !== null && (match.isExplicit || match.place.size >= LARGE_CITY);
}

export function readPhrases(draft: Draft): void {
  const { gazetteer } = draft.grammar;
  for (let index = 0; index < draft.words.length;) {
    if (draft.names.has(index) || draft.kinds[index] !== Kind.Unknown) {
      index += 1;
      continue;
    }
    const number = readNumber(draft.corrected, index);
    if (number) {
      applyEffect(draft.reading, number.effect);
      draft.mark(index, number.length, Kind.Understood);
      index += number.length;
      continue;
    }
    const phrase = findPhrase(draft, index);
    const place = isSpanishArticle(draft, index) ? null : findPlaceAt(gazetteer, draft.corrected, index);
    const followsPreposition = draft.followsPreposition(index);
    const negation = phrase || place ? findNegation(draft, index) : null;
    if (negation !== null && phrase?.effect !== null) {
      const end = index + Math.max(phrase?.length ?? 0, place?.length ?? 0);
      for (let at = negation; at < end; at++) draft.names.add(at);
      index = end;
    } else if (
      place &&
      place.length >= (phrase?.length ?? 0) + (followsPreposition && place.place.size >= NOTABLE_CITY ? 0 : 1)
    ) {
      const isPlainWord =
        place.length === 1 &&
        !place.isExplicit &&
        fillerWords.has(draft.words[index]!) &&
        place.place.size < LARGE_CITY;
      if (!isPlainWord && !readPlace(draft, index, place, followsPreposition))
        draft.candidates.push({ start: index, match: place });
      index += place.length;
    } else if (phrase) {
      if (phrase.effect) {
        applyEffect(draft.reading, phrase.effect);
        draft.mark(index, phrase.length, Kind.Understood);
      } else for (let at = index; at < index + phrase.length; at++) draft.names.add(at);
      index += phrase.length;
    } else index += 1;
  }
}

/** Finds the "not" of "not in Dallas" and the "doesn't" of "doesn't have to speak Spanish". */
function findNegation(draft: Draft, start: number): number | null {
  for (let index = start - 1; index >= 0 && !draft.tokens[index + 1]!.startsClause; index--) {
    const word = draft.words[index]!;
    if (negations.has(word)) return draft.kinds[index] === Kind.Unknown ? index : null;
    if (draft.kinds[index] !== Kind.Unknown || draft.names.has(index) || !fillerWords.has(word)) return null;
  }
  return null;
}

/** "En la calle" and "por la noche" are not in Los Angeles. */
function isSpanishArticle(draft: Draft, index: number): boolean {
  const next = draft.tokens[index + 1];
  return (
    draft.words[index] === 'la' &&
    ['en', 'de', 'por', 'a', 'con', 'para'].includes(draft.words[index - 1] ?? '') &&
    next !== undefined &&
    !next.startsClause &&
    !fillerWords.has(next.word)
  );
}

/** Leaves "in Spanish Fork" to the places. */
function findPhrase(draft: Draft, start: number): ReturnType<PhraseTable['findAt']> {
  const { phrases, gazetteer } = draft.grammar;
  const phrase = phrases.findAt(draft.words, start);
  if (!phrase || phrase.length === 1 || !placePrepositions.has(draft.words[start]!)) return phrase;
  const place = findPlaceAt(gazetteer, draft.corrected, start + 1);
  return place && place.length >= phrase.length ? null : phrase;
}

/** "Near the university" and "near Wrigley Field" are not in the small towns of University and Wrigley. */
function isLandmark(draft: Draft, start: number, { place, length }: PlaceMatch): boolean {
  if (place.size >= NOTABLE_CITY) return false;
  const before = draft.words[start - 1];
  if (before === 'the') return true;
  const next = draft.words[start + length];
  if (before === 'in' || before === 'en' || next === undefined || draft.tokens[start + length]!.startsClause)
    return false;
  const { phrases, gazetteer } = draft.grammar;
  const isKnown = fillerWords.has(next) || genericWords.has(next) || phrases.findAt(draft.words, start + length);
  return !isKnown && !/\d/.test(next) && !findPlaceAt(gazetteer, draft.corrected, start + length);
}

/** Accepts a place that can't be anything else. */
function readPlace(draft: Draft, start: number, match: PlaceMatch, followsPreposition: boolean): boolean {
  if (!match.isExplicit && (!followsPreposition || isLandmark(draft, start, match))) return false;
  if (draft.reading.location !== '' && !(match.isExplicit && /^\d/.test(match.place.location))) return false;
  draft.reading.location = match.place.location;
  draft.mark(start, match.length, Kind.Understood);
  return true;
}
