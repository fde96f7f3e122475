import type { Knex } from 'knex';
import { escapeLike } from '#server/base/db/escape-like.ts';
import { rows } from '#server/base/db/knex.ts';
import { FOUND_LIMIT, type FoundRow, type StaffQuery } from '#server/base/tables/staff-query.ts';
import { SqlText } from '#server/base/tables/sql-text.ts';

/** Numbers that identify a listing, each with the index that finds it. A further number belongs here. */
function identifierLookups({ id, digits, email }: StaffQuery): SqlText[] {
  const lookups: SqlText[] = [];
  if (id !== null) lookups.push(new SqlText().add('d.id = ?', id));
  if (digits !== null)
    lookups.push(
      new SqlText().add('d.phone is not null and phone_digits(d.phone) = ?', digits),
      new SqlText().add('d.npi = ?', digits),
    );
  if (email !== null)
    lookups.push(
      new SqlText().add('d.email is not null and lower(d.email) = ?', email),
      new SqlText().add('d.user_id = (select id from users where email = ?)', email),
    );
  return lookups;
}

/** The part of a key's text that is the practice's name. */
const PRACTICE_NAME = String.raw`split_part(k.name_norm, E'\x01', 2)`;

/**
 * The listings with a word that begins with the longest one. The other words are in `names`, too, which the index holds, so they
 * are tested without reading the listing.
 */
function idsByWords([longest = '', ...others]: readonly string[], names: string): SqlText {
  const sql = new SqlText().add(
    `select k.id from listing_words k, (select search_norm(?) as start) word
     where word.start <> '' and k.word >= word.start and k.word < word.start || chr(1114111)`,
    longest,
  );
  for (const word of names === PRACTICE_NAME ? [longest, ...others] : others)
    sql.add(` and ${names} like '%' || search_norm(?) || '%'`, escapeLike(word));
  return sql;
}

function idsByIdentifiers(query: StaffQuery): SqlText {
  const sql = new SqlText();
  for (const [index, lookup] of identifierLookups({ ...query, id: null }).entries())
    sql
      .add(`${index === 0 ? '' : ' union '}select d.id from dentists d where d.deleted_at is null and `)
      .append(lookup);
  return sql;
}

/** Finds listings by a number or an email, else by the beginnings of words of their names. */
export async function searchListingsForStaff(db: Knex, query: StaffQuery): Promise<FoundRow[]> {
  const columns = `d.id, d.name as label, concat_ws(', ', d.city, d.state, d.phone) as detail`;
  const lookups = identifierLookups(query);
  const sql = new SqlText();
  for (const lookup of lookups)
    sql
      .add(sql.text === '' ? '' : ' union ')
      .add(`(select ${columns} from dentists d where d.deleted_at is null and `)
      .append(lookup)
      .add(' limit ?)', FOUND_LIMIT);
  if (lookups.length > 0) return rows(db, `select * from (${sql.text}) found limit ?`, [...sql.bindings, FOUND_LIMIT]);
  if (query.words.length === 0) return [];
  sql
    .add(`select ${columns} from (select distinct on (id) id from (`)
    .append(idsByWords(query.words, 'k.name_norm'))
    .add(' order by k.word, k.rank limit ?) hits) found join dentists d on d.id = found.id', FOUND_LIMIT * 2);
  return rows(db, `${sql.text} where d.deleted_at is null order by lower(d.name), d.id limit ?`, [
    ...sql.bindings,
    FOUND_LIMIT,
  ]);
}

/** A text that matches more listings is looked up in the names of the newest rows' listings instead. */
const MAX_LISTINGS = 2_000;
const NEWEST_ROWS = 5_000;

/** A typed text, with the listings that it may mean. */
export interface ListingQuery extends StaffQuery {
  /** Null if there are too many. */
  listingIds: readonly number[] | null;
}

/** Finds the listings that staff mean by a number, an email, or the beginnings of words of their names. */
export async function findListings(db: Knex, query: StaffQuery): Promise<ListingQuery> {
  // A number finds each kind by its own id.
  if (query.id !== null) return { ...query, listingIds: [] };
  const isIdentified = query.digits !== null || query.email !== null;
  const sql = isIdentified ? idsByIdentifiers(query) : idsByWords(query.words, 'k.name_norm');
  const found = await rows<{ id: number }>(db, `select id from (${sql.text}) found limit ?`, [
    ...sql.bindings,
    MAX_LISTINGS + 1,
  ]);
  return { ...query, listingIds: found.length > MAX_LISTINGS ? null : [...new Set(found.map(({ id }) => id))] };
}

/** True for rows t of a table whose listing is one that staff mean. */
export function isAboutListings(table: string, { listingIds, words: [first = '', ...others] }: ListingQuery): SqlText {
  if (listingIds !== null) return new SqlText().add('t.dentist_id = any(cast(? as integer[]))', listingIds);
  // A subquery for each row, because a join would read all listings.
  const names = `(select ' ' || listing_names(d.name_norm, d.practice_norm) from dentists d where d.id = t.dentist_id)`;
  const sql = new SqlText()
    .add(`t.id >= coalesce((select id from ${table} order by id desc offset ${NEWEST_ROWS} limit 1), 0)`)
    .add(` and ${names} like '% ' || search_norm(?) || '%'`, escapeLike(first));
  for (const word of others) sql.add(` and ${names} like '%' || search_norm(?) || '%'`, escapeLike(word));
  return sql;
}

/** A word that begins more names of practices shows the first ones. */
const MAX_PRACTICE_LISTINGS = 200;

/** Finds practices by number or NPI, by the phone or email of their listings, or by the beginnings of words of their name. */
export async function searchPracticesForStaff(db: Knex, query: StaffQuery): Promise<FoundRow[]> {
  const { id, text, digits, email, words } = query;
  const columns = `p.id, p.name as label, concat_ws(', ', p.city, p.state) as detail`;
  const practicesOf = (listings: SqlText) =>
    rows<FoundRow>(
      db,
      `select distinct on (search_norm(p.name), p.id) ${columns} from (${listings.text}) found join dentists d on d.id = found.id
         join practices p on p.id = d.practice_id
       where d.deleted_at is null order by search_norm(p.name), p.id limit ?`,
      [...listings.bindings, FOUND_LIMIT],
    );
  if (digits !== null) {
    const own = await rows<FoundRow>(db, `select ${columns} from practices p where p.npi = ?`, [digits]);
    return [...own, ...(await practicesOf(idsByIdentifiers(query)))].slice(0, FOUND_LIMIT);
  }
  if (email !== null) return practicesOf(idsByIdentifiers(query));
  const [byNumber, byName, byWords] = await Promise.all([
    id === null ? [] : rows<FoundRow>(db, `select ${columns} from practices p where id = ?`, [id]),
    rows<FoundRow>(
      db,
      `select ${columns} from practices p, (select search_norm(?) collate "C" as start) typed
       where start <> '' and search_norm(name) collate "C" >= start and search_norm(name) collate "C" < start || chr(1114111)
       order by search_norm(name) collate "C", id limit ?`,
      [text, FOUND_LIMIT],
    ),
    id === null ? practicesOf(idsByWords(words, PRACTICE_NAME).add(' limit ?', MAX_PRACTICE_LISTINGS)) : [],
  ]);
  const found = new Map([...byNumber, ...byName, ...byWords].map((practice) => [practice.id, practice]));
  return [...found.values()].slice(0, FOUND_LIMIT);
}
