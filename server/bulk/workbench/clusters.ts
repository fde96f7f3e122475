import { setImmediate as yieldToRequests } from 'node:timers/promises';

export interface CountedValue {
  value: string;
  count: number;
}
export interface Cluster {
  suggested: string;
  values: CountedValue[];
}

/** Values that differ only in case, accents, punctuation, or the order of words have the same key. */
export const fingerprint = (value: string): string =>
  [
    ...new Set(
      value
        .normalize('NFKD')
        .toLowerCase()
        .replace(/\p{M}/gu, '')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
        .split(' '),
    ),
  ]
    .toSorted()
    .join(' ');

/** The number of single-character edits between two texts, with swaps of neighbors, or `limit + 1` if there are more. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let [beforePrevious, previous]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let edits = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, beforePrevious[j - 2]! + 1);
      current.push(edits);
    }
    if (Math.min(...current) > limit) return limit + 1;
    [beforePrevious, previous] = [previous, current];
  }
  return previous[b.length]!;
}

const MIN_LENGTH = 5;
/** Long words may have two typos. */
const allowedEdits = (key: string) => (key.length >= 9 ? 2 : 1);

/** Each text without one of its characters. Texts at distance one share such a form or are one of them. */
function* deletions(key: string): Generator<string> {
  yield key;
  for (let i = 0; i < key.length; i++) yield key.slice(0, i) + key.slice(i + 1);
}

const KEYS_PER_SLICE = 200;

/**
 * Groups nearly equal values: first by key, then by the distance of keys. Numbers are never near each other. The suggested
 * form is the most frequent of the values that suit the column.
 */
export async function clusterValues(
  values: readonly CountedValue[],
  suits: (value: string) => boolean = () => true,
): Promise<Cluster[]> {
  const byKey = new Map<string, CountedValue[]>();
  for (const [index, value] of values.entries()) {
    if (index % KEYS_PER_SLICE === 0) await yieldToRequests();
    const key = fingerprint(value.value);
    if (key === '') continue;
    const group = byKey.get(key);
    if (group) group.push(value);
    else byKey.set(key, [value]);
  }
  const parents = new Map<string, string>();
  const findRoot = (key: string): string => {
    let root = key;
    while (parents.has(root)) root = parents.get(root)!;
    return root;
  };
  const byForm = new Map<string, string[]>();
  let compared = 0;
  for (const key of byKey.keys()) {
    // Other requests run in between, because 20,000 values take seconds.
    if (++compared % KEYS_PER_SLICE === 0) await yieldToRequests();
    if (key.length < MIN_LENGTH || /\d/.test(key)) continue;
    for (const form of deletions(key)) {
      const others = byForm.get(form) ?? [];
      byForm.set(form, others);
      for (const other of others) {
        const limit = Math.min(allowedEdits(key), allowedEdits(other));
        const [root, otherRoot] = [findRoot(key), findRoot(other)];
        if (root !== otherRoot && editDistance(key, other, limit) <= limit) parents.set(root, otherRoot);
      }
      if (others.length < 50) others.push(key);
    }
  }
  const groups = new Map<string, CountedValue[]>();
  for (const [key, group] of byKey) {
    const root = findRoot(key);
    groups.set(root, [...(groups.get(root) ?? []), ...group]);
  }
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => {
      const sorted = group.toSorted((a, b) => b.count - a.count || compareForms(a.value, b.value));
      const best = sorted.find(({ value }) => suits(value)) ?? sorted[0]!;
      return { suggested: best.value.replace(/\s+/g, ' ').trim(), values: sorted };
    })
    .toSorted((a, b) => sumCounts(b) - sumCounts(a))
    .slice(0, 500);
}

const sumCounts = ({ values }: Cluster) => values.reduce((sum, { count }) => sum + count, 0);
/** Prefers a value with capitals and small letters if several are equally frequent. */
const compareForms = (a: string, b: string) => Number(isMixed(b)) - Number(isMixed(a)) || (a < b ? -1 : 1);
const isMixed = (text: string) => text !== text.toUpperCase() && text !== text.toLowerCase();
