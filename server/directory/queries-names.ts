import type { Knex } from 'knex';
import { escapeLike } from '#server/base/db/escape-like.ts';
import { rows } from '#server/base/db/knex.ts';
import {
  addConditions,
  addScopeCondition,
  addWordConditions,
  isUnfiltered,
  Sql,
  type Filter,
  type Keys,
} from './queries-conditions.ts';
import { addSorted, type PageOptions } from './queries-find.ts';
import { sortColumns, type Order } from './rank.ts';

/** More words than this contain so short a part of a name that many listings match, and reading any of them finds enough. */
const MAX_WORDS = 2_000;

export interface NameWords {
  /** Stored words that contain the rarest word of the search. */
  words: string[];
  /** The other words of the search. Listings found by the rarest word must contain these too. */
  rest: string[];
}

const longestOf = (words: readonly string[]): string => words.reduce((a, b) => (b.length > a.length ? b : a), '');

/**
 * The stored words that contain the longest word of the search. Null if there are too many such words, or if the search has
 * nothing that a word could contain.
 */
export async function findNameWords(db: Knex, searchWords: readonly string[]): Promise<NameWords | null> {
  const longest = longestOf(searchWords);
  const matchesAnywhere = Array.from(longest).length >= 3;
  const [found] = await rows<{ all: boolean | null; words: string[] }>(
    db,
    // Normalizing can split a word into pieces. A match must then contain the longest piece, or the first one if it must match
    // from the start.
    `with piece as materialized (
       select p, nth = 1 and whole = p as all from search_norm(?) as whole cross join regexp_split_to_table(whole, ' ') with ordinality as pieces (p, nth)
       where p <> '' order by ${matchesAnywhere ? 'length(p) desc, nth' : 'nth'} limit 1)
     select (select piece.all from piece) as all, array(
       select w.word from piece, name_words w
       where w.word like ${matchesAnywhere ? `'%' || ` : ''}regexp_replace(left(p, 200), '([\\\\%_])', '\\\\\\1', 'g') || '%' limit ?) as words`,
    [longest, MAX_WORDS + 1],
  );
  const { all, words } = found!;
  if (all === null || words.length > MAX_WORDS) return null;
  return { words, rest: searchWords.filter((word) => word !== longest || !all) };
}

const NAMED = new Sql().add('named');

/** A listing has one row for each word of its name, and few listings have two words that contain the same one. */
const ROWS_PER_LISTING = 1.1;

/** True if the words alone don't have all columns that the search needs. */
const needsListings = (filter: Filter, order: Order): boolean =>
  order === 'price' || !isUnfiltered({ ...filter, words: [] });

/** Selects listings with these words, once for each word. */
export function addNamed(sql: Sql, keys: Keys, filter: Filter, { words, rest }: NameWords, order: Order = 'best'): Sql {
  const readsListings = needsListings(filter, order);
  // An array of ids instead of a join, because the planner would read all listings that match a common filter.
  if (readsListings)
    sql.add(
      'select d.id, d.rank, d.name_norm, d.zip5, d.price from listing_index d where d.id = any(array(select w.id',
    );
  else sql.add('select w.id, w.rank, w.name_norm, w.zip5');
  sql.add(' from listing_words w where w.word = any(?::text[])', words);
  addScopeCondition(sql, keys, { row: 'w' });
  addWordConditions(sql, 'w.name_norm', rest);
  if (readsListings) addConditions(sql.add('))'), { ...filter, words: [] });
  return sql;
}

/** Reads the listings with these words up to `most`. If they are more, `ids` is null, and the total a lower bound. */
export async function findNamedMatches(
  db: Knex,
  keys: Keys,
  filter: Filter,
  nameWords: NameWords,
  { order, offset, limit, skip = [] }: PageOptions,
  most: number,
): Promise<{ total: number; ids: number[] | null }> {
  if (nameWords.words.length === 0) return { total: 0, ids: [] };
  const mostRows = Math.ceil(ROWS_PER_LISTING * (most + 1));
  // A listing has at most one row for each word, so the first rows have enough listings. Only these are sorted.
  const fewRows = Math.min(mostRows, nameWords.words.length * (offset + limit));
  const sql = new Sql().add('with named as materialized (');
  addNamed(sql, keys, filter, nameWords, order);
  if (skip.length > 0) sql.add(` and ${needsListings(filter, order) ? 'd' : 'w'}.id <> all(?::int[])`, skip);
  sql.add(
    ` limit ?) select (select count(*)::int from named) as seen, (select count(*)::int from (select from named group by id) d) as total, array(`,
    mostRows,
  );
  const first = addSorted(new Sql(), NAMED, keys, order, 'named.*').add(' limit ?', fewRows);
  const listings = new Sql()
    .add(
      `(select distinct ${sortColumns(order)
        .filter((column) => column !== 'miles')
        .join(', ')}, zip5 from (`,
    )
    .append(first)
    .add(') first) listings');
  addSorted(sql, listings, keys, order).add(' limit ? offset ?) as ids', limit, offset);
  const [found] = await rows<{ seen: number; total: number; ids: number[] }>(db, sql.text, sql.bindings);
  const { seen, total, ids } = found!;
  return { total: Math.min(total, most + 1), ids: total > most || seen === mostRows ? null : ids };
}

/** How many of a stored word's best ranked listings are tested for a name that begins with the search. */
const MAX_BEGINNINGS = 500;

/**
 * The first listings with these words: names that begin with the search, then names with a word that begins with its longest
 * one, then the others. Each word is read in the order of its listings only as far as needed.
 */
export async function findFirstNamed(
  db: Knex,
  { words, rest }: NameWords,
  searchWords: readonly string[],
  limit: number,
): Promise<number[]> {
  const start = escapeLike(searchWords.join(' '));
  const sql = new Sql().add(
    `with typed as materialized (select search_norm(?) as own, search_norm(?) as practice, search_norm(?) as longest)
     select id from (select min(grade) as grade, rank, name_norm, id from (
       select first.* from typed, unnest(?::text[]) as stored (word) cross join lateral (
         (select 0 as grade, b.* from (
           select w.rank, w.name_norm, w.id from listing_words w where w.word = stored.word`,
    `${start}%`,
    `%\u0001 ${start}%`,
    `${escapeLike(longestOf(searchWords))}%`,
    words,
  );
  addWordConditions(sql, 'w.name_norm', rest);
  sql.add(
    ` order by w.rank, w.name_norm, w.id limit ?) b where b.name_norm like typed.own or b.name_norm like typed.practice
           order by b.rank, b.name_norm, b.id limit ?)
         union all (select case when stored.word like typed.longest then 1 else 2 end, w.rank, w.name_norm, w.id
           from listing_words w where w.word = stored.word`,
    MAX_BEGINNINGS,
    limit,
  );
  addWordConditions(sql, 'w.name_norm', rest);
  sql.add(
    ` order by w.rank, w.name_norm, w.id limit ?)) first) hits group by rank, name_norm, id) d
     order by grade, rank, name_norm, id limit ?`,
    limit,
    limit,
  );
  return (await rows<{ id: number }>(db, sql.text, sql.bindings)).map((row) => row.id);
}
