import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import { addConditions, addScopeCondition, Sql, type Filter, type Keys } from './queries-conditions.ts';
import { sortColumnsOf, type PageOptions } from './queries-walk.ts';
import { facetTotalSql } from './queries-totals.ts';
import { countInZips } from './zip-counts.ts';
import { rankRanges } from './rank.ts';

/** Above this, reading the usual order finds listings with any of the words sooner than looking up each word. */
const MAX_WORDS = 2_000;
/** Counting the listings in each of more ZIP codes takes longer than reading a page of them. */
const MANY_ZIPS = 50;

export interface NameWords {
  /** Stored words that contain the rarest word of the search. */
  words: string[];
  /** Words of the search that the listings of these words must still be tested for. */
  rest: string[];
}

/**
 * The stored words that contain the longest word of the search. Null if there are too many such words, or if the search has
 * nothing that a word could contain.
 */
const nameWordsOf = (
  searchWords: readonly string[],
  { words, all }: { words: string[]; all: boolean | null },
): NameWords | null =>
  all === null || words.length > MAX_WORDS
    ? null
    : { words, rest: searchWords.filter((word) => word !== longestOf(searchWords) || !all) };

const longestOf = (words: readonly string[]): string => words.reduce((a, b) => (b.length > a.length ? b : a), '');

export interface ScopeFacts {
  /** How many listings there are in the places of the search. */
  size: number;
  directorySize: number;
  /** The exact number of results, if it is stored. */
  total: number | null;
  nameWords: NameWords | null;
}

/** Finds the facts that decide how to read a search. The size of an area with many ZIP codes may be some minutes old. */
export async function findScopeFacts(
  db: Knex,
  keys: Keys,
  searchWords: readonly string[],
  storedTotal: Sql | null = null,
): Promise<ScopeFacts> {
  const longest = longestOf(searchWords);
  const matchesAnywhere = Array.from(longest).length >= 3;
  const zipsSize = keys.zips.length > MANY_ZIPS ? await countInZips(db, keys.zips) : null;
  const size = facetTotalSql(zipsSize === null ? keys : { ...keys, zips: [] }, 0);
  const directorySize = facetTotalSql({ ...keys, everywhere: true }, 0);
  const total = storedTotal ?? new Sql().add('null');
  if (longest === '') {
    const [row] = await rows<Omit<ScopeFacts, 'nameWords'>>(
      db,
      `select (${size.text})::int as size, (${directorySize.text})::int as directory_size, (${total.text})::int as total`,
      [...size.bindings, ...directorySize.bindings, ...total.bindings],
    );
    return { ...row!, size: row!.size + (zipsSize ?? 0), nameWords: null };
  }
  const [row] = await rows<Omit<ScopeFacts, 'nameWords'> & { all: boolean | null; words: string[] }>(
    db,
    // Normalizing can split a word. A stored word then contains its longest piece, or its first if the beginning must match.
    `with piece as materialized (
       select p, nth = 1 and whole = p as all from search_norm(?) as whole cross join regexp_split_to_table(whole, ' ') with ordinality as pieces (p, nth)
       where p <> '' order by ${matchesAnywhere ? 'length(p) desc, nth' : 'nth'} limit 1)
     select (${size.text})::int as size, (${directorySize.text})::int as directory_size, (${total.text})::int as total,
       (select piece.all from piece) as all, array(
       select w.word from piece, name_words w
       where w.word like ${matchesAnywhere ? `'%' || ` : ''}regexp_replace(left(p, 200), '([\\\\%_])', '\\\\\\1', 'g') || '%' limit ?) as words`,
    [longest, ...size.bindings, ...directorySize.bindings, ...total.bindings, MAX_WORDS + 1],
  );
  return {
    size: row!.size + (zipsSize ?? 0),
    directorySize: row!.directorySize,
    total: row!.total,
    nameWords: nameWordsOf(searchWords, row!),
  };
}

/** Selects from the listings that have one of these words and match the filter. A listing can have several of the words. */
function addWordWalk(
  sql: Sql,
  keys: Keys,
  filter: Filter,
  { words, rest }: NameWords,
  ranges: string,
  addEnd: (sql: Sql) => Sql,
  skip?: readonly number[],
): Sql {
  sql.add(
    `select matching.* from unnest(?::text[]) as w ${ranges} cross join lateral (
       select d.rank, d.name_norm, d.id from listing_keys d where d.word = w and `,
    words,
  );
  addScopeCondition(sql, keys);
  addConditions(sql, { ...filter, words: rest }, skip);
  return addEnd(sql).add(') as matching');
}

/** The first listings with these words, read in the index of each word only as far as needed. */
export async function findFirstByName(
  db: Knex,
  keys: Keys,
  filter: Filter,
  nameWords: NameWords,
  limit: number,
): Promise<number[]> {
  if (nameWords.words.length === 0) return [];
  const sql = new Sql().add('select id from (select distinct rank, name_norm, id from (');
  addWordWalk(sql, keys, filter, nameWords, '', (walk) =>
    walk.add(' order by d.rank, d.name_norm, d.id limit ?', limit),
  );
  sql.add(') hits) d order by rank, name_norm, id limit ?', limit);
  return (await rows<{ id: number }>(db, sql.text, sql.bindings)).map((row) => row.id);
}

/**
 * Finds a page of the listings with these words, and how many there are, by reading them once. Reading stops above `most`;
 * then `isWhole` is false, and `ids` is null unless one index has the page.
 */
export async function findPageByName(
  db: Knex,
  keys: Keys,
  filter: Filter,
  nameWords: NameWords,
  options: PageOptions,
  most: number,
): Promise<{ total: number; isWhole: boolean; ids: number[] | null }> {
  const { order, paidFirst, offset, limit, skip } = options;
  const { words } = nameWords;
  if (words.length === 0) return { total: 0, isWhole: true, ids: [] };
  const { rank, ranges } = rankRanges(order, paidFirst);
  if (words.length === 1 && ranges === '') {
    const sql = new Sql().add(
      `select count(*)::int as total, coalesce((array_agg(id))[?::int : ?::int], '{}') as ids from (
         select d.id from listing_keys d where d.word = ? and `,
      offset + 1,
      offset + limit,
      words[0],
    );
    addScopeCondition(sql, keys);
    addConditions(sql, { ...filter, words: nameWords.rest }, skip);
    sql.add(' order by d.rank, d.name_norm, d.id limit ?) hits', most + 1);
    const [page] = await rows<{ total: number; ids: number[] }>(db, sql.text, sql.bindings);
    const isWhole = page!.total <= most;
    return { total: page!.total, isWhole, ids: isWhole || offset + limit <= most ? page!.ids : null };
  }
  // A listing has one row for each word of its name, and few listings match two of these words.
  const maxRows = Math.ceil(1.1 * (most + 1));
  const sorting = sortColumnsOf(order, rank).join(', ');
  const sql = new Sql().add('with hits as materialized (');
  addWordWalk(sql, keys, filter, nameWords, '', (walk) => walk.add(' limit ?', most + 1), skip);
  // The rows of a listing follow each other, so the first rows have enough listings if each has all words.
  sql.add(
    ` limit ?)
     select (select count(*)::int from hits) as seen, (select count(*)::int from (select from hits group by id) d) as total,
       case when (select count(*) from hits) < ?::int then array(
         select id from (select distinct rank, name_norm, id from (select * from hits order by ${sorting} limit ?) first) d
         order by ${sorting} limit ? offset ?) end as ids`,
    maxRows,
    maxRows,
    Math.min(maxRows, words.length * (offset + limit)),
    limit,
    offset,
  );
  const [row] = await rows<{ seen: number; total: number; ids: number[] | null }>(db, sql.text, sql.bindings);
  const { seen, total, ids } = row!;
  const isWhole = total <= most && seen < maxRows;
  return { total, isWhole, ids: isWhole ? ids : null };
}
