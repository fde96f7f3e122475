import type { Knex } from 'knex';
import { escapeLike } from '#server/base/db/escape-like.ts';
import { prepared, rows } from '#server/base/db/knex.ts';
import { shownRatingSql } from '#server/listings/shown-rating.ts';
import { allowedErrors, editDistance } from '#shared/edit-distance.ts';

interface SuggestedRow {
  id: number;
  name: string;
  practiceId: number | null;
  practiceName: string | null;
  /** The number of dentists of the practice. */
  practiceCount: number;
  street: string | null;
  city: string | null;
  state: string | null;
  rating: number | null;
  reviewCount: number;
  ratingSource: string | null;
  citySlug: string | null;
  slug: string | null;
}
export const findSuggestedListings = (db: Knex, ids: readonly number[]): Promise<SuggestedRow[]> =>
  prepared(
    db,
    `select d.id, d.name, d.practice_id, p.name as practice_name,
       (select count(*)::int from dentists o where o.practice_id = d.practice_id and o.deleted_at is null) as practice_count,
       nullif(btrim(d.address), '') as street, d.city, d.state, ${shownRatingSql},
       c.slug as city_slug, d.slug
     from unnest(?::int[]) with ordinality as w (id, nth) join dentists d on d.id = w.id left join cities c on c.id = d.city_id
     left join practices p on p.id = d.practice_id where d.deleted_at is null order by w.nth`,
    [ids],
  );

export const findAllCities = (db: Knex): Promise<{ name: string; state: string; zipCount: number }[]> =>
  rows(db, `select name, state, zip_count from cities`);

export const countCities = (db: Knex): Promise<{ name: string; state: string; slug: string; count: number }[]> =>
  rows(
    db,
    `select c.name, c.state, c.slug, f.n as count
     from (select key, sum(n)::int as n from facets where scope = 'city' and feature = 0 group by key having sum(n) > 0) f
     join cities c on c.id = f.key::int`,
  );

export interface CountedService {
  id: number;
  name: string;
  count: number;
}
export const countServices = (db: Knex): Promise<CountedService[]> =>
  rows(
    db,
    `select s.id, s.name, coalesce((select sum(n) from facets f where f.scope = 'all' and f.key = '' and f.feature = s.id), 0)::int as count
     from services s order by s.id`,
  );

/** ZIP codes that begin with these digits and have listings, those with the most listings first. */
export const findZipsLike = (
  db: Knex,
  digits: string,
  limit: number,
): Promise<{ zip: string; city: string; state: string; count: number }[]> =>
  rows(
    db,
    `select z.zip, c.name as city, z.state, f.n as count
     from (select key, sum(n)::int as n from facets where scope = 'zip' and key like ? and feature = 0 group by key having sum(n) > 0) f
     join zips z on z.zip = f.key join cities c on c.id = z.city_id order by f.n desc, z.zip limit ?`,
    [`${escapeLike(digits)}%`, limit],
  );

/** Whether a practice has exactly this name. */
export const isPracticeName = async (db: Knex, name: string): Promise<boolean> =>
  (await prepared(db, `select from practices where search_norm(name) collate "C" = search_norm(?) limit 1`, [name]))
    .length > 0;

/** A stored word of a name, and how many letters of the typed one are wrong. */
export interface SimilarWord {
  word: string;
  distance: number;
}
const MAX_SIMILAR = 40;

/** The normalized word that was typed, and the stored words like it, itself included. */
export async function findSimilarNameWords(db: Knex, word: string): Promise<{ typed: string; similar: SimilarWord[] }> {
  const found = await prepared<{ typed: string; word: string | null }>(
    db,
    `select typed.text as typed, w.word from (select search_norm(?) as text) typed left join lateral (
       select word from name_words where word % typed.text order by word = typed.text desc, similarity(word, typed.text) desc, word limit ${MAX_SIMILAR}) w on true`,
    [word],
  );
  const { typed } = found[0]!;
  const most = found.some((row) => row.word === typed) ? 1 : Math.max(1, allowedErrors(typed));
  const similar = found
    .flatMap((row) => row.word ?? [])
    .map((name) => ({ word: name, distance: editDistance(typed, name, most) }))
    .filter(({ distance }) => distance <= most);
  return { typed, similar: similar.toSorted((one, other) => one.distance - other.distance) };
}

const MAX_NAMES = 200;

/** Names, best ranked first, that have one of the words, and for each list a word that begins with one of its words. */
export async function findNamesWith(
  db: Knex,
  words: readonly string[],
  lists: readonly (readonly string[])[],
): Promise<string[]> {
  const conditions = lists.map(() => ` and ' ' || w.name_norm like any(?::text[])`).join('');
  const found = await rows<{ name: string }>(
    db,
    `select w.name_norm as name from listing_words w where w.word = any(?::text[])${conditions}
     order by w.rank, w.name_norm, w.id limit ?`,
    [words, ...lists.map((list) => list.map((word) => `% ${escapeLike(word)}%`)), MAX_NAMES],
  );
  return found.map(({ name }) => name);
}
