import type { Knex } from 'knex';
import type { CountedFilter } from '#shared/listings/filter-options.ts';
import type { Clock } from '#server/base/clock.ts';
import { ShortCache } from '#server/base/db/short-cache.ts';
import { scheduleFeature } from '../features.ts';
import { toFilter, type ResolvedQuery } from '../filters.ts';
import { interpretQuery, type SearchFilters } from '../query.ts';
import type { Keys } from '../queries-conditions.ts';
import { findNameWords, type NameWords } from '../queries-names.ts';
import { findOpenSchedules } from '../queries-schedules.ts';
import { thresholds } from '../thresholds.ts';
import { listOptions, type Option } from './options.ts';
import { countFeatures, hasFeatureFacets, readFeatureFacets } from './queries-options.ts';

interface OptionCounts {
  /** By filter and option. */
  counts: Partial<Record<CountedFilter, Record<string, number>>>;
  /** The filters whose options have at least these counts. */
  atLeast: CountedFilter[];
}

interface OptionSearch {
  db: Knex;
  keys: Keys;
  query: ResolvedQuery;
  nameWords: NameWords | null;
  openSchedules: readonly number[];
}

interface Counted {
  /** In the order of the options. */
  totals: number[];
  open: number;
  isExact: boolean;
}

const cache = new ShortCache<OptionCounts>('option-counts');

/** Counts how many listings a search finds with each option of its filters. Without counts if the search can't find anything. */
export async function countOptions(db: Knex, query: SearchFilters, clock: Clock): Promise<OptionCounts> {
  const cacheKey = JSON.stringify({ ...query, sort: undefined, paidFirst: undefined });
  return cache.get(db, cacheKey) ?? cache.set(db, cacheKey, await countUncached(db, query, clock));
}

/** Options that replace the same filters are counted together, among the listings that match the other filters. */
async function countUncached(db: Knex, query: SearchFilters, clock: Clock): Promise<OptionCounts> {
  const now = clock.now();
  const interpreted = await interpretQuery(db, query, now);
  if (!('filter' in interpreted)) return { counts: {}, atLeast: [] };
  const { scope: keys, resolved, filter } = interpreted;
  const [options, nameWords, openSchedules] = await Promise.all([
    listOptions(db, resolved),
    filter.words.length > 0 ? findNameWords(db, filter.words) : null,
    findOpenSchedules(db, now),
  ]);
  const search = { db, keys, query: resolved, nameWords, openSchedules };
  const groups = new Map<string, Option[]>([['', []]]);
  for (const option of options) {
    const key = option.replaces.filter((name) => hasValue(resolved[name])).join();
    groups.set(key, [...(groups.get(key) ?? []), option]);
  }
  const result: OptionCounts = { counts: {}, atLeast: [] };
  const counted = await Promise.all(Array.from(groups, ([, members]) => countGroup(search, members)));
  [...groups.values()].forEach((members, place) => {
    const { totals, open, isExact } = counted[place]!;
    members.forEach(({ filter: name, value }, index) => ((result.counts[name] ??= {})[value] = totals[index]!));
    if (place === 0) result.counts.openNow = { 1: open };
    const names: CountedFilter[] = [
      ...members.map((option) => option.filter),
      ...(place === 0 ? ['openNow' as const] : []),
    ];
    if (!isExact) result.atLeast.push(...names);
  });
  result.atLeast = [...new Set(result.atLeast)];
  return result;
}

const hasValue = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;

/** Counts options among the listings that match all filters but those that the options replace. */
async function countGroup(
  { db, keys, query, nameWords, openSchedules }: OptionSearch,
  options: readonly Option[],
): Promise<Counted> {
  const replaced = Object.fromEntries((options[0]?.replaces ?? []).map((name) => [name, undefined]));
  const filter = toFilter({ ...query, ...replaced })!;
  const lists = options.map(({ features }) => features).filter((features) => features.length > 1);
  if (hasFeatureFacets(keys, filter) && lists.length === 0) {
    const byFeature = await readFeatureFacets(db, keys);
    return {
      totals: options.map(({ features }) => byFeature.get(features[0]!) ?? 0),
      open: openSchedules.reduce((sum, id) => sum + (byFeature.get(scheduleFeature(id)) ?? 0), 0),
      isExact: true,
    };
  }
  const most = thresholds.counted;
  const found = await countFeatures(db, keys, filter, nameWords, { lists, openSchedules }, most + 1);
  const byList = [...found.byList];
  const totals = options.map(({ features }) =>
    features.length > 1 ? byList.shift()! : (found.byFeature.get(features[0]!) ?? 0),
  );
  return { totals, open: found.open, isExact: found.read <= most };
}
