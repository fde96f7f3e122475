import type { Knex } from 'knex';
import type { Filter, Keys } from '../queries-conditions.ts';
import { searchThresholds } from '../search-thresholds.ts';
import { readIds } from './bitmaps.ts';
import { groupFeatures } from './features.ts';
import { findBits } from './queries-bits.ts';

export interface Candidates {
  /** The listings that may match; null if there are many, which reading in order finds soon. */
  ids: number[] | null;
  /** How many listings match; null if the bitmaps can't tell. */
  total: number | null;
}
const UNKNOWN: Candidates = { ids: null, total: null };

/** Reads from the bitmaps which listings may match a filter, or how many do. */
export async function findCandidates(db: Knex, keys: Keys, filter: Filter): Promise<Candidates> {
  if (filter.words.length > 0) return UNKNOWN;
  const { groups, isExact } = groupFeatures(keys, filter);
  if (groups.length === 0) return UNKNOWN;
  const found = await findBits(db, groups, searchThresholds.candidates);
  if (!found?.complete || found.changed.length > searchThresholds.candidates) return UNKNOWN;
  const { changed, chunks, bits } = found;
  if (chunks === null) return { ids: changed, total: null };
  if (bits) return { ids: [...new Set([...changed, ...readIds(chunks, bits)])], total: null };
  return { ids: null, total: isExact && changed.length === 0 ? found.total : null };
}
