import type { Knex } from 'knex';
import type { Filter, Keys } from '../queries-conditions.ts';
import { searchThresholds } from '../search-thresholds.ts';
import { readIds } from './bitmaps.ts';
import { groupFeatures, PRO_MAX, type FeatureGroups } from './features.ts';
import { findBits } from './queries-bits.ts';

export interface Candidates {
  /** The listings that may match; null if there are many, which reading in order finds soon. */
  ids: number[] | null;
  /** How many listings match; null if the bitmaps can't tell. */
  total: number | null;
  /** About how many listings match, in any place that isn't a state; null if unknown. */
  estimate: number | null;
}
const UNKNOWN: Candidates = { ids: null, total: null, estimate: null };

async function readCandidates(db: Knex, { groups, open, isExact }: FeatureGroups): Promise<Candidates> {
  if (groups.length + open.length === 0) return UNKNOWN;
  const found = await findBits(db, groups, open, searchThresholds.candidates);
  if (!found?.complete || found.changed.length > searchThresholds.candidates) return UNKNOWN;
  const { changed, chunks, bits, total } = found;
  if (chunks === null) return { ids: changed, total: null, estimate: 0 };
  if (bits) return { ids: [...new Set([...changed, ...readIds(chunks, bits)])], total: null, estimate: total };
  return { ids: null, total: isExact && changed.length === 0 ? total : null, estimate: total };
}

/** Reads from the bitmaps which listings may match a filter, or how many do. */
export const findCandidates = (db: Knex, keys: Keys, filter: Filter): Promise<Candidates> =>
  readCandidates(db, groupFeatures(keys, filter));

/** The listings that may match among those that can have a Top 10 spot. */
export async function findTopCandidates(db: Knex, keys: Keys, filter: Filter): Promise<number[] | null> {
  const features = groupFeatures(keys, filter);
  return (await readCandidates(db, { ...features, groups: [...features.groups, [PRO_MAX]] })).ids;
}
