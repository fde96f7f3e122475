import { collectRest } from './collect-rest.ts';
import type { Gazetteer } from './gazetteer.ts';
import { peopleNames } from './given-names.ts';
import { readNumber } from './numbers.ts';
import { fillerWords, genericWords, negations, placePrepositions } from './phrases.ts';
import type { PhraseTable } from './phrase-table.ts';
import { findPlaceAt, type PlaceMatch } from './place-words.ts';
import { findNeighborhoods, type Neighborhood } from '#server/places/neighborhoods.ts';
import { applyEffect, emptyReading, type Reading } from './reading.ts';
import { splitTokens, type Token } from './tokens.ts';
import { honorifics, Kind } from './word-kinds.ts';

export interface Grammar {
  phrases: PhraseTable;
  gazetteer: Gazetteer;
}

/** Longer texts are not sentences. Their end is part of the text search. */
const MAX_TOKENS = 40;
/** A city with this many ZIP codes is known without a preposition or a state. */
const LARGE_CITY = 10;
const NOTABLE_CITY = 3;

const boroughs: ReadonlySet<string> = new Set(['Brooklyn, NY', 'Queens, NY', 'Bronx, NY']);
const phonePattern = /(?<!\d)(?:\+?1[-. ]?)?\(?[2-9]\d{2}\)?[-. ]*\d{3}[-. ]*\d{4}(?!\d)/;
const directions = new Set(['n', 's', 'e', 'w', 'north', 'south', 'east', 'west', 'nw', 'ne', 'sw', 'se']);
const streetWords = new Set([
  'street',
  'avenue',
  'ave',
  'blvd',
  'boulevard',
  'road',
  'rd',
  'highway',
  'hwy',
  'parkway',
  'pkwy',
]);
/** These are also other words, so they need a house number, or "on" before the name. */
const weakStreetWords = new Set([
  'st',
  'drive',
  'dr',
  'lane',
  'ln',
  'way',
  'court',
  'ct',
  'circle',
  'place',
  'trail',
  'loop',
  'pike',
  'terrace',
]);
const placeArticles = new Set(['las', 'los', 'la', 'el']);

/** Turns a sentence into filters. Words that it does not know become `rest`, unchanged, and never filter. */
export function readSentence(text: string, grammar: Grammar): Reading {
  return new SentenceReader(text, grammar).read();
}

class SentenceReader {
  readonly #text: string;
  readonly #grammar: Grammar;
  readonly #tokens: Token[];
  readonly #words: string[];
  readonly #kinds: Kind[];
  readonly #reading = emptyReading();
  /** Places that count only if no unknown word is next to them. */
  readonly #candidates: { start: number; match: PlaceMatch }[] = [];

  constructor(text: string, grammar: Grammar) {
    this.#text = text;
    this.#grammar = grammar;
    this.#tokens = splitTokens(text).slice(0, MAX_TOKENS);
    this.#words = this.#tokens.map(({ word }) => word);
    this.#kinds = this.#words.map((): Kind => Kind.Unknown);
  }

  read(): Reading {
    this.#correctSpelling();
    this.#readPhoneNumber();
    this.#readNeighborhoods();
    this.#readStreets();
    this.#readNames();
    this.#readPhrases();
    this.#markFillers();
    this.#readCandidates();
    this.#readMisspelledPlaces();
    this.#acceptNeighborhood();
    this.#readZipPrefix();
    this.#dropImplied();
    this.#reading.rest = collectRest(this.#text, this.#tokens, this.#words, this.#kinds);
    return this.#reading;
  }

  /** A named place is better than the visitor's position, and a named plan than any insurance. */
  #dropImplied(): void {
    if (this.#reading.location !== '') this.#reading.nearMe = false;
    if (this.#reading.plans.length > 0) this.#reading.insurance = false;
  }

  #mark(start: number, length: number, kind: Kind): void {
    this.#kinds.fill(kind, start, start + length);
  }

  #isKnown(word: string): boolean {
    return this.#grammar.phrases.words.has(word) || fillerWords.has(word) || genericWords.has(word);
  }

  #correctSpelling(): void {
    const { phrases, gazetteer } = this.#grammar;
    this.#words.forEach((word, index) => {
      if (word.length < 6 || !/^[a-z]+$/.test(word) || this.#isKnown(word)) return;
      if (honorifics.has(this.#words[index - 1] ?? '') || peopleNames.has(word) || gazetteer.find([word])) return;
      const correction = phrases.findSimilarWord(word);
      if (correction) this.#words[index] = correction;
    });
  }

  /** Keeps the digits of a phone number together, so that they are no price and no ZIP code. */
  #readPhoneNumber(): void {
    const match = phonePattern.exec(this.#text);
    if (!match) return;
    this.#tokens.forEach(({ start }, index) => {
      if (start >= match.index && start < match.index + match[0].length) this.#names.add(index);
    });
  }

  /** A neighborhood counts if its city is in the sentence, too, or later if no other place is. */
  #readNeighborhoods(): void {
    for (let start = 0; start < this.#words.length; start++)
      for (
        let length = this.#isInLongerPlace(start) ? 0 : Math.min(4, this.#words.length - start);
        length > 0;
        length--
      ) {
        const found = findNeighborhoods(this.#words.slice(start, start + length));
        if (found.length === 0 || this.#tokens.slice(start + 1, start + length).some((token) => token.startsClause))
          continue;
        for (const neighborhood of found) {
          const city = this.#findCityWords(neighborhood.city, start, length);
          if (!city) continue;
          this.#setNeighborhood(neighborhood, start, length);
          this.#mark(city.start, city.length, Kind.Understood);
          return;
        }
        this.#neighborhood ??= { neighborhood: found[0]!, start, length, isOnly: found.length === 1 };
        break;
      }
  }
  #neighborhood: { neighborhood: Neighborhood; start: number; length: number; isOnly: boolean } | undefined;

  /** "Washington Navy Yard, DC" is a place of its own. */
  #isInLongerPlace(start: number): boolean {
    return [1, 2, 3].some((before) => {
      const place = start >= before ? findPlaceAt(this.#grammar.gazetteer, this.#tokens, start - before) : null;
      return place !== null && place.isExplicit && place.length > before + 1;
    });
  }

  /** Finds a city, and its state after it, outside of the words of the neighborhood. */
  #findCityWords(label: string, start: number, length: number): { start: number; length: number } | null {
    for (let at = 0; at < this.#words.length; at++) {
      if (at >= start && at < start + length) continue;
      const most = at < start ? start - at : this.#words.length - at;
      for (let count = Math.min(4, most); count > 0; count--) {
        const words = this.#words.slice(at, at + count);
        const tokens = this.#tokens.slice(at, at + count);
        const place = findPlaceAt(this.#grammar.gazetteer, tokens, 0);
        if (place?.length !== count) continue;
        const isCity =
          place.place.location === label ||
          (label === 'New York, NY' && ['new york', 'ny', 'new york ny'].includes(words.join(' '))) ||
          (boroughs.has(label) && ['New York', 'New York, NY'].includes(place.place.location)) ||
          (label === 'Washington, DC' && words.join(' ') === 'washington');
        if (isCity) return { start: at, length: count };
      }
    }
    return null;
  }

  #setNeighborhood({ name, city, center }: Neighborhood, start: number, length: number): void {
    this.#reading.location = center ? `${name}, ${city}` : city;
    this.#mark(start, length, Kind.Understood);
  }

  /** Without another place, a name that few other things have is a neighborhood. */
  #acceptNeighborhood(): void {
    const found = this.#neighborhood;
    if (!found || this.#reading.location !== '') return;
    const { neighborhood, start, length, isOnly } = found;
    const isFree = this.#kinds
      .slice(start, start + length)
      .every((kind) => kind === Kind.Unknown || kind === Kind.Filler);
    const isClear = this.#followsPreposition(start) || (isOnly && length > 1);
    const isName = honorifics.has(this.#words[start - 1] ?? '') || this.#isBesideName(start, length);
    if (isFree && isClear && (!isName || this.#followsPreposition(start)))
      this.#setNeighborhood(neighborhood, start, length);
  }

  /** "1200 Main Street" and "on Michigan Avenue" are streets, whatever else their words mean. */
  #readStreets(): void {
    const { phrases } = this.#grammar;
    const isPlain = (index: number): boolean => {
      const word = this.#words[index];
      return word !== undefined && !fillerWords.has(word) && !genericWords.has(word) && !this.#names.has(index);
    };
    this.#words.forEach((word, index) => {
      const isNumber = /^\d{1,5}$/.test(word) && /^[a-z]/.test(this.#words[index + 1] ?? '');
      if (isNumber && directions.has(this.#words[index + 1]!) && isPlain(index + 2))
        for (let at = index; at <= index + 2; at++) this.#names.add(at);
      if (!streetWords.has(word) && !weakStreetWords.has(word)) return;
      let first = index;
      while (
        first > 0 &&
        index - first < 3 &&
        !this.#tokens[first]!.startsClause &&
        (isPlain(first - 1) || directions.has(this.#words[first - 1]!)) &&
        this.#kinds[first - 1] === Kind.Unknown
      )
        first -= 1;
      if (first === index) return;
      const hasNumber = /^\d{1,5}$/.test(this.#words[first]!);
      const isWeak = weakStreetWords.has(word);
      if (isWeak && !hasNumber && !['on', 'off', 'along'].includes(this.#words[first - 1] ?? '')) return;
      if (!hasNumber && phrases.findAt(this.#words, first)?.effect) return;
      for (let at = first; at <= index; at++) this.#names.add(at);
    });
  }

  /** "zip 787" and "787xx" are the beginning of a ZIP code. */
  #readZipPrefix(): void {
    if (this.#reading.location !== '') return;
    const index = this.#words.findIndex(
      (word, at) => /^\d{3}$/.test(word) && this.#kinds[at] === Kind.Unknown && !this.#names.has(at),
    );
    if (index === -1) return;
    const isMarked =
      this.#words[index + 1] === 'xx' || this.#words.slice(0, index).some((word) => /^zips?(?:code)?$/.test(word));
    const isAlone = this.#kinds.every((kind, at) => at === index || kind !== Kind.Unknown);
    if (!isMarked && !isAlone) return;
    this.#reading.location = this.#words[index]!;
    this.#words.forEach((word, at) => {
      if (at === index || ['xx', 'zip', 'zips', 'zipcode', 'code', 'codes', 'starting', 'prefix'].includes(word))
        this.#mark(at, 1, Kind.Understood);
    });
  }

  /** The words after an honorific are a name, up to the next phrase, place, or filler. */
  #readNames(): void {
    const { phrases } = this.#grammar;
    this.#words.forEach((word, index) => {
      if (!honorifics.has(word)) return;
      for (let next = index + 1; next < Math.min(this.#words.length, index + 4); next++) {
        const name = this.#words[next]!;
        const isFirst = next === index + 1;
        if (/\d/.test(name) || this.#tokens[next]!.startsClause || fillerWords.has(name) || genericWords.has(name))
          return;
        if (!isFirst && (phrases.findAt(this.#words, next) || this.#isLargeCity(next))) return;
        if (isFirst && phrases.findAt(this.#words, next)) return;
        this.#names.add(next);
      }
    });
  }
  readonly #names = new Set<number>();

  #isLargeCity(index: number): boolean {
    const match = findPlaceAt(this.#grammar.gazetteer, this.#tokens, index);
    return match !== null && (match.isExplicit || match.place.size >= LARGE_CITY);
  }

  #readPhrases(): void {
    const { gazetteer } = this.#grammar;
    for (let index = 0; index < this.#words.length;) {
      if (this.#names.has(index) || this.#kinds[index] !== Kind.Unknown) {
        index += 1;
        continue;
      }
      const number = readNumber(this.#withCorrections(), index);
      if (number) {
        applyEffect(this.#reading, number.effect);
        this.#mark(index, number.length, Kind.Understood);
        index += number.length;
        continue;
      }
      const phrase = this.#findPhrase(index);
      const place = findPlaceAt(gazetteer, this.#withCorrections(), index);
      const followsPreposition = this.#followsPreposition(index);
      const negation = phrase || place ? this.#findNegation(index) : null;
      if (negation !== null && phrase?.effect !== null) {
        const end = index + Math.max(phrase?.length ?? 0, place?.length ?? 0);
        for (let at = negation; at < end; at++) this.#names.add(at);
        index = end;
      } else if (
        place &&
        place.length >= (phrase?.length ?? 0) + (followsPreposition && place.place.size >= NOTABLE_CITY ? 0 : 1)
      ) {
        const isPlainWord =
          place.length === 1 &&
          !place.isExplicit &&
          fillerWords.has(this.#words[index]!) &&
          place.place.size < LARGE_CITY;
        if (!isPlainWord && !this.#readPlace(index, place, followsPreposition))
          this.#candidates.push({ start: index, match: place });
        index += place.length;
      } else if (phrase) {
        if (phrase.effect) {
          applyEffect(this.#reading, phrase.effect);
          this.#mark(index, phrase.length, Kind.Understood);
        } else for (let at = index; at < index + phrase.length; at++) this.#names.add(at);
        index += phrase.length;
      } else index += 1;
    }
  }

  /** Finds the "not" of "not in Dallas" and the "doesn't" of "doesn't have to speak Spanish". */
  #findNegation(start: number): number | null {
    for (let index = start - 1; index >= 0 && !this.#tokens[index + 1]!.startsClause; index--) {
      const word = this.#words[index]!;
      if (negations.has(word)) return this.#kinds[index] === Kind.Unknown ? index : null;
      if (this.#kinds[index] !== Kind.Unknown || this.#names.has(index) || !fillerWords.has(word)) return null;
    }
    return null;
  }

  /** Leaves "in Spanish Fork" to the places. */
  #findPhrase(start: number): ReturnType<PhraseTable['findAt']> {
    const { phrases, gazetteer } = this.#grammar;
    const phrase = phrases.findAt(this.#words, start);
    if (!phrase || phrase.length === 1 || !placePrepositions.has(this.#words[start]!)) return phrase;
    const place = findPlaceAt(gazetteer, this.#withCorrections(), start + 1);
    return place && place.length >= phrase.length ? null : phrase;
  }

  #corrected: Token[] | undefined;
  #withCorrections(): Token[] {
    this.#corrected ??= this.#tokens.map((token, index) => ({ ...token, word: this.#words[index]! }));
    return this.#corrected;
  }

  #followsPreposition(index: number): boolean {
    const before = this.#words[index - 1];
    if (before === undefined) return false;
    if (placePrepositions.has(before)) return true;
    // "within 5 miles of Austin", "close to Austin", "nearest to Austin"
    const isLinked = before === 'the' ? placePrepositions.has(this.#words[index - 2] ?? '') : false;
    if (isLinked) return true;
    return this.#kinds[index - 1] === Kind.Understood && ['of', 'from', 'to', 'around'].includes(before)
      ? true
      : before === 'to' && ['close', 'next', 'nearest', 'closest', 'near'].includes(this.#words[index - 2] ?? '');
  }

  /** Accepts a place that can't be anything else. */
  #readPlace(start: number, match: PlaceMatch, followsPreposition: boolean): boolean {
    if (!match.isExplicit && !followsPreposition) return false;
    if (this.#reading.location !== '' && !(match.isExplicit && /^\d/.test(match.place.location))) return false;
    this.#reading.location = match.place.location;
    this.#mark(start, match.length, Kind.Understood);
    return true;
  }

  #markFillers(): void {
    this.#words.forEach((word, index) => {
      if (this.#kinds[index] !== Kind.Unknown || this.#names.has(index)) return;
      if (this.#candidates.some(({ start, match }) => index >= start && index < start + match.length)) return;
      if (fillerWords.has(word) || placePrepositions.has(word)) this.#kinds[index] = Kind.Filler;
      else if (genericWords.has(word)) this.#kinds[index] = Kind.Generic;
    });
  }

  /** Whether the token before or after a place belongs to a name that the place may be part of. */
  #isBesideName(start: number, length: number): boolean {
    const isCandidate = (index: number): boolean =>
      this.#candidates.some((one) => one.start === index || one.start + one.match.length - 1 === index);
    const isUnknown = (index: number): boolean => this.#kinds[index] === Kind.Unknown && !isCandidate(index);
    const isLinked = (index: number): boolean => index < this.#tokens.length && !this.#tokens[index]!.startsClause;
    const after = start + length;
    if (isLinked(after)) {
      if (this.#kinds[after] === Kind.Unknown) return true;
      let end = after;
      while (isLinked(end) && this.#kinds[end] === Kind.Generic) end += 1;
      if (end > after && isLinked(end) && isUnknown(end)) return true;
      if (['and', 'of', 'the'].includes(this.#words[after]!) && isLinked(after + 1) && isUnknown(after + 1))
        return true;
    }
    const before = start - 1;
    if (before < 0 || this.#tokens[start]!.startsClause) return false;
    if (honorifics.has(this.#words[before]!)) return true;
    return this.#kinds[before] === Kind.Unknown || (this.#words[before] === 'of' && isUnknown(before - 1));
  }

  #isLastWord(start: number, length: number): boolean {
    const after = this.#tokens[start + length];
    return after === undefined || after.startsClause || this.#kinds[start + length] !== Kind.Unknown;
  }

  /** Accepts places without a preposition: large cities, and small ones that stand alone. */
  #readCandidates(): void {
    const bySize = this.#candidates.toSorted((a, b) => b.match.place.size - a.match.place.size);
    for (const { start, match } of bySize) {
      const { place, length } = match;
      if (this.#reading.location !== '') break;
      const isLarge = place.size >= LARGE_CITY;
      const isBesideName = this.#isBesideName(start, length);
      const isEnd = this.#isLastWord(start, length);
      const nameWordsBefore = this.#countNameWordsBefore(start);
      const isAccepted =
        !isBesideName ||
        // "Bright Smiles Houston" ends with the place, and "Bob Austin" is a person.
        (isLarge && nameWordsBefore >= 2 && isEnd) ||
        (isLarge && length > 1) ||
        // "dentist that takes bitcoin Miami": unknown words don't filter, so the place counts.
        (isLarge && this.#asksForDentist() && !this.#isAfterPerson(start)) ||
        // "takes payments Boise": other words were understood, so this isn't just a name.
        (place.size >= NOTABLE_CITY && isEnd && this.#kinds.includes(Kind.Understood) && !this.#isAfterPerson(start));
      if (!isAccepted) continue;
      if (!isLarge && length === 1 && (peopleNames.has(this.#words[start]!) || this.#isBesideGeneric(start))) continue;
      if (
        !isLarge &&
        length > 1 &&
        this.#kinds[start + length] === Kind.Generic &&
        !this.#words[start + length]!.startsWith('dent')
      )
        continue;
      this.#reading.location = place.location;
      this.#mark(start, length, Kind.Understood);
    }
  }

  #asksForDentist(): boolean {
    return this.#kinds.includes(Kind.Understood) || this.#words.some((word) => /^dentis|^doctor/.test(word));
  }

  #isAfterPerson(start: number): boolean {
    const before = this.#words[start - 1] ?? '';
    return (
      honorifics.has(before) ||
      this.#names.has(start - 1) ||
      peopleNames.has(before) ||
      peopleNames.has(this.#words[start]!)
    );
  }

  /** A small city right before "dental" or "smile" is the name of a practice. */
  #isBesideGeneric(start: number): boolean {
    const next = this.#words[start + 1];
    return (
      next !== undefined &&
      !this.#tokens[start + 1]!.startsClause &&
      genericWords.has(next) &&
      !/^dentis[te]/.test(next)
    );
  }

  #countNameWordsBefore(start: number): number {
    let count = 0;
    for (let index = start - 1; index >= 0; index--) {
      // "Dr. Smith Dallas" ends with the place, and "Dr. Bob Austin" is a person.
      if (honorifics.has(this.#words[index]!)) return count + (peopleNames.has(this.#words[start]!) ? 0 : 1);
      if (this.#kinds[index] !== Kind.Unknown && this.#kinds[index] !== Kind.Generic) break;
      count += 1;
      if (this.#tokens[index]!.startsClause) break;
    }
    return count;
  }

  #readMisspelledPlaces(): void {
    if (this.#reading.location !== '') return;
    for (const length of [2, 1])
      for (let start = 0; start + length <= this.#words.length; start++) {
        const words = this.#words.slice(start, start + length);
        const isFree = words.every(
          (word, offset) =>
            (this.#kinds[start + offset] === Kind.Unknown || (length > 1 && placeArticles.has(word))) &&
            !this.#names.has(start + offset) &&
            /^[a-z]+$/.test(word),
        );
        if (
          !isFree ||
          words.every((word) => placeArticles.has(word)) ||
          this.#tokens.slice(start + 1, start + length).some((token) => token.startsClause)
        )
          continue;
        const followsPreposition = this.#followsPreposition(start);
        if (!followsPreposition && (this.#isBesideName(start, length) || peopleNames.has(words[0]!))) continue;
        const place = this.#grammar.gazetteer.findMisspelled(words, followsPreposition ? NOTABLE_CITY : LARGE_CITY);
        if (!place) continue;
        this.#reading.location = place.location;
        this.#mark(start, length, Kind.Understood);
        return;
      }
  }
}
