import { findNeighborhoods, type Neighborhood } from '#server/places/neighborhoods.ts';
import type { Draft } from './draft.ts';
import { findPlaceAt } from './place-words.ts';
import { honorifics, Kind } from './word-kinds.ts';

const boroughs: ReadonlySet<string> = new Set(['Brooklyn, NY', 'Queens, NY', 'Bronx, NY']);

/** A neighborhood without its city. It counts if the sentence names no other place. */
interface NeighborhoodCandidate {
  neighborhood: Neighborhood;
  start: number;
  length: number;
  isOnly: boolean;
}

/** Reads a neighborhood whose city is in the sentence, too. Returns the first one if none has its city. */
export function readNeighborhoods(draft: Draft): NeighborhoodCandidate | null {
  let candidate: NeighborhoodCandidate | null = null;
  for (let start = 0; start < draft.words.length; start++)
    for (
      let length = isInLongerPlace(draft, start) ? 0 : Math.min(4, draft.words.length - start);
      length > 0;
      length--
    ) {
      const found = findNeighborhoods(draft.words.slice(start, start + length));
      if (found.length === 0 || draft.tokens.slice(start + 1, start + length).some((token) => token.startsClause))
        continue;
      for (const neighborhood of found) {
        const city = findCityWords(draft, neighborhood.city, start, length);
        if (!city) continue;
        setNeighborhood(draft, neighborhood, start, length);
        draft.mark(city.start, city.length, Kind.Understood);
        return null;
      }
      candidate ??= { neighborhood: found[0]!, start, length, isOnly: found.length === 1 };
      break;
    }
  return candidate;
}

/** "Washington Navy Yard, DC" is a place of its own. */
function isInLongerPlace(draft: Draft, start: number): boolean {
  return [1, 2, 3].some((before) => {
    const place = start >= before ? findPlaceAt(draft.grammar.gazetteer, draft.tokens, start - before) : null;
    return place !== null && place.isExplicit && place.length > before + 1;
  });
}

/** Finds a city, and its state after it, outside of the words of the neighborhood. */
function findCityWords(
  draft: Draft,
  label: string,
  start: number,
  length: number,
): { start: number; length: number } | null {
  for (let at = 0; at < draft.words.length; at++) {
    if (at >= start && at < start + length) continue;
    const most = at < start ? start - at : draft.words.length - at;
    for (let count = Math.min(4, most); count > 0; count--) {
      const words = draft.words.slice(at, at + count);
      const tokens = draft.tokens.slice(at, at + count);
      const place = findPlaceAt(draft.grammar.gazetteer, tokens, 0);
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

function setNeighborhood(draft: Draft, { name, city, center }: Neighborhood, start: number, length: number): void {
  draft.reading.location = center ? `${name}, ${city}` : city;
  draft.mark(start, length, Kind.Understood);
}

/** Without another place, a name that few other things have is a neighborhood. */
export function acceptNeighborhood(draft: Draft, candidate: NeighborhoodCandidate): void {
  if (draft.reading.location !== '') return;
  const { neighborhood, start, length, isOnly } = candidate;
  const isFree = draft.kinds
    .slice(start, start + length)
    .every((kind) => kind === Kind.Unknown || kind === Kind.Filler);
  const isClear = draft.followsPreposition(start) || (isOnly && length > 1);
  const isName = honorifics.has(draft.words[start - 1] ?? '') || draft.isBesideName(start, length);
  if (isFree && isClear && (!isName || draft.followsPreposition(start)))
    setNeighborhood(draft, neighborhood, start, length);
}
