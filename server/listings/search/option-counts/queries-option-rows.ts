import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import { addConditions, addScopeCondition, indexLookups, Sql, type Keys } from '../queries-conditions.ts';
import type { NameWords } from '../queries-names.ts';
import { addLookup } from '../queries-totals.ts';
import type { SplitFilter } from './split-filter.ts';

/** The columns whose values are counted. */
export const countedColumns = ['serviceMask', 'planMask', 'flags', 'traits', 'price', 'scheduleId'] as const;
export type CountedColumn = (typeof countedColumns)[number];

/** How many listings have each value of a column, and which part of the search they miss. */
export interface ValueCounts {
  column: CountedColumn;
  /** The bit of the one part that these listings don't match; 0 if they match all. */
  missed: number;
  /** The lower 31 bits of each value, and the others. */
  lows: number[];
  highs: number[];
  counts: number[];
}

const COLUMNS = 'd.id, d.service_mask, d.plan_mask, d.flags, d.traits, d.whitening_price_from as price, d.schedule_id';

/** Adds a column with a bit for each part that a listing doesn't match. */
function addMissed(sql: Sql, { parts }: SplitFilter): void {
  sql.add(', (0');
  parts.forEach(({ filter }, index) => {
    sql.add(' + case when ');
    addConditions(sql, filter);
    sql.add(` then 0 else ${1 << index} end`);
  });
  sql.add(') as missed');
}

/** Selects the listings of the places that match the kept filter, from the first `sampled` of each lookup if that is given. */
export function selectInPlaces(keys: Keys, split: SplitFilter, sampled: number | null): Sql {
  const sql = new Sql();
  const lookups = keys.everywhere ? [null] : indexLookups(keys);
  lookups.forEach((lookup, index) => {
    sql.add(`${index > 0 ? ' union all ' : ''}select ${COLUMNS}`);
    addMissed(sql, split);
    sql.add(' from ');
    if (sampled === null) addLookup(sql, lookup);
    else {
      addLookup(sql.add('(select d.* from '), lookup);
      const isInOrder = lookup === null || lookup.keys.length === 1;
      sql.add(
        `true ${isInOrder ? 'order by d.rank, d.name_norm, d.id' : ''} limit ?) d where `,
        Math.ceil(sampled / lookups.length),
      );
    }
    addConditions(sql, split.kept);
  });
  return sql;
}

/** Selects the listings with these words of a name that match the kept filter. A listing has a row for each of its words. */
export function selectNamed(keys: Keys, split: SplitFilter, { words, rest }: NameWords): Sql {
  const sql = new Sql().add(`select ${COLUMNS}`);
  addMissed(sql, split);
  sql.add(' from listing_keys d where d.word = any(?::text[]) and ', words);
  addScopeCondition(sql, keys);
  addConditions(sql, { ...split.kept, words: rest });
  return sql;
}

/** Selects the listings among these that match the kept filter. */
export function selectByIds(keys: Keys, split: SplitFilter, ids: readonly number[]): Sql {
  const sql = new Sql().add(`select ${COLUMNS}`);
  addMissed(sql, split);
  sql.add(' from dentists d where d.deleted_at is null and d.id = any(?::int[]) and ', ids);
  addScopeCondition(sql, keys);
  addConditions(sql, split.kept);
  return sql;
}

interface PackedCounts {
  absent: number;
  missed: number;
  lows: string;
  highs: string;
  counts: string;
  selected: number;
}

const parseNumbers = (array: string): number[] => JSON.parse(`[${array.slice(1, -1)}]`) as number[];

/** grouping() has a bit for each column that isn't grouped by, the last column first. */
const columnOf = (absent: number): CountedColumn =>
  countedColumns.find((_, index) => (absent & (1 << (countedColumns.length - 1 - index))) === 0)!;

/**
 * Counts up to `most` selected rows by each of their values, and a listing that was selected twice once. Reviews are counted by
 * the largest of the steps that they reach. The values come as texts of arrays, because thousands of rows take Node much longer.
 */
export async function countValues(
  db: Knex,
  selected: Sql,
  { reviewSteps, isNamed, most }: { reviewSteps: readonly number[]; isNamed: boolean; most: number },
): Promise<{ values: ValueCounts[]; selected: number }> {
  const found = await rows<PackedCounts>(
    db,
    `with selected as materialized (${selected.text} limit ?),
     counted as (
       select missed, grouping(service_mask, plan_mask, flags, traits, price, schedule_id) as absent,
         coalesce(service_mask, plan_mask, flags, traits, price, schedule_id) as value, count(*)::int as n
       from (
         select ${isNamed ? 'distinct on (id)' : ''} missed, service_mask, plan_mask, flags, price, schedule_id,
           (traits & 63) | ((array[0] || ?::int[])[1 + width_bucket(traits >> 6, ?::int[])] << 6) as traits
         from selected where missed & (missed - 1) = 0) d
       group by grouping sets ((missed, service_mask), (missed, plan_mask), (missed, flags), (missed, traits), (missed, price),
         (missed, schedule_id)))
     select missed, absent, array_agg(value & 2147483647)::text as lows, array_agg(value >> 31)::text as highs,
       array_agg(n)::text as counts, (select count(*)::int from selected) as selected
     from counted where value is not null group by 1, 2`,
    [...selected.bindings, most, reviewSteps, reviewSteps],
  );
  const values = found.map(({ absent, missed, lows, highs, counts }) => ({
    column: columnOf(absent),
    missed,
    lows: parseNumbers(lows),
    highs: parseNumbers(highs),
    counts: parseNumbers(counts),
  }));
  return { values, selected: found[0]?.selected ?? 0 };
}

/** The days and evenings of these schedules. */
export const findScheduleDays = (
  db: Knex,
  ids: readonly number[],
): Promise<{ id: number; days: number; evenings: number }[]> =>
  rows(
    db,
    `select s.id, w.open_days as days, w.open_evenings as evenings
     from schedules s join schedules w on w.id = coalesce(s.week_id, s.id) where s.id = any(?::int[])`,
    [ids],
  );
