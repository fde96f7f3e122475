import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { ClusterMethod } from '#contract/bulk/workbench.ts';
import { editDistance } from './edit-distance.ts';
import { fingerprint, ngramFingerprint, phoneticKey } from './cluster-keys.ts';
import { NearKeys } from './near-keys.ts';

export interface CountedValue {
  value: string;
  count: number;
}
export interface Cluster {
  suggested: string;
  values: CountedValue[];
}
export interface ClusterOptions {
  method?: ClusterMethod;
  /** The most edits between a value and the form of its group. */
  radius?: number;
  /** True for values that suit the column, one of which becomes the form. */
  suits?: (value: string) => boolean;
  /** False for two values that are known to be different things. */
  mayJoin?: (a: string, b: string) => boolean;
  /** True for a value that is known to be right, so that others gather around it. */
  isKnown?: (value: string) => boolean;
}

const MAX_CLUSTERS = 500;
const KEYS_PER_SLICE = 200;
const keyOf: Record<ClusterMethod, (value: string) => string> = {
  fingerprint,
  ngram: ngramFingerprint,
  phonetic: phoneticKey,
  nearest: fingerprint,
};

/**
 * Groups nearly equal values: those with the same key or, for the nearest neighbor, those at most `radius` edits from the form
 * of the group. A value joins a group only if it may join each value that is in it, so there are no chains. Numbers are never
 * near each other.
 */
export async function clusterValues(values: readonly CountedValue[], options: ClusterOptions = {}): Promise<Cluster[]> {
  const { method = 'nearest', radius = 2, mayJoin = () => true, isKnown = () => false, suits = () => true } = options;
  const byKey = new Map<string, CountedValue[]>();
  for (const [index, value] of values.entries()) {
    if (index % KEYS_PER_SLICE === 0) await yieldToRequests();
    const key = keyOf[method](value.value);
    if (key === '') continue;
    const group = byKey.get(key);
    if (group) group.push(value);
    else byKey.set(key, [value]);
  }
  // Known values, then frequent ones, are the centers that others gather around.
  const compareCenters = (a: CountedValue, b: CountedValue) =>
    Number(isKnown(b.value)) - Number(isKnown(a.value)) || b.count - a.count || (a.value < b.value ? -1 : 1);
  const parts = [...byKey].flatMap(([key, group]) => splitGroup(group.toSorted(compareCenters), mayJoin, key));
  const groups = method === 'nearest' ? await gatherNear(parts, radius, mayJoin, compareCenters) : parts;
  return groups
    .map(({ members }) => members)
    .filter((group) => group.length > 1)
    .map((group) => {
      const sorted = group.toSorted((a, b) => b.count - a.count || compareForms(a.value, b.value));
      const best = sorted.find(({ value }) => isKnown(value)) ?? sorted.find(({ value }) => suits(value)) ?? sorted[0]!;
      return { suggested: best.value.replace(/\s+/g, ' ').trim(), values: sorted };
    })
    .toSorted((a, b) => sumCounts(b) - sumCounts(a))
    .slice(0, MAX_CLUSTERS);
}

interface Group {
  key: string;
  members: CountedValue[];
}

const joinsAll = (
  group: readonly CountedValue[],
  others: readonly CountedValue[],
  mayJoin: NonNullable<ClusterOptions['mayJoin']>,
) => others.every(({ value }) => group.every((member) => mayJoin(member.value, value)));

/** Splits values with one key so that no group holds two that are known to differ. */
function splitGroup(
  values: readonly CountedValue[],
  mayJoin: NonNullable<ClusterOptions['mayJoin']>,
  key: string,
): Group[] {
  const groups: Group[] = [];
  for (const value of values) {
    const group = groups.find(({ members }) => joinsAll(members, [value], mayJoin));
    if (group) group.members.push(value);
    else groups.push({ key, members: [value] });
  }
  return groups;
}

/** Gives each group the nearest center, if there is one within the radius. A center gathers others and is never gathered. */
async function gatherNear(
  groups: readonly Group[],
  radius: number,
  mayJoin: NonNullable<ClusterOptions['mayJoin']>,
  compareCenters: (a: CountedValue, b: CountedValue) => number,
): Promise<Group[]> {
  const ordered = groups.toSorted((a, b) => compareCenters(a.members[0]!, b.members[0]!));
  const centers: Group[] = [];
  const centersByKey = new NearKeys<Group>(radius);
  for (const [index, group] of ordered.entries()) {
    // Other requests run in between, because 20,000 values take seconds.
    if (index % KEYS_PER_SLICE === 0) await yieldToRequests();
    let [nearest, fewest]: [Group | null, number] = [null, Infinity];
    for (const center of centersByKey.findCandidates(group.key)) {
      const limit = Math.min(centersByKey.allowedEdits(group.key), centersByKey.allowedEdits(center.key), fewest - 1);
      const edits = limit < 0 ? Infinity : editDistance(group.key, center.key, limit);
      if (edits > limit || !joinsAll(center.members, group.members, mayJoin)) continue;
      [nearest, fewest] = [center, edits];
    }
    if (nearest) nearest.members.push(...group.members);
    else {
      centers.push({ key: group.key, members: [...group.members] });
      centersByKey.add(group.key, centers.at(-1)!);
    }
  }
  return centers;
}

const sumCounts = ({ values }: Cluster) => values.reduce((sum, { count }) => sum + count, 0);
/** Prefers a value with capitals and small letters if several are equally frequent. */
const compareForms = (a: string, b: string) => Number(isMixed(b)) - Number(isMixed(a)) || (a < b ? -1 : 1);
const isMixed = (text: string) => text !== text.toUpperCase() && text !== text.toLowerCase();
