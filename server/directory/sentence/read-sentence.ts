import { collectRest } from './collect-rest.ts';
import { Draft, type Grammar } from './draft.ts';
import { peopleNames } from './given-names.ts';
import { fillerWords, genericWords, placePrepositions } from './phrases.ts';
import { readPhoneNumber, readStreets, readZipPrefix } from './read-addresses.ts';
import { acceptNeighborhood, readNeighborhoods } from './read-neighborhoods.ts';
import { readNames, readPhrases } from './read-phrases.ts';
import { readCandidates, readMisspelledPlaces } from './read-places.ts';
import type { Reading } from './reading.ts';
import { honorifics, Kind } from './word-kinds.ts';

/** Turns a sentence into filters. Words that it does not know become `rest`, unchanged, and never filter. */
export function readSentence(text: string, grammar: Grammar): Reading {
  const draft = new Draft(text, grammar);
  correctSpelling(draft);
  readPhoneNumber(draft);
  const neighborhood = readNeighborhoods(draft);
  readStreets(draft);
  readNames(draft);
  readPhrases(draft);
  markFillers(draft);
  readCandidates(draft);
  readMisspelledPlaces(draft);
  if (neighborhood) acceptNeighborhood(draft, neighborhood);
  readZipPrefix(draft);
  dropImplied(draft);
  draft.reading.rest = collectRest(draft.text, draft.tokens, draft.words, draft.kinds);
  return draft.reading;
}

function correctSpelling(draft: Draft): void {
  const { phrases, gazetteer } = draft.grammar;
  draft.words.forEach((word, index) => {
    if (word.length < 6 || !/^[a-z]+$/.test(word) || isKnown(draft, word)) return;
    if (honorifics.has(draft.words[index - 1] ?? '') || peopleNames.has(word) || gazetteer.find([word])) return;
    const correction = phrases.findSimilarWord(word);
    if (correction) draft.words[index] = correction;
  });
}

function isKnown(draft: Draft, word: string): boolean {
  return draft.grammar.phrases.words.has(word) || fillerWords.has(word) || genericWords.has(word);
}

function markFillers(draft: Draft): void {
  draft.words.forEach((word, index) => {
    if (draft.kinds[index] !== Kind.Unknown || draft.names.has(index)) return;
    if (draft.candidates.some(({ start, match }) => index >= start && index < start + match.length)) return;
    if (fillerWords.has(word) || placePrepositions.has(word)) draft.kinds[index] = Kind.Filler;
    else if (genericWords.has(word)) draft.kinds[index] = Kind.Generic;
  });
}

/** A named place is better than the visitor's position, and a named plan than any insurance. */
function dropImplied(draft: Draft): void {
  if (draft.reading.location !== '') draft.reading.nearMe = false;
  if (draft.reading.plans.length > 0) draft.reading.insurance = false;
}
