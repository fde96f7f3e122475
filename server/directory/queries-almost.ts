import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { addConditions, coversWholeStates, NO_FILTER, Sql, type Filter, type Keys } from './queries-conditions.ts';
import { addInOrder, addListings, addSorted, hasIndexOrder, HITS } from './queries-find.ts';
import type { Order } from './rank.ts';

/** True for a city, the area of three digits of a ZIP code, or up to 300 ZIP codes, which have few rows to test. */
const isSmall = (keys: Keys): boolean => !coversWholeStates(keys) && keys.zip3s.length <= 1 && keys.zips.length <= 300;

/**
 * The first listings that match one of `choices` but not `whole`, each with the index of its first choice. More than `most` are read
 * from the index that has them in order, so that no place is too large.
 */
export function findNearMatches(
  db: Knex,
  keys: Keys,
  { choices, whole }: { choices: readonly Filter[]; whole: Filter },
  { order, limit, most }: { order: Order; limit: number; most: number },
): Promise<{ id: number; choice: number }[]> {
  const filter: Filter = { ...NO_FILTER, oneOf: choices, except: whole, testsRows: isSmall(keys) };
  const isOrdered = hasIndexOrder(keys, order);
  const sql = new Sql().add('with hits as materialized (');
  addListings(sql, 'd.id, d.rank, d.name_norm, d.zip5', keys, filter);
  if (isOrdered) sql.add(' limit ?', most + 1);
  sql.add(') select d.id, case');
  choices.forEach((choice, index) => {
    sql.add(' when true');
    addConditions(sql, choice);
    sql.add(` then ${index}`);
  });
  sql.add(' end as choice from unnest(');
  if (isOrdered) {
    sql.add('case when (select count(*) from hits) > ?::int then array(', most);
    addInOrder(sql, keys, { ...filter, testsRows: true }, { order }, { reach: limit, isReversed: false }).add(
      ' limit ?) else ',
      limit,
    );
  }
  addSorted(sql.add('array('), HITS, keys, order).add(' limit ?)', limit);
  if (isOrdered) sql.add(' end');
  sql.add(') with ordinality page (id, place) join listing_index d using (id) order by place');
  return rows(db, sql.text, sql.bindings);
}
