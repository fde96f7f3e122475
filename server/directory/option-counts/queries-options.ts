import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { coversWholeStates, isUnfiltered, Sql, type Filter, type Keys } from '../queries-conditions.ts';
import { addListings } from '../queries-find.ts';
import { addNamed, type NameWords } from '../queries-names.ts';

interface FeatureCounts {
  /** How many of the listings have each feature. */
  byFeature: ReadonlyMap<number, number>;
  /** How many have one of several features, for each list of them. */
  byList: number[];
  /** How many are open now. */
  open: number;
  /** How many listings were read. */
  read: number;
}

interface Wanted {
  lists: readonly (readonly number[])[];
  openSchedules: readonly number[];
}

/** True if the facets have the counts of all features, because the search is for states or everything in them. */
export const hasFeatureFacets = (keys: Keys, filter: Filter): boolean =>
  isUnfiltered(filter) && coversWholeStates(keys);

/** Reads the counts of all features in states, or in the whole country. */
export async function readFeatureFacets(db: Knex, { everywhere, states }: Keys): Promise<Map<number, number>> {
  const found = await rows<{ feature: number; n: number }>(
    db,
    `select feature, sum(n)::int as n from facets where scope = ? and key = any(?::text[]) group by 1`,
    everywhere ? ['all', ['']] : ['state', states],
  );
  return new Map(found.map(({ feature, n }) => [feature, n]));
}

/** Counts the features of up to `most` listings that match. */
export async function countFeatures(
  db: Knex,
  keys: Keys,
  filter: Filter,
  nameWords: NameWords | null,
  { lists, openSchedules }: Wanted,
  most: number,
): Promise<FeatureCounts> {
  const sql = new Sql().add('with hits as materialized (');
  if (nameWords) {
    sql.add('select i.features, i.schedule_id from listing_index i where i.id in (select id from (');
    addNamed(sql, keys, filter, nameWords).add(' limit ?) named)', most);
  } else addListings(sql, 'd.features, d.schedule_id', keys, filter).add(' limit ?', most);
  sql.add(
    `), counted as (select feature, count(*)::int as n from hits, unnest(features) feature where feature < 10000000 group by 1)
     select array(select feature from counted order by feature)::text as features, array(select n from counted order by feature)::text as counts,
       count(*)::int as read, (count(*) filter (where schedule_id = any(?::int[])))::int as open`,
    openSchedules,
  );
  lists.forEach((list, index) => {
    sql.add(`, (count(*) filter (where features && ?::int[]))::int as list${index}`, list);
  });
  // The counts come as texts of arrays, because a row for each takes Node longer.
  const [found] = await rows<{ features: string; counts: string; read: number; open: number } & Record<string, number>>(
    db,
    `${sql.text} from hits`,
    sql.bindings,
  );
  const { features, counts, read, open } = found!;
  const numbers = parseNumbers(counts);
  return {
    byFeature: new Map(parseNumbers(features).map((feature, index) => [feature, numbers[index]!])),
    byList: lists.map((_, index) => found![`list${index}`]!),
    open,
    read,
  };
}

const parseNumbers = (array: string): number[] => JSON.parse(`[${array.slice(1, -1)}]`) as number[];
