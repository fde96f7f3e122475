import type { Knex } from 'knex';
import { escapeLike } from '#server/base/db/escape-like.ts';
import { prepared, rows } from '#server/base/db/knex.ts';
import { allowedErrors, editDistance } from './sentence/edit-distance.ts';

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
       nullif(btrim(d.address), '') as street, d.city, d.state, d.rating, d.review_count, d.rating_source,
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

/** The word of a name with one or two wrong letters, or null if a name has this word or none is as similar. */
export async function findSimilarNameWord(db: Knex, word: string): Promise<string | null> {
  const similar = await prepared<{ word: string; typed: string }>(
    db,
    `select w.word, typed.text as typed from (select search_norm(?) as text) typed cross join lateral (
       select word from name_words where word % typed.text order by word = typed.text desc, similarity(word, typed.text) desc, word limit 12) w
     where not exists (select from name_words where word = typed.text)`,
    [word],
  );
  const scored = similar
    .map(({ word: name, typed }) => ({ name, distance: editDistance(typed, name, Math.max(1, allowedErrors(typed))) }))
    .filter(({ distance }, index) => distance <= Math.max(1, allowedErrors(similar[index]!.typed)));
  return scored.toSorted((a, b) => a.distance - b.distance)[0]?.name ?? null;
}
