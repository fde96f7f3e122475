import type { Knex } from 'knex';
import { prepared, rows } from '#server/db/knex.ts';

export interface NamedRow {
  id: number;
  name: string;
}

/** A listing as every public answer carries it. Never a data URL, never anything of its owner's account but the plan. */
export interface ListingRow {
  id: number;
  name: string;
  title: string | null;
  specialty: string | null;
  practiceTypeId: number | null;
  practiceType: NamedRow | null;
  practiceId: number | null;
  practiceName: string | null;
  rating: number | null;
  reviewCount: number;
  ratingSource: string | null;
  phone: string | null;
  email: string | null;
  website: string | null;
  bio: string | null;
  experience: number | null;
  isVerified: boolean;
  profileImage: string | null;
  practiceImage: string | null;
  userId: number | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  mondayHours: string | null;
  tuesdayHours: string | null;
  wednesdayHours: string | null;
  thursdayHours: string | null;
  fridayHours: string | null;
  saturdayHours: string | null;
  sundayHours: string | null;
  acceptsInsurance: boolean;
  emergencyServices: boolean;
  acceptsNewPatients: boolean;
  languages: string | null;
  parkingAvailable: boolean;
  wheelchairAccessible: boolean;
  facebookUrl: string | null;
  instagramUrl: string | null;
  tiktokUrl: string | null;
  twitterUrl: string | null;
  youtubeUrl: string | null;
  lat: number | null;
  lng: number | null;
  timeZone: string | null;
  slug: string | null;
  citySlug: string | null;
  isPaid: boolean;
  isProMax: boolean;
  confirmedAt: Date | null;
  ownershipReviewedAt: Date | null;
  updatedAt: Date;
  userSubscriptionStatus: string | null;
  services: NamedRow[];
}

const publicImage = (column: string): string =>
  `case when left(d.${column}, 5) <> 'data:' then d.${column} end as ${column}`;

const PUBLIC_COLUMNS = `d.id, d.name, d.title, d.specialty, d.practice_type_id,
  case when t.id is not null then json_build_object('id', t.id, 'name', t.name) end as practice_type,
  d.practice_id, p.name as practice_name, d.rating, d.review_count, d.rating_source, d.phone, d.email, d.website, d.bio, d.experience,
  d.is_verified, ${publicImage('profile_image')}, ${publicImage('practice_image')}, d.user_id, d.address, d.city, d.state, d.zip_code,
  d.monday_hours, d.tuesday_hours, d.wednesday_hours, d.thursday_hours, d.friday_hours, d.saturday_hours, d.sunday_hours,
  d.accepts_insurance, d.emergency_services, d.accepts_new_patients, d.languages, d.parking_available, d.wheelchair_accessible,
  d.facebook_url, d.instagram_url, d.tiktok_url, d.twitter_url, d.youtube_url, d.lat, d.lng, d.time_zone, d.slug, c.slug as city_slug,
  d.is_paid, d.is_pro_max, d.confirmed_at, d.ownership_reviewed_at, d.updated_at,
  u.subscription_status || '_' || u.subscription_plan as user_subscription_status,
  coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.id)
    from dentist_services ds join services s on s.id = ds.service_id where ds.dentist_id = d.id), '[]') as services`;

const PUBLIC_JOINS = `left join practice_types t on t.id = d.practice_type_id
  left join practices p on p.id = d.practice_id
  left join cities c on c.id = d.city_id
  left join users u on u.id = d.user_id`;

/** The listings of these ids, in this order. Ids of no listing are left out. */
export const findListingsByIds = (db: Knex, ids: readonly number[]): Promise<ListingRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : prepared<ListingRow>(
        db,
        `select ${PUBLIC_COLUMNS} from unnest(?::int[]) with ordinality as wanted (id, nth) join dentists d on d.id = wanted.id ${PUBLIC_JOINS}
         where d.deleted_at is null order by wanted.nth`,
        [ids],
      );

export interface Cursor {
  rank: number;
  nameNorm: string;
  id: number;
}

/** The next slice of the whole directory, in its usual order. */
export const findListingsAfter = (db: Knex, after: Cursor | null, limit: number): Promise<(ListingRow & Cursor)[]> =>
  rows<ListingRow & Cursor>(
    db,
    `select ${PUBLIC_COLUMNS}, d.rank, d.name_norm from (
       select id from listing_keys where word = '' and (rank, name_norm, id) > (?::smallint, ?, ?) order by rank, name_norm, id limit ?
     ) k join dentists d on d.id = k.id ${PUBLIC_JOINS} where d.deleted_at is null order by d.rank, d.name_norm, d.id`,
    [after?.rank ?? -1, after?.nameNorm ?? '', after?.id ?? 0, limit],
  );

export interface Address {
  id: number;
  state: string;
  citySlug: string;
  slug: string;
  moved: boolean;
}

/** Where a listing is found by its address, its present one or one it used to have. */
export async function findAddress(db: Knex, state: string, city: string, slug: string): Promise<Address | undefined> {
  const [found] = await rows<Address>(
    db,
    `with place as (select id from cities where state = ? and name_norm = city_norm(?)),
     hit as (
       select d.id, false as moved from dentists d, place where d.city_id = place.id and d.slug = slugify(?) and d.deleted_at is null
       union all
       select l.dentist_id, true from listing_slugs l, place where l.city_id = place.id and l.slug = slugify(?)
     )
     select d.id, c.state, c.slug as city_slug, d.slug, hit.moved
     from hit join dentists d on d.id = hit.id join cities c on c.id = d.city_id
     where d.deleted_at is null and d.slug is not null order by hit.moved limit 1`,
    [state, city, slug, slug],
  );
  return found;
}

export const listServices = (db: Knex): Promise<(NamedRow & { description: string | null })[]> =>
  rows(db, `select id, name, description from services order by id`);

export const listPracticeTypes = (db: Knex): Promise<(NamedRow & { description: string | null })[]> =>
  rows(db, `select id, name, description from practice_types order by id`);

/** Addresses for the sitemap, a slice at a time. */
export const findAddressesAfter = (
  db: Knex,
  id: number,
  limit: number,
): Promise<{ id: number; state: string; citySlug: string; slug: string; updatedAt: Date }[]> =>
  rows(
    db,
    `select d.id, c.state, c.slug as city_slug, d.slug, d.updated_at from dentists d join cities c on c.id = d.city_id
     where d.deleted_at is null and d.slug is not null and d.id > ? order by d.id limit ?`,
    [id, limit],
  );

export interface PracticeRow {
  id: number;
  name: string;
  description: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  phone: string | null;
  image: string | null;
  isActive: boolean;
}

const PRACTICE_COLUMNS = `id, name, description, address, city, state, zip_code, phone, case when left(image, 5) <> 'data:' then image end as image, is_active`;
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export const findPracticesAfter = (db: Knex, id: number, limit: number): Promise<PracticeRow[]> =>
  rows(db, `select ${PRACTICE_COLUMNS} from practices where id > ? order by id limit ?`, [id, limit]);

export const findPracticesByName = (db: Knex, name: string, offset: number, limit: number): Promise<PracticeRow[]> =>
  name === ''
    ? rows(db, `select ${PRACTICE_COLUMNS} from practices order by id offset ? limit ?`, [offset, limit])
    : rows(
        db,
        `select ${PRACTICE_COLUMNS} from practices where search_norm(name) like search_norm(?) || '%' order by search_norm(name), id offset ? limit ?`,
        [escapeLike(name), offset, limit],
      );

export const countPractices = async (db: Knex, name: string): Promise<number> =>
  (
    await rows<{ total: number }>(
      db,
      `select count(*)::int as total from practices ${name === '' ? '' : `where search_norm(name) like search_norm(?) || '%'`}`,
      name === '' ? [] : [escapeLike(name)],
    )
  )[0]!.total;

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

/** The ids after which the slices of the sitemap begin. */
export const findSitemapStarts = async (db: Knex, slice = 50_000): Promise<number[]> => [
  0,
  ...(
    await rows<{ id: number }>(
      db,
      `select id from (select id, row_number() over (order by id) as nth from dentists where deleted_at is null and slug is not null) d
       where nth % ? = 0 order by id`,
      [slice],
    )
  ).map((row) => row.id),
];
