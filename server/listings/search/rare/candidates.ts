import type { Knex } from 'knex';
import type { Filter, Keys } from '../queries-conditions.ts';
import { searchThresholds } from '../search-thresholds.ts';
import { readIds } from './bitmaps.ts';
import { groupFeatures } from './features.ts';
import { findBits } from './queries-bits.ts';

/**
 * The listings that may match a filter, if they are few; null if there are many, which reading in order finds soon, or if the
 * bitmaps can't tell.
 */
export async function findCandidates(db: Knex, keys: Keys, filter: Filter): Promise<number[] | null> {
  if (!filter.extra || filter.words.length > 0) return null;
  const groups = groupFeatures(keys, filter);
  if (groups.length === 0) return null;
  const found = await findBits(db, groups, searchThresholds.candidates);
  if (!found?.complete || found.changed.length > searchThresholds.candidates) return null;
  if (found.chunks === null) return found.changed;
  return found.bits && [...new Set([...found.changed, ...readIds(found.chunks, found.bits)])];
}
