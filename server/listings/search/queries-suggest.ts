import type { Knex } from 'knex';
import { escapeLike } from '#server/db/escape-like.ts';
import { rows } from '#server/db/knex.ts';
import type { NamedRow } from '../queries.ts';

export const findServicesLike = (db: Knex, text: string): Promise<NamedRow[]> =>
  rows(
    db,
    `select id, name from services where search_norm(name) like '%' || search_norm(?) || '%'
     order by search_norm(name) not like search_norm(?) || '%', id limit 5`,
    [escapeLike(text), escapeLike(text)],
  );

export interface SuggestedRow {
  id: number;
  name: string;
  city: string | null;
  state: string | null;
  citySlug: string | null;
  slug: string | null;
}
export const findSuggestedListings = (db: Knex, ids: readonly number[]): Promise<SuggestedRow[]> =>
  rows(
    db,
    `select d.id, d.name, d.city, d.state, c.slug as city_slug, d.slug from unnest(?::int[]) with ordinality as w (id, nth)
     join dentists d on d.id = w.id left join cities c on c.id = d.city_id where d.deleted_at is null order by w.nth`,
    [ids],
  );
