import type { Knex } from 'knex';
import type { Filter, Keys } from '../queries-conditions.ts';
import { searchThresholds } from '../search-thresholds.ts';
import { countInZips } from '../zip-counts.ts';
import { groupFeatures, listRegions } from './features.ts';
import { findBits } from './queries-candidates.ts';

export interface Candidates {
  /** The listings that may match; null if there are many, which reading in order finds soon. */
  ids: number[] | null;
  /** The listings that may match among those that can have a Top 10 spot; null if there are many. */
  topIds: number[] | null;
  /** About how many listings match in the states or regions of the search, or everywhere; null if unknown. */
  estimate: number | null;
  /** About how many listings these regions have; null if the search has other places. */
  regionSize: number | null;
  /** At least so many listings match; null if the bitmaps can't tell. */
  least: number | null;
  /** The only other listings that may match; null if there are many. */
  unsureIds: number[] | null;
}
const UNKNOWN: Candidates = {
  ids: null,
  topIds: null,
  estimate: null,
  regionSize: null,
  least: null,
  unsureIds: null,
};

/** Reads from the bitmaps which listings may match a filter, or how many do. */
export async function findCandidates(db: Knex, keys: Keys, filter: Filter): Promise<Candidates> {
  const features = groupFeatures(keys, filter);
  if (features.groups.length === 0) return UNKNOWN;
  const regions = listRegions(keys);
  const most =
    keys.zips.length > 0 && regions.length > 0 ? searchThresholds.nearbyCandidates : searchThresholds.candidates;
  const found = await findBits(db, features, most);
  if (!found?.complete || found.changed.length > most) return UNKNOWN;
  const withChanged = (ids: number[] | null): number[] | null => ids && [...new Set([...found.changed, ...ids])];
  return {
    ids: withChanged(found.ids),
    topIds: withChanged(found.topIds),
    estimate: found.total,
    regionSize: regions.length > 0 ? await countInZips(db, regions) : null,
    least: features.isExact ? found.sure : null,
    unsureIds: features.isExact ? withChanged(found.unsureIds) : null,
  };
}
