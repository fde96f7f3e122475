import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import { addConditions, addScopeCondition, indexLookups, Sql, type Filter, type Keys } from './queries-conditions.ts';

/** Candidates read for each spot, so that the listings that share a day differ from day to day. */
const CANDIDATES_PER_SPOT = 4;
const HASHES = 2 ** 32;
/** More regions than this hold too many listings to read all paid ones. */
const MOST_LOCAL_ZIP3S = 10;
/** Ranks of listings with a paid plan are below this one. */
const FIRST_UNPAID_RANK = 100;

export interface TopDraw {
  /** The number of the day, which seeds the draw. */
  day: number;
  limit: number;
  /** The ZIP codes that a spot may be in; null for any in the scope. */
  zips: readonly string[] | null;
  /** The only listings that may match, if they are known. */
  candidates: readonly number[] | null;
}

/** A scope with too many paid listings to read them all. */
export const isWide = ({ everywhere, states, zip3s }: Keys): boolean =>
  everywhere || states.length > 0 || zip3s.length > MOST_LOCAL_ZIP3S;

/** Draws Pro Max listings that match a search, the same ones on every server for a day. */
export async function findTopIds(db: Knex, keys: Keys, filter: Filter, draw: TopDraw): Promise<number[]> {
  const candidates = isWide(keys) ? addWideCandidates(keys, filter, draw) : addLocalCandidates(keys, filter, draw);
  const sql = new Sql()
    .add('select id from (')
    .add(candidates.text, ...candidates.bindings)
    .add(') candidates order by hashint4extended(id, ?::bigint), id limit ?', draw.day, draw.limit);
  return (await rows<{ id: number }>(db, sql.text, sql.bindings)).map((row) => row.id);
}

/** Listings that follow a point in the order of their hashes. The point moves daily by the golden ratio, which covers all. */
function addWideCandidates(keys: Keys, filter: Filter, { day, limit, candidates }: TopDraw): Sql {
  const start = Math.floor(((day * 0.618_033_988_749_895) % 1) * HASHES) - HASHES / 2;
  const count = limit * CANDIDATES_PER_SPOT;
  const sql = new Sql().add('select id from (');
  if (candidates) {
    sql.add(
      `select d.id, (hashint4(d.id) < ?::int)::int as lap, hashint4(d.id) as hash from dentists d
       where d.is_pro_max and d.deleted_at is null and d.id = any(?::int[]) and `,
      start,
      candidates,
    );
    addScopeCondition(sql, keys);
    addConditions(sql, filter);
    return sql.add(') laps order by lap, hash, id limit ?', count);
  }
  for (const [lap, comparison] of ['>=', '<'].entries()) {
    if (lap > 0) sql.add(' union all ');
    sql.add(
      `(select d.id, ${lap} as lap, hashint4(d.id) as hash from listing_keys d
        where d.is_pro_max and d.word = '' and hashint4(d.id) ${comparison} ?::int and `,
      start,
    );
    addScopeCondition(sql, keys);
    addConditions(sql, filter);
    sql.add(' order by hashint4(d.id), d.id limit ?)', count);
  }
  return sql.add(') laps order by lap, hash, id limit ?', count);
}

/** All of a few cities or ZIP codes, found among their paid listings. */
function addLocalCandidates(keys: Keys, filter: Filter, { zips }: TopDraw): Sql {
  const sql = new Sql();
  indexLookups(keys).forEach((lookup, index) => {
    const isByZip = lookup.column === 'zip5';
    if (index > 0) sql.add(' union all ');
    sql.add(
      `select d.id from unnest(?::${lookup.type}[]) as lookup (key) cross join lateral (
         select d.id from listing_keys d where d.word = '' and d.${lookup.column} = lookup.key
           and d.rank < ${FIRST_UNPAID_RANK} and d.is_pro_max and `,
      isByZip && zips !== null ? zips : lookup.keys,
    );
    if (!isByZip && zips !== null) sql.add('d.zip5 = any(?::text[]) and ', zips);
    addConditions(sql, filter);
    sql.add(' offset 0) d');
  });
  return sql;
}
