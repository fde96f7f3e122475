import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import {
  addConditions,
  addScopeCondition,
  slicesOf,
  Sql,
  type Filter,
  type Keys,
  type PageOptions,
} from './queries-search.ts';
import { facetTotalSql } from './queries-totals.ts';

/** More words than this are not looked up one by one: what carries any of them is met soon on a walk. */
const MAX_WORDS = 2_000;

export interface NameWords {
  words: string[];
  /** What of a name has still to be tested on the listings of these words. */
  rest: string[];
}

/**
 * How many listings there are in all where a name is looked for, and the words of all names in which the most telling one
 * asked for is found. Null when they are too many, or when nothing was asked for that a word could hold.
 */
export async function findNameWords(
  db: Knex,
  keys: Keys,
  asked: readonly string[],
): Promise<{ size: number; telling: NameWords | null }> {
  const longest = asked.reduce((a, b) => (b.length > a.length ? b : a), '');
  const anywhere = Array.from(longest).length >= 3;
  const size = facetTotalSql(keys, 0);
  const [found] = await rows<{ size: number; all: boolean | null; words: string[] }>(
    db,
    // What is normalised may fall into several words; its longest piece, or its first when the beginning matters, is in one of them.
    `with piece as materialized (
       select p, nth = 1 and whole = p as all from search_norm(?) as whole cross join regexp_split_to_table(whole, ' ') with ordinality as pieces (p, nth)
       where p <> '' order by ${anywhere ? 'length(p) desc, nth' : 'nth'} limit 1)
     select (${size.text})::int as size, (select piece.all from piece) as all, array(
       select w.word from piece, name_words w
       where w.word like ${anywhere ? `'%' || ` : ''}regexp_replace(left(p, 200), '([\\\\%_])', '\\\\\\1', 'g') || '%' limit ?) as words`,
    [longest, ...size.bindings, MAX_WORDS + 1],
  );
  const { words, all } = found!;
  const telling = all !== null && words.length <= MAX_WORDS;
  return {
    size: found!.size,
    telling: telling ? { words, rest: asked.filter((one) => one !== longest || !all) } : null,
  };
}

/**
 * How many listings carry one of these words, all of the filter's, and whatever else it asks for, and a page of them in order.
 * The count stops past `most`, and is not `whole` then; the page is right all the same.
 */
export async function findIdsByName(
  db: Knex,
  keys: Keys,
  filter: Filter,
  { words, rest }: NameWords,
  options: PageOptions,
  most: number,
): Promise<{ total: number; whole: boolean; ids: number[] }> {
  if (words.length === 0) return { total: 0, whole: true, ids: [] };
  const { order, paidFirst, offset, limit, skip } = options;
  const sql = new Sql();
  /** Each word's listings are walked in their own index, no further than is needed. */
  const walk = (columns: string, slices: string, end: string, ...bindings: unknown[]): void => {
    sql.add(
      `select found.* from unnest(?::text[]) as w ${slices} cross join lateral (select ${columns} from listing_keys d where d.word = w and `,
      words,
    );
    addScopeCondition(sql, keys);
    addConditions(sql, { ...filter, words: rest }, skip);
    sql.add(`${end}) as found`, ...bindings);
  };
  // A listing stands once under each of its words, and seldom under two of these.
  const one = words.length === 1;
  const enough = Math.ceil((one ? 1 : 1.1) * (most + 1));
  sql.add(`select seen, total, array(select id from (select distinct rank, name_norm, id from (`);
  const { rank, slices } = slicesOf(order, paidFirst);
  const within = slices === '' ? '' : ' and d.rank between slice.low and slice.high';
  const end = `${within} order by d.rank, d.name_norm, d.id limit ?`;
  walk('d.rank, d.name_norm, d.id', slices, end, offset + limit);
  sql.add(
    `) arms) d order by ${order === 'name' ? '' : `${rank}, `}name_norm, id limit ? offset ?) as ids
     from (select count(*)::int as seen, count(${one ? '*' : 'distinct id'})::int as total from (`,
    limit,
    offset,
  );
  walk('d.id', '', ' limit ?', most + 1);
  sql.add(' limit ?) hits) counted', enough);
  const [row] = await rows<{ seen: number; total: number; ids: number[] }>(db, sql.text, sql.bindings);
  const { seen, total, ids } = row!;
  return { total, whole: total <= most && seen < enough, ids };
}
