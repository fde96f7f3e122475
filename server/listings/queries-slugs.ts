import type { Knex } from 'knex';
import { prepared, rows } from '#server/base/db/knex.ts';

/** The listing that has an address now, or else the one that had it before. */
export async function findIdAt(db: Knex, state: string, city: string, slug: string): Promise<number | undefined> {
  const [listing] = await prepared<{ id: number }>(
    db,
    `with place as (select id from cities where state = ? and name_norm = city_norm(?)),
     hit as (
       select d.id, false as moved from dentists d, place where d.city_id = place.id and d.slug = slugify(?) and d.deleted_at is null
       union all
       select l.dentist_id, true from listing_slugs l, place where l.city_id = place.id and l.slug = slugify(?)
     )
     select d.id from hit join dentists d on d.id = hit.id
     where d.deleted_at is null and d.slug is not null and d.city_id is not null order by hit.moved limit 1`,
    [state, city, slug, slug],
  );
  return listing?.id;
}

interface Address {
  id: number;
  state: string | null;
  citySlug: string | null;
  slug: string | null;
}

/** The next addresses for the sitemap, by id. A listing without a city has an address by its number. */
export const findAddressesAfter = (db: Knex, id: number, limit: number): Promise<(Address & { updatedAt: Date })[]> =>
  rows(
    db,
    `select d.id, c.state, c.slug as city_slug, d.slug, d.updated_at from dentists d left join cities c on c.id = d.city_id
     where d.deleted_at is null and d.id > ? order by d.id limit ?`,
    [id, limit],
  );

export interface SitemapFile {
  /** The file has the listings that follow this id. */
  after: number;
  /** The newest change of a listing in it. */
  changedAt: Date | null;
}

/** The files of the sitemap. There is one even without listings. */
export async function findSitemapFiles(db: Knex, urlsPerFile = 50_000): Promise<SitemapFile[]> {
  const files = await rows<SitemapFile>(
    db,
    `select min(id) - 1 as after, max(updated_at) as changed_at from (
       select id, updated_at, (row_number() over (order by id) - 1) / ? as file from dentists where deleted_at is null
     ) d group by file order by file`,
    [urlsPerFile],
  );
  return files.length > 0 ? files : [{ after: 0, changedAt: null }];
}

/** The addresses of listings that changed after another change and until a time, in the order of their changes. */
export const findChangedAddresses = (
  db: Knex,
  { at, id }: { at: string; id: number },
  until: Date,
  limit: number,
): Promise<(Address & { at: string })[]> =>
  rows(
    db,
    `select d.id, c.state, c.slug as city_slug, d.slug, cast(d.updated_at as text) as at
     from dentists d left join cities c on c.id = d.city_id
     where d.deleted_at is null and (d.updated_at, d.id) > (cast(:at as timestamptz), cast(:id as integer)) and d.updated_at <= :until
     order by d.updated_at, d.id limit :limit`,
    { at, id, until, limit },
  );

/** The former addresses of listings that were deleted in this time. */
export const findDeletedAddresses = (db: Knex, since: Date, until: Date): Promise<Address[]> =>
  rows(
    db,
    `select d.id, c.state, c.slug as city_slug, d.slug from dentists d left join cities c on c.id = d.city_id
     where d.deleted_at is not null and d.deleted_at > :since and d.deleted_at <= :until order by d.id`,
    { since, until },
  );
