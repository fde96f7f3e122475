import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import { addConditions, addScopeCondition, indexLookups, Sql, type Keys } from '../queries-conditions.ts';
import type { NameWords } from '../queries-names.ts';
import { addLookup } from '../queries-totals.ts';
import type { SplitFilter } from './split-filter.ts';

/** How many listings have a value, and which part of the search they miss. Only one column has a value. */
export interface ValueCount {
  /** The bit of the one part that these listings don't match; 0 if they match all. */
  missed: number;
  serviceMask: string | null;
  planMask: string | null;
  flags: number | null;
  traits: number | null;
  price: number | null;
  scheduleId: number | null;
  n: number;
  /** How many rows were selected. */
  selected: number;
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

/**
 * Counts up to `most` selected rows by each of their values, and a listing that was selected twice once. Reviews are counted by
 * the largest of the steps that they reach.
 */
export const countValues = (
  db: Knex,
  selected: Sql,
  { reviewSteps, isNamed, most }: { reviewSteps: readonly number[]; isNamed: boolean; most: number },
): Promise<ValueCount[]> =>
  rows<ValueCount>(
    db,
    `with selected as materialized (${selected.text} limit ?)
     select missed, service_mask::text, plan_mask::text, flags, traits, price, schedule_id, count(*)::int as n,
       (select count(*)::int from selected) as selected
     from (
       select ${isNamed ? 'distinct on (id)' : ''} missed, service_mask, plan_mask, flags, price, schedule_id,
         (traits & 63) | ((array[0] || ?::int[])[1 + width_bucket(traits >> 6, ?::int[])] << 6) as traits
       from selected where missed & (missed - 1) = 0) d
     group by grouping sets ((missed, service_mask), (missed, plan_mask), (missed, flags), (missed, traits), (missed, price),
       (missed, schedule_id))`,
    [...selected.bindings, most, reviewSteps, reviewSteps],
  );

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
