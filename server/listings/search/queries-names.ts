import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import { addConditions, addScopeCondition, Sql, type Filter, type Keys } from './queries-conditions.ts';
import type { PageOptions } from './queries-search.ts';
import { facetTotalSql } from './queries-totals.ts';
import { rankRanges } from './rank.ts';

/** Above this, reading the usual order finds listings with any of the words sooner than looking up each word. */
const MAX_WORDS = 2_000;

export interface NameWords {
  /** Stored words that contain the rarest word of the search. */
  words: string[];
  /** Words of the search that the listings of these words must still be tested for. */
  rest: string[];
}

/**
 * How many listings there are in the scope, and the stored words that contain the longest word of the search. Null if
 * there are too many such words, or if the search has nothing that a word could contain.
 */
export async function findNameWords(
  db: Knex,
  keys: Keys,
  searchWords: readonly string[],
): Promise<{ size: number; nameWords: NameWords | null }> {
  const longest = searchWords.reduce((a, b) => (b.length > a.length ? b : a), '');
  const matchesAnywhere = Array.from(longest).length >= 3;
  const size = facetTotalSql(keys, 0);
  const [row] = await rows<{ size: number; all: boolean | null; words: string[] }>(
    db,
    // Normalizing can split a word. A stored word then contains its longest piece, or its first if the beginning must match.
    `with piece as materialized (
       select p, nth = 1 and whole = p as all from search_norm(?) as whole cross join regexp_split_to_table(whole, ' ') with ordinality as pieces (p, nth)
       where p <> '' order by ${matchesAnywhere ? 'length(p) desc, nth' : 'nth'} limit 1)
     select (${size.text})::int as size, (select piece.all from piece) as all, array(
       select w.word from piece, name_words w
       where w.word like ${matchesAnywhere ? `'%' || ` : ''}regexp_replace(left(p, 200), '([\\\\%_])', '\\\\\\1', 'g') || '%' limit ?) as words`,
    [longest, ...size.bindings, MAX_WORDS + 1],
  );
  const { words, all: coversLongest } = row!;
  if (coversLongest === null || words.length > MAX_WORDS) return { size: row!.size, nameWords: null };
  return {
    size: row!.size,
    nameWords: { words, rest: searchWords.filter((word) => word !== longest || !coversLongest) },
  };
}

/**
 * Finds a page of the listings that have one of these words in their name and match the filter, and how many there are.
 * Counting stops above `most`; then `whole` is false, but the page is still right.
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
  /** Reads the listings of each word in the index of that word, only as far as needed. */
  const addWordWalk = (columns: string, ranges: string, end: string, ...bindings: unknown[]): void => {
    sql.add(
      `select matching.* from unnest(?::text[]) as w ${ranges} cross join lateral (select ${columns} from listing_keys d where d.word = w and `,
      words,
    );
    addScopeCondition(sql, keys);
    addConditions(sql, { ...filter, words: rest }, skip);
    sql.add(`${end}) as matching`, ...bindings);
  };
  // A listing has one row for each word of its name, and few listings match two of these words.
  const isOneWord = words.length === 1;
  const maxRows = Math.ceil((isOneWord ? 1 : 1.1) * (most + 1));
  sql.add(`select seen, total, array(select id from (select distinct rank, name_norm, id from (`);
  const { rank, ranges } = rankRanges(order, paidFirst);
  const inRange = ranges === '' ? '' : ' and d.rank between rank_range.low and rank_range.high';
  const end = `${inRange} order by d.rank, d.name_norm, d.id limit ?`;
  addWordWalk('d.rank, d.name_norm, d.id', ranges, end, offset + limit);
  sql.add(
    `) hits) d order by ${order === 'name' ? '' : `${rank}, `}name_norm, id limit ? offset ?) as ids
     from (select count(*)::int as seen, count(${isOneWord ? '*' : 'distinct id'})::int as total from (`,
    limit,
    offset,
  );
  addWordWalk('d.id', '', ' limit ?', most + 1);
  sql.add(' limit ?) hits) counted', maxRows);
  const [row] = await rows<{ seen: number; total: number; ids: number[] }>(db, sql.text, sql.bindings);
  const { seen, total, ids } = row!;
  return { total, whole: total <= most && seen < maxRows, ids };
}
