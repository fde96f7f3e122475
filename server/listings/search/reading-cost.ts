import type { Order } from './rank.ts';
import { rankRanges } from './rank.ts';
import { searchThresholds } from './search-thresholds.ts';

export interface Reading {
  /** How many listings there are in the places of the search. */
  size: number;
  directorySize: number;
  /** About how many listings match. */
  matches: number;
  /** How many places are looked up. */
  places: number;
  /** The position of the last result of the page, counted from the nearer end. */
  reach: number;
}

/** A page by name looks for its results among this many times as many listings as should have them. */
export const NAME_MARGIN = 3;

/** Ranks in use. A search by name reads each rank in its own part of the index. */
const RANKS = 100;

const countRanges = (order: Order, paidFirst: boolean): number => {
  if (order === 'name') return RANKS;
  return rankRanges(order, paidFirst).ranges === '' ? 1 : 2;
};

/** How many index entries a page takes if each place is read in its own index. */
function costByPlace({ size, matches, places, reach }: Reading, order: Order, ranges: number): number {
  const lookups = places * ranges;
  const lists = order === 'name' ? NAME_MARGIN : lookups;
  const entries = matches > 0 ? (lists * reach * size) / matches : size;
  return Math.min(size, entries) + lookups * searchThresholds.perPlace;
}

/** How many index entries a page takes if all listings are read in order, and their place is tested. */
function costAcrossPlaces({ directorySize, matches, reach }: Reading, order: Order, ranges: number): number {
  const lists = order === 'name' ? NAME_MARGIN : ranges;
  const entries = matches > 0 ? (lists * reach * directorySize) / matches : directorySize;
  return Math.min(directorySize, entries) + ranges * searchThresholds.perPlace;
}

/** The cheaper way to read a page, and about how many index entries it takes. */
export function chooseReading(
  reading: Reading,
  { order, paidFirst }: { order: Order; paidFirst: boolean },
): { isAcrossPlaces: boolean; cost: number } {
  const ranges = countRanges(order, paidFirst);
  const byPlace = costByPlace(reading, order, ranges);
  // Only the index of a place has its listings by distance.
  const acrossPlaces =
    reading.places === 1 || order === 'distance' ? Infinity : costAcrossPlaces(reading, order, ranges);
  return { isAcrossPlaces: acrossPlaces < byPlace, cost: Math.min(byPlace, acrossPlaces) };
}
