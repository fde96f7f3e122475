import type { Knex } from 'knex';
import { prepared, unnestLists } from '#server/db/knex.ts';
import { CHUNK, readIds } from './bitmaps.ts';
import { PRO_MAX, type FeatureGroups } from './features.ts';

export interface FoundBits {
  complete: boolean;
  /** The listings that were written since the bitmaps, up to one more than `most`. */
  changed: number[];
  /** How many listings have the features. */
  total: number;
  /** How many of them haven't changed since, and are surely open if the search asks for that. */
  sure: number;
  /** These lists are null if they have more than `most` listings. */
  ids: number[] | null;
  /** The unchanged ones that may be open or not. Null if others may match or not, too. */
  unsureIds: number[] | null;
  /** Those that can have a Top 10 spot. */
  topIds: number[] | null;
}

const NONE = `B'0'::bit(${CHUNK})`;
const NO_FEATURE = -1;
/** A limit that leaves a list out. */
const NO_LISTING = -1;

/** The bit strings of the chunks that have any bits, unless all of them have more than a limit. */
const pack = (name: string): string =>
  `array_agg(chunk order by chunk) filter (where ${name}_n > 0) as ${name}_chunks,
   case when coalesce(sum(${name}_n), 0) <= ?::int
     then coalesce(string_agg(bit_send(${name}), ''::bytea order by chunk) filter (where ${name}_n > 0), '') end as ${name}_bits`;

interface PackedBits {
  complete: boolean;
  changed: number[];
  total: number;
  sure: number;
  hitChunks: number[] | null;
  hitBits: Buffer | null;
  restChunks: number[] | null;
  restBits: Buffer | null;
  topChunks: number[] | null;
  topBits: Buffer | null;
}

const unpack = (chunks: number[] | null, bits: Buffer | null): number[] | null => bits && readIds(chunks ?? [], bits);

/**
 * Combines the bitmaps of each group of features. A listing has one feature of each group. It is a single statement, so that bits
 * and changes fit together.
 */
export async function findBits(
  db: Knex,
  { groups, whole, isExact }: FeatureGroups,
  most: number,
): Promise<FoundBits | undefined> {
  const alternatives = groups.filter((group) => group.length > 1);
  const [found] = await prepared<PackedBits>(
    db,
    `with changed as materialized (select dentist_id from filter_changes limit ?::int),
     written as materialized (
       select dentist_id / ${CHUNK} as chunk, bit_or(B'1'::bit(${CHUNK}) >> dentist_id % ${CHUNK}) as bits from changed group by 1),
     asked as (
       select b.chunk, b.bits from ${unnestLists(['smallint[]'], 'as g (feature)')} join filter_bits b on b.feature = g.feature
       union all
       select b.chunk, bit_or(b.bits) from ${unnestLists(['smallint[]', 'int[]'], 'as g (feature, nth)')}
       join filter_bits b on b.feature = g.feature group by b.chunk, g.nth),
     combined as (select chunk, bit_and(bits) as hit from asked group by 1 having count(*) = ?::int),
     counted as materialized (
       select c.chunk, c.hit, c.hit & t.bits as top, o.fresh & ~o.whole as rest, bit_count(c.hit) as hit_n,
         bit_count(c.hit & t.bits) as top_n, bit_count(o.fresh & o.whole) as sure_n, bit_count(o.fresh & ~o.whole) as rest_n
       from combined c left join written on written.chunk = c.chunk
       left join filter_bits t on t.feature = ?::smallint and t.chunk = c.chunk
       left join filter_bits w on w.feature = ?::smallint and w.chunk = c.chunk
       cross join lateral (
         select c.hit & ~coalesce(written.bits, ${NONE}) as fresh,
           case when ?::boolean then coalesce(w.bits, ${NONE}) else c.hit end as whole offset 0) o)
     select s.complete, array(select dentist_id from changed) as changed, sums.* from filter_state s cross join (
       select coalesce(sum(hit_n), 0)::int as total, coalesce(sum(sure_n), 0)::int as sure,
         ${['hit', 'rest', 'top'].map(pack).join(', ')} from counted) sums`,
    [
      most + 1,
      groups.filter((group) => group.length === 1).flat(),
      alternatives.flat(),
      alternatives.flatMap((group, index) => group.map(() => index)),
      groups.length,
      PRO_MAX,
      whole ?? NO_FEATURE,
      whole !== undefined,
      most,
      isExact ? most : NO_LISTING,
      most,
    ],
  );
  if (!found) return undefined;
  const { complete, changed, total, sure } = found;
  return {
    complete,
    changed,
    total,
    sure,
    ids: unpack(found.hitChunks, found.hitBits),
    unsureIds: unpack(found.restChunks, found.restBits),
    topIds: unpack(found.topChunks, found.topBits),
  };
}
