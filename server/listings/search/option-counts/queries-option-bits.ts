import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import { CHUNK } from '../rare/bitmaps.ts';

/** An option as bitmaps count it: the listings that have one of its features, and all groups but one. */
export interface CountedFeatures {
  features: readonly number[];
  /** The index of the group that the option replaces; -1 if it replaces none. */
  without: number;
}

export interface BitCounts {
  complete: boolean;
  /** The listings that were written since the bitmaps. The counts leave them out. */
  changed: number[];
  /** The count of each option, in their order. */
  counts: number[];
}

/** Counts all options in the bitmaps, with one statement, so that bits and changes fit together. */
export async function countInBitmaps(
  db: Knex,
  groups: readonly (readonly number[])[],
  options: readonly CountedFeatures[],
  mostChanged: number,
): Promise<BitCounts> {
  const groupNumbers = groups.flatMap((group, index) => group.map(() => index));
  const numberedOptions = options.map((option, index) => ({ ...option, nth: index + 1 }));
  const single = listColumns(numberedOptions.filter(({ features }) => features.length === 1));
  const several = listColumns(numberedOptions.filter(({ features }) => features.length > 1));
  const [found] = await rows<BitCounts>(
    db,
    `with changed as materialized (select dentist_id from filter_changes limit ?::int),
     fresh as materialized (
       select dentist_id / ${CHUNK} as chunk, ~ bit_or(B'1'::bit(${CHUNK}) >> dentist_id % ${CHUNK}) as bits from changed group by 1),
     grouped as materialized (
       select b.chunk, g.nth, bit_or(b.bits) as bits from unnest(?::smallint[], ?::int[]) as g (feature, nth)
       join filter_bits b on b.feature = g.feature group by 1, 2),
     base as materialized (
       select g.chunk, w.without, bit_and(g.bits) as bits from grouped g join unnest(?::int[]) as w (without) on g.nth <> w.without
       group by 1, 2 having count(*) = ?::int - (w.without >= 0)::int),
     optional as (
       select o.nth, o.without, b.chunk, b.bits from unnest(?::smallint[], ?::int[], ?::int[]) as o (feature, without, nth)
       join filter_bits b on b.feature = o.feature
       union all
       select o.nth, o.without, b.chunk, bit_or(b.bits) from unnest(?::smallint[], ?::int[], ?::int[]) as o (feature, without, nth)
       join filter_bits b on b.feature = o.feature group by 1, 2, 3),
     counted as (
       select o.nth, sum(bit_count(o.bits & case when ?::int > (o.without >= 0)::int then base.bits else o.bits end
           & coalesce(fresh.bits, o.bits)))::int as n
       from optional o left join base on base.chunk = o.chunk and base.without = o.without left join fresh on fresh.chunk = o.chunk
       group by 1)
     select s.complete, array(select dentist_id from changed) as changed,
       array(select coalesce(c.n, 0) from generate_series(1, ?::int) as o (nth) left join counted c on c.nth = o.nth order by o.nth) as counts
     from filter_state s`,
    [
      mostChanged + 1,
      groups.flat(),
      groupNumbers,
      [...new Set(options.map(({ without }) => without))],
      groups.length,
      ...single,
      ...several,
      groups.length,
      options.length,
    ],
  );
  return found ?? { complete: false, changed: [], counts: [] };
}

/** The columns of a table that has a row for each feature of each option. */
function listColumns(options: readonly (CountedFeatures & { nth: number })[]): number[][] {
  return [
    options.flatMap(({ features }) => features),
    options.flatMap(({ features, without }) => features.map(() => without)),
    options.flatMap(({ features, nth }) => features.map(() => nth)),
  ];
}
