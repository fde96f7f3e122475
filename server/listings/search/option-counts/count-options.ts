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
import { columnFeatures, groupFeatures, type FeatureGroups } from '../rare/features.ts';
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
  if (facts.size <= searchThresholds.bitmapped || !coversWholeStates(keys)) return null;
  const possible = groupFeatures(keys, split.kept);
  const parts = split.parts.map(({ filter }) => groupFeatures({ ...keys, everywhere: true, states: [] }, filter));
  const isOneGroup = ({ groups, isExact }: FeatureGroups): boolean => isExact && groups.length === 1;
  if (possible.whole === null || !possible.isExact || !parts.every(isOneGroup)) return null;
  const sure = findSureGroups(keys, split.kept, possible.whole);
  const partNumbers = new Map(split.parts.map(({ name }, index) => [name, index]));
  const mostChanged = searchThresholds.candidates;
  const found = await countInBitmaps(
    db,
    [...parts.flatMap((one) => one.groups), ...sure],
    [
      ...options.map(({ features, replaces }) => ({
        features,
        without: (replaces && partNumbers.get(replaces)) ?? -1,
      })),
      // The search itself, if it asks for what is open now.
      { features: possible.whole === undefined ? [] : [possible.whole], without: -1 },
    ],
    {
      mostChanged,
      mostUnsure: searchThresholds.unsure,
      unsure: possible.whole === undefined ? null : { groups: possible.groups, sure: possible.whole },
    },
  );
  if (!found.complete || found.changed.length > mostChanged) return null;
  const read = [...found.changed, ...(found.unsureIds ?? [])];
  const rest = read.length > 0 ? await countSelected(search, sql.selectByIds(keys, split, read), read.length) : null;
  const isExact = found.unsureIds !== null;
  const totals = options.map((_, index) => found.counts[index]! + (rest?.totals[index] ?? 0));
  if (possible.whole === undefined) return { totals, isExact, ...(await countOpenNow(search)) };
  return { totals, isExact, openNow: found.counts.at(-1)! + (rest?.openNow ?? 0), isOpenNowExact: isExact };
}

/** The groups of features with which a listing matches for sure: open now means open in the whole hour. */
function findSureGroups(keys: Keys, kept: Filter, whole: number | undefined): number[][] {
  const { groups } = groupFeatures(keys, { ...kept, openAt: null });
  return whole === undefined ? groups : [...groups, [whole]];
}

/** Counts what of a search is open now, from stored counts or among its first listings. */
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
  const found = await sql.countValues(db, selected, { reviewSteps: reviewLimits, isNamed, most: most + 1 });
  const scheduleIds = found.values.flatMap(({ column, lows }) => (column === 'scheduleId' ? lows : []));
  const daysById = new Map((await sql.findScheduleDays(db, [...new Set(scheduleIds)])).map((one) => [one.id, one]));
  const partBits = new Map<PartName | null, number>(split.parts.map(({ name }, index) => [name, 1 << index]));
  const totals = options.map(() => 0);
  let openNow = 0;
  for (const group of found.values) {
    const { column, missed, lows, counts } = group;
    const countOption = countFeatures(group, daysById);
    options.forEach(({ features, replaces }, index) => {
      if (missed === 0 || missed === partBits.get(replaces)) totals[index]! += countOption(features);
    });
    if (column === 'scheduleId' && missed === 0)
      lows.forEach((id, index) => {
        if (open.has(id)) openNow += counts[index]!;
      });
  }
  const isExact = found.selected <= most;
  return { totals, openNow, isExact, isOpenNowExact: isExact };
}

type DaysById = ReadonlyMap<number, { days: number; evenings: number }>;

/** Returns a function that counts the listings with one of some features. */
function countFeatures({ column, lows, highs, counts }: sql.ValueCounts, daysById: DaysById) {
  const lists = lows.map((low, index) => featuresOfValue(column, low, highs[index]!, daysById));
  const totals = new Map<number, number>();
  lists.forEach((features, index) => {
    for (const feature of features) totals.set(feature, (totals.get(feature) ?? 0) + counts[index]!);
  });
  return (wanted: readonly number[]): number => {
    const present = wanted.filter((feature) => totals.has(feature));
    if (present.length <= 1) return totals.get(present[0]!) ?? 0;
    // A listing may have several of them.
    return lists.reduce(
      (sum, features, index) => sum + (present.some((feature) => features.includes(feature)) ? counts[index]! : 0),
      0,
    );
  };
}

function featuresOfValue(column: sql.CountedColumn, low: number, high: number, daysById: DaysById): number[] {
  if (column !== 'scheduleId') return columnFeatures[column](low, high);
  const week = daysById.get(low);
  return week ? columnFeatures.days(week.days, week.evenings) : [];
}
