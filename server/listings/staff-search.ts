import type { Knex } from 'knex';
import { escapeLike } from '#server/db/escape-like.ts';
import { rows } from '#server/db/knex.ts';
import { FOUND_LIMIT, type FoundRow, type StaffQuery } from '#server/db/staff-query.ts';
import { SqlText } from '#server/db/tables/sql-text.ts';

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
  const [longest, ...others] = query.words;
  if (longest === undefined) return [];
  // The index of words holds the whole name, so the other words are tested without reading the listing.
  sql.add(
    `select ${columns} from (
       select distinct on (id) id from (
         select k.id from listing_keys k, (select search_norm(?) as start) word
         where word.start <> '' and k.word >= word.start and k.word < word.start || chr(1114111)`,
    longest,
  );
  for (const word of others) sql.add(` and k.name_norm like '%' || search_norm(?) || '%'`, escapeLike(word));
  sql.add(` order by k.word, k.rank limit ?) hits) found join dentists d on d.id = found.id`, FOUND_LIMIT * 2);
  return rows(db, `${sql.text} where d.deleted_at is null order by lower(d.name), d.id limit ?`, [
    ...sql.bindings,
    FOUND_LIMIT,
  ]);
}

/** Finds practices by number, or by the beginning of their name. */
export async function searchPracticesForStaff(db: Knex, { id, text }: StaffQuery): Promise<FoundRow[]> {
  const columns = `id, name as label, concat_ws(', ', city, state) as detail`;
  const [byNumber, byName] = await Promise.all([
    id === null ? [] : rows<FoundRow>(db, `select ${columns} from practices where id = ?`, [id]),
    rows<FoundRow>(
      db,
      `select ${columns} from practices, (select search_norm(?) collate "C" as start) typed
       where start <> '' and search_norm(name) collate "C" >= start and search_norm(name) collate "C" < start || chr(1114111)
       order by search_norm(name) collate "C", id limit ?`,
      [text, FOUND_LIMIT],
    ),
  ]);
  return [...byNumber, ...byName.filter((practice) => practice.id !== id)].slice(0, FOUND_LIMIT);
}
