import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import { CHUNK, readIds } from '../rare/bitmaps.ts';

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
  /** The listings that may match or not, and are not counted. Null if they are too many. */
  unsureIds: number[] | null;
}

/** A listing with a feature of each group but without the sure one may match or not. */
export interface UnsureFeatures {
  groups: readonly (readonly number[])[];
  sure: number;
}

interface PackedCounts extends Omit<BitCounts, 'unsureIds'> {
  unsureChunks: number[] | null;
  unsureBits: Buffer | null;
}

const numberGroups = (groups: readonly (readonly number[])[]): number[] =>
  groups.flatMap((group, index) => group.map(() => index));
const NONE = `B'0'::bit(${CHUNK})`;

/** Counts all options in the bitmaps, with one statement, so that bits and changes fit together. */
export async function countInBitmaps(
  db: Knex,
  groups: readonly (readonly number[])[],
  options: readonly CountedFeatures[],
  { mostChanged, mostUnsure, unsure }: { mostChanged: number; mostUnsure: number; unsure: UnsureFeatures | null },
): Promise<BitCounts> {
  const numberedOptions = options.map((option, index) => ({ ...option, nth: index + 1 }));
  const single = listColumns(numberedOptions.filter(({ features }) => features.length === 1));
  const several = listColumns(numberedOptions.filter(({ features }) => features.length > 1));
  const [found] = await rows<PackedCounts>(
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
       group by 1),
     possible as (
       select b.chunk, p.nth, bit_or(b.bits) as bits from unnest(?::smallint[], ?::int[]) as p (feature, nth)
       join filter_bits b on b.feature = p.feature group by 1, 2),
     unsure as materialized (
       select p.chunk, bit_and(p.bits) filter (where p.nth >= 0)
           & ~ coalesce(bit_or(p.bits) filter (where p.nth = -1), ${NONE})
           & coalesce((select fresh.bits from fresh where fresh.chunk = p.chunk), ~ ${NONE}) as bits
       from possible p group by 1 having count(*) filter (where p.nth >= 0) = ?::int)
     select s.complete, array(select dentist_id from changed) as changed,
       (select array_agg(chunk order by chunk) from unsure) as unsure_chunks,
       (select case when coalesce(sum(bit_count(bits)), 0) <= ?::int
          then coalesce(string_agg(bit_send(bits), ''::bytea order by chunk), '') end from unsure) as unsure_bits,
       array(select coalesce(c.n, 0) from generate_series(1, ?::int) as o (nth) left join counted c on c.nth = o.nth order by o.nth) as counts
     from filter_state s`,
    [
      mostChanged + 1,
      groups.flat(),
      numberGroups(groups),
      [...new Set(options.map(({ without }) => without))],
      groups.length,
      ...single,
      ...several,
      groups.length,
      unsure ? [...unsure.groups.flat(), unsure.sure] : [],
      unsure ? [...numberGroups(unsure.groups), -1] : [],
      unsure?.groups.length ?? 0,
      mostUnsure,
      options.length,
    ],
  );
  if (!found) return { complete: false, changed: [], counts: [], unsureIds: null };
  const { unsureChunks, unsureBits, ...counts } = found;
  return { ...counts, unsureIds: unsureBits && readIds(unsureChunks ?? [], unsureBits) };
}

/** The columns of a table that has a row for each feature of each option. */
function listColumns(options: readonly (CountedFeatures & { nth: number })[]): number[][] {
  return [
    options.flatMap(({ features }) => features),
    options.flatMap(({ features, without }) => features.map(() => without)),
    options.flatMap(({ features, nth }) => features.map(() => nth)),
  ];
}
