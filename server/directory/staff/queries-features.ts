import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { SqlText } from '#server/base/tables/sql-text.ts';

/** A condition on the features of a listing. */
export type FeatureTest =
  { feature: number } | { not: FeatureTest } | { all: readonly FeatureTest[] } | { any: readonly FeatureTest[] };

const featureOf = (test: FeatureTest): number[] => ('feature' in test ? [test.feature] : []);

/** The condition on a row i of listing_index. Features that are all needed, or of which one is, are looked up together. */
function featuresSql(test: FeatureTest): string {
  if ('feature' in test) return `i.features @> '{${test.feature}}'`;
  if ('not' in test) return `(not ${featuresSql(test.not)})`;
  const isAll = 'all' in test;
  const tests = isAll ? test.all : test.any;
  const features = tests.flatMap(featureOf);
  const parts = tests.filter((one) => !('feature' in one)).map(featuresSql);
  if (features.length > 0) parts.push(`i.features ${isAll ? '@>' : '&&'} '{${features.join(',')}}'`);
  return parts.length === 0 ? String(isAll) : `(${parts.join(isAll ? ' and ' : ' or ')})`;
}

/** The feature that a test asks for and nothing else, or null. */
function findOnlyFeature(test: FeatureTest): number | null {
  if ('feature' in test) return test.feature;
  if ('not' in test) return null;
  const tests = 'all' in test ? test.all : test.any;
  return tests.length === 1 ? findOnlyFeature(tests[0]!) : null;
}

/** Counts the listings that pass the test, and other conditions on a row d of dentists. */
export async function countByFeatures(db: Knex, test: FeatureTest, others: SqlText | null): Promise<number> {
  const feature = others ? null : findOnlyFeature(test);
  if (feature !== null) {
    const stored = `select coalesce(sum(n), 0)::int as n from facets where scope = 'all' and key = '' and feature = ?`;
    return (await rows<{ n: number }>(db, stored, [feature]))[0]!.n;
  }
  const sql = new SqlText().add(`select count(*) as n from listing_index i`);
  if (others) sql.add(' join dentists d on d.id = i.id');
  sql.add(` where ${featuresSql(test)}`);
  if (others) sql.add(' and ').append(others);
  const [found] = await rows<{ n: number }>(db, sql.text, sql.bindings);
  return found!.n;
}

/** The listings that pass the test, or null if they are more than `most`. */
export async function findByFeatures(db: Knex, test: FeatureTest, most: number): Promise<number[] | null> {
  const found = await rows<{ id: number }>(
    db,
    `select i.id from listing_index i where ${featuresSql(test)} limit ${most + 1}`,
  );
  return found.length > most ? null : found.map(({ id }) => id);
}

const findIds = async (db: Knex, sql: string, bindings: unknown[]): Promise<number[]> =>
  (await rows<{ id: number }>(db, sql, bindings)).map(({ id }) => id);

const named = 'where lower(name) = any(cast(? as text[]))';
const lowercase = (names: readonly string[]): string[] => names.map((name) => name.toLowerCase());

export const findServiceIds = (db: Knex, names: readonly string[]): Promise<number[]> =>
  findIds(db, `select id from services ${named}`, [lowercase(names)]);

export const findPracticeTypeIds = (db: Knex, names: readonly string[]): Promise<number[]> =>
  findIds(db, `select id from practice_types ${named}`, [lowercase(names)]);
