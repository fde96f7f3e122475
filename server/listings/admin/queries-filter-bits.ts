import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import { SqlText } from '#server/db/tables/sql-text.ts';
import { CHUNK, readIds } from '#server/listings/search/rare/bitmaps.ts';
import { LISTED } from '#server/listings/search/rare/staff-features.ts';

/** A condition on the bits of a listing. */
export type BitTest =
  { feature: number } | { not: BitTest } | { all: readonly BitTest[] } | { any: readonly BitTest[] };

const NONE = `B'0'::bit(${CHUNK})`;
/** Bitmaps with more changes than this are no faster than the listings. */
const MAX_CHANGES = 2_000;

function featuresOf(test: BitTest): number[] {
  if ('feature' in test) return [test.feature];
  if ('not' in test) return featuresOf(test.not);
  return ('all' in test ? test.all : test.any).flatMap(featuresOf);
}

function bitsSql(test: BitTest): string {
  if ('feature' in test) return `f${test.feature}`;
  if ('not' in test) return `(~ ${bitsSql(test.not)})`;
  const parts = ('all' in test ? test.all : test.any).map(bitsSql);
  if (parts.length === 0) return 'all' in test ? `(~ ${NONE})` : NONE;
  return `(${parts.join('all' in test ? ' & ' : ' | ')})`;
}

/**
 * The listings that pass the test by their bits, per chunk in `hits`, without those that `changed` since the bitmaps were built.
 * A statement that reads both misses no listing and counts none twice.
 */
function hitsSql(test: BitTest): SqlText {
  const whole: BitTest = { all: [{ feature: LISTED }, test] };
  const features = [...new Set(featuresOf(whole))];
  return new SqlText().add(
    `with noted as materialized (select dentist_id from filter_changes limit ${MAX_CHANGES + 1}),
     changed as materialized (select distinct dentist_id from noted),
     written as materialized (
       select dentist_id / ${CHUNK} as chunk, bit_or(B'1'::bit(${CHUNK}) >> dentist_id % ${CHUNK}) as bits from changed group by 1),
     asked as materialized (
       select chunk, ${features.map((feature) => `coalesce(bit_or(bits) filter (where feature = ${feature}), ${NONE}) as f${feature}`).join(', ')}
       from filter_bits where feature = any(cast(? as smallint[])) group by chunk),
     hits as materialized (
       select chunk, ${bitsSql(whole)} & ~ coalesce(written.bits, ${NONE}) as bits from asked left join written using (chunk))
     select state.complete and (select count(*) from noted) <= ${MAX_CHANGES} as is_known, `,
    features,
  );
}

const ifChanged = (condition: SqlText): SqlText =>
  new SqlText().add('d.id = any(array(select dentist_id from changed)) and ').append(condition);

/** The bits of the listings in a chunk are looked up only for those that pass the other conditions. */
const PASSES = `d.id / ${CHUNK} = hits.chunk and get_bit(hits.bits, d.id % ${CHUNK}) = 1`;

/**
 * Counts the listings that pass the test and the other conditions. `condition` says the same as both, for listings that have
 * changed. Returns null if the bitmaps aren't up to date.
 */
export async function countByBits(
  db: Knex,
  test: BitTest,
  others: SqlText | null,
  condition: SqlText,
): Promise<number | null> {
  const sql = hitsSql(test);
  if (others === null) sql.add(`(select coalesce(sum(bit_count(bits)), 0) from hits)`);
  else sql.add(`(select count(*) from dentists d join hits on ${PASSES} where `).append(others).add(')');
  sql
    .add(' + (select count(*) from dentists d where ')
    .append(ifChanged(condition))
    .add(') as n from filter_state state');
  const [found] = await rows<{ isKnown: boolean; n: number }>(db, sql.text, sql.bindings);
  return found?.isKnown ? found.n : null;
}

interface PackedHits {
  isKnown: boolean;
  changed: number[];
  chunks: number[] | null;
  bits: Buffer | null;
}

/** The listings that may pass the test, or null if they are more than `most` or the bitmaps aren't up to date. */
export async function findByBits(db: Knex, test: BitTest, most: number): Promise<number[] | null> {
  const sql = hitsSql(test).add(
    `array(select dentist_id from changed) as changed, found.* from filter_state state cross join (
       select array_agg(chunk order by chunk) filter (where bit_count(bits) > 0) as chunks,
         case when coalesce(sum(bit_count(bits)), 0) <= ${most}
           then coalesce(string_agg(bit_send(bits), ''::bytea order by chunk) filter (where bit_count(bits) > 0), '') end as bits
       from hits) found`,
  );
  const [found] = await rows<PackedHits>(db, sql.text, sql.bindings);
  if (!found?.isKnown || found.bits === null) return null;
  return [...found.changed, ...readIds(found.chunks ?? [], found.bits)];
}

const findIds = async (db: Knex, sql: string, bindings: unknown[] = []): Promise<number[]> =>
  (await rows<{ id: number }>(db, sql, bindings)).map(({ id }) => id);

export const findLastService = async (db: Knex): Promise<number> =>
  (await findIds(db, 'select id from services order by id desc limit 1'))[0] ?? 0;

const named = 'where lower(name) = any(cast(? as text[]))';
const lowercase = (names: readonly string[]): string[] => names.map((name) => name.toLowerCase());

export const findServiceIds = (db: Knex, names: readonly string[]): Promise<number[]> =>
  findIds(db, `select id from services ${named}`, [lowercase(names)]);

export const findPracticeTypeIds = (db: Knex, names: readonly string[]): Promise<number[]> =>
  findIds(db, `select id from practice_types ${named}`, [lowercase(names)]);
