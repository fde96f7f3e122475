import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import {
  addConditions,
  isUnfiltered,
  NO_FILTER,
  Sql,
  type Filter,
  type Keys,
  type Limit,
} from './queries-conditions.ts';
import { addInOrder, addListings, addSorted, hasIndexOrder } from './queries-find.ts';
import type { Order } from './rank.ts';

const isArea = ({ column }: Limit): boolean => column === 'lat' || column === 'lng';
const LISTINGS = new Sql().add('listing_index');

/**
 * The first listings that match one of `choices` but not `whole`, each with the index of its first choice. Only the first `reach`
 * listings of the place are tested, because a rare combination would otherwise test all listings of a state.
 */
export function findNearMatches(
  db: Knex,
  keys: Keys,
  { choices, whole }: { choices: readonly Filter[]; whole: Filter },
  { order, limit, reach }: { order: Order; limit: number; reach: number },
): Promise<{ id: number; choice: number }[]> {
  const sql = new Sql().add('select id, choice from (select d.id, place, case');
  choices.forEach((choice, index) => {
    sql.add(' when true');
    addConditions(sql, choice);
    sql.add(` then ${index}`);
  });
  sql.add(' end as choice from unnest(array(');
  // No wish replaces the name or the area of a map, so these narrow the listings to test.
  const kept: Filter = { ...NO_FILTER, words: whole.words, limits: whole.limits.filter(isArea) };
  if (isUnfiltered(kept) && hasIndexOrder(keys, order))
    addInOrder(sql, keys, kept, { order }, { reach, isReversed: false });
  else if (isUnfiltered(kept) && order === 'distance') addSorted(sql, LISTINGS, keys, order);
  else
    addSorted(
      sql,
      addListings(new Sql().add('('), 'd.id, d.rank, d.name_norm, d.zip5', keys, kept).add(') hits'),
      keys,
      order,
    );
  sql.add(' limit ?)) with ordinality page (id, place) join listing_index d using (id) where (true', reach);
  addConditions(sql, whole);
  // A comparison with a missing price is null.
  sql.add(') is not true offset 0) tested where choice is not null order by place limit ?', limit);
  return rows(db, sql.text, sql.bindings);
}
