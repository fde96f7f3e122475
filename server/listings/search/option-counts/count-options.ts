import type { Knex } from 'knex';
import { reviewLimits, type CountedFilter } from '#contract/listings/filter-options.ts';
import type { Clock } from '#server/clock.ts';
import { ShortCache } from '#server/db/short-cache.ts';
import { interpretQuery } from '../interpret-query.ts';
import { coversWholeStates, type Filter, type Keys, type Sql } from '../queries-conditions.ts';
import { findScopeFacts, type ScopeFacts } from '../queries-names.ts';
import { findSchedules } from '../queries-schedules.ts';
import { countTotal } from '../queries-search.ts';
import { partialTotalSql, storedTotalSql } from '../queries-totals.ts';
import { groupFeatures, listFeatures, type FeatureGroups, type FeatureRow } from '../rare/features.ts';
import type { SearchFilters } from '../search.ts';
import { searchThresholds } from '../search-thresholds.ts';
import { listOptions, type Option } from './options.ts';
import { countInBitmaps } from './queries-option-bits.ts';
import * as sql from './queries-option-rows.ts';
import { splitFilter, type PartName, type SplitFilter } from './split-filter.ts';

export interface OptionCounts {
  /** By filter and option. */
  counts: Partial<Record<CountedFilter, Record<string, number>>>;
  /** The filters whose options have at least these counts. */
  atLeast: CountedFilter[];
}

/** A search whose options are counted. */
interface OptionSearch {
  db: Knex;
  keys: Keys;
  filter: Filter;
  split: SplitFilter;
  options: readonly Option[];
  /** The schedules that are open now, and those of them that match the filter. */
  open: ReadonlySet<number>;
  openMatching: number[];
  facts: ScopeFacts;
}

interface Counted {
  /** In the order of the options. */
  totals: number[];
  openNow: number;
  isExact: boolean;
  isOpenNowExact: boolean;
}

const cache = new ShortCache<OptionCounts>('option-counts');

/** Counts how many listings a search finds with each option of its filters. Without counts if the search can't find anything. */
export async function countOptions(db: Knex, query: SearchFilters, clock: Clock): Promise<OptionCounts> {
  const cacheKey = JSON.stringify({ ...query, sort: undefined, paidFirst: undefined });
  return cache.get(db, cacheKey) ?? cache.set(db, cacheKey, await countUncached(db, query, clock));
}

async function countUncached(db: Knex, query: SearchFilters, clock: Clock): Promise<OptionCounts> {
  const now = clock.now();
  const interpreted = await interpretQuery(db, { ...query, page: 1, pageSize: 1 }, now);
  if (!('filter' in interpreted)) return { counts: {}, atLeast: [] };
  const { scope: keys, filter, service } = interpreted;
  // A service that the search names twice stays when another takes its place.
  const hasService = service !== null && !query.services?.includes(service.id);
  const { days = 0, evenings = 0 } = filter;
  const open = await findSchedules(db, { openAt: now, days: 0, evenings: 0 });
  const [split, options, facts, openMatching] = await Promise.all([
    splitFilter(db, filter, hasService, open),
    listOptions(db, query),
    findScopeFacts(db, keys, filter.words),
    days || evenings ? findSchedules(db, { openAt: now, days, evenings }) : open,
  ]);
  const search = { db, keys, filter, split, options, open: new Set(open), openMatching, facts };
  return toOptionCounts(options, (await countLarge(search)) ?? (await countRows(search)));
}

function toOptionCounts(options: readonly Option[], counted: Counted): OptionCounts {
  const counts: OptionCounts['counts'] = { openNow: { 1: counted.openNow } };
  options.forEach(({ filter, value }, index) => {
    (counts[filter] ??= {})[value] = counted.totals[index] ?? 0;
  });
  const filters = Object.keys(counts) as CountedFilter[];
  const { isExact, isOpenNowExact } = counted;
  return { counts, atLeast: filters.filter((name) => (name === 'openNow' ? !isOpenNowExact : !isExact)) };
}

/** Counts in whole states, or all listings, by the bitmaps. Null if these don't tell, or if there are few listings. */
async function countLarge(search: OptionSearch): Promise<Counted | null> {
  const { db, keys, split, options, facts } = search;
  if (facts.size <= searchThresholds.bitmapped || !coversWholeStates(keys) || split.kept.openAt) return null;
  const kept = groupFeatures(keys, split.kept);
  const parts = split.parts.map(({ filter }) => groupFeatures({ ...keys, everywhere: true, states: [] }, filter));
  const isOneGroup = ({ groups, isExact }: FeatureGroups): boolean => isExact && groups.length === 1;
  if (!kept.isExact || !parts.every(isOneGroup)) return null;
  const partNumbers = new Map(split.parts.map(({ name }, index) => [name, index]));
  const groups = [...parts, kept].flatMap((one) => one.groups);
  const mostChanged = searchThresholds.candidates;
  const found = await countInBitmaps(
    db,
    groups,
    options.map(({ features, replaces }) => ({ features, without: (replaces && partNumbers.get(replaces)) ?? -1 })),
    mostChanged,
  );
  if (!found.complete || found.changed.length > mostChanged) return null;
  const changed =
    found.changed.length > 0
      ? await countSelected(search, sql.selectByIds(keys, split, found.changed), mostChanged)
      : null;
  return {
    totals: found.counts.map((count, index) => count + (changed?.totals[index] ?? 0)),
    isExact: true,
    ...(await countOpenNow(search)),
  };
}

/** The bitmaps don't tell what is open now. */
async function countOpenNow({ db, keys, filter, openMatching, facts }: OptionSearch) {
  const openFilter = { ...filter, schedules: openMatching };
  const storedTotal = storedTotalSql(keys, openFilter);
  const { sampled } = searchThresholds;
  return {
    openNow: await countTotal(db, storedTotal ?? partialTotalSql(keys, openFilter, sampled)),
    isOpenNowExact: storedTotal !== null || facts.size <= sampled,
  };
}

/** Counts by reading listings: all of them in a small place, those with a name, or the first ones of a large place. */
async function countRows(search: OptionSearch): Promise<Counted> {
  const { keys, split, facts } = search;
  const { examined, sampled, counted, tiny, fewWords } = searchThresholds;
  const { size, nameWords } = facts;
  if (nameWords && size > tiny && nameWords.words.length <= fewWords)
    return countSelected(search, sql.selectNamed(keys, split, nameWords), counted, true);
  if (size <= examined) return countSelected(search, sql.selectInPlaces(keys, split, null), examined);
  const count = await countSelected(search, sql.selectInPlaces(keys, split, sampled), sampled);
  return { ...count, isExact: false, isOpenNowExact: false };
}

/** Counts the options of the selected listings. At least these many if there are more than `most`. */
async function countSelected(
  { db, split, options, open }: OptionSearch,
  selected: Sql,
  most: number,
  isNamed = false,
): Promise<Counted> {
  const values = await sql.countValues(db, selected, { reviewSteps: reviewLimits, isNamed, most: most + 1 });
  const scheduleIds = values.flatMap(({ scheduleId }) => scheduleId ?? []);
  const daysById = new Map((await sql.findScheduleDays(db, [...new Set(scheduleIds)])).map((one) => [one.id, one]));
  const partBits = new Map<PartName | null, number>(split.parts.map(({ name }, index) => [name, 1 << index]));
  const byFeature = groupByFeature(options);
  const totals = options.map(() => 0);
  let openNow = 0;
  for (const value of values) {
    const { missed, scheduleId, n } = value;
    const indexes = listFeatures(toFeatureRow(value, daysById)).flatMap((feature) => byFeature.get(feature) ?? []);
    for (const index of new Set(indexes))
      if (missed === 0 || missed === partBits.get(options[index]!.replaces)) totals[index]! += n;
    if (missed === 0 && scheduleId !== null && open.has(scheduleId)) openNow += n;
  }
  const isExact = (values[0]?.selected ?? 0) <= most;
  return { totals, openNow, isExact, isOpenNowExact: isExact };
}

/** The indexes of the options with each feature. */
function groupByFeature(options: readonly Option[]): ReadonlyMap<number, readonly number[]> {
  const indexes = new Map<number, number[]>();
  options.forEach(({ features }, index) => {
    for (const feature of features) indexes.set(feature, [...(indexes.get(feature) ?? []), index]);
  });
  return indexes;
}

function toFeatureRow(
  { serviceMask, planMask, flags, traits, price, scheduleId }: sql.ValueCount,
  daysById: ReadonlyMap<number, { days: number; evenings: number }>,
): FeatureRow {
  const { days, evenings } = daysById.get(scheduleId ?? 0) ?? { days: 0, evenings: 0 };
  return {
    id: 0,
    state: null,
    zip3: null,
    serviceMask: serviceMask ?? '0',
    planMask: planMask ?? '0',
    flags: flags ?? 0,
    traits: traits ?? 0,
    price,
    days,
    evenings,
    isProMax: false,
    scheduleId,
  };
}
