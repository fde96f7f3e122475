import type { Knex } from 'knex';
import { factFields, type KnownFacts, type Statement } from '#shared/listings/facts.ts';
import type { WhiteningPrice } from '#contract/listings/listings.ts';
import { prepared, rows, unnestLists } from '#server/base/db/knex.ts';
import { planNamesSql } from '#server/listings/plans/plan-names-sql.ts';
import { knownFactsSql, lastConfirmedSql, toColumn } from './queries-facts.ts';
import type { ReviewLanguage } from '#shared/reviews/review.ts';
import { shownRatingSql } from './shown-rating.ts';

interface NamedRow {
  id: number;
  name: string;
}

/**
 * A listing as every public response contains it: no data URLs, and nothing of its owner's account except an active plan.
 * `userId` is always null here; see `revealOwnListings()`.
 */
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
  reviewLine: { text: string; language: ReviewLanguage; isSample: boolean } | null;
  phone: string | null;
  email: string | null;
  website: string | null;
  bio: string | null;
  experience: number | null;
  isVerified: boolean;
  profileImage: string | null;
  practiceImage: string | null;
  logo: string | null;
  userId: number | null;
  claimed: boolean;
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
  holidayHours: string | null;
  acceptsInsurance: boolean;
  membershipPlan: boolean;
  emergencyServices: boolean;
  acceptsNewPatients: boolean;
  languages: string | null;
  parkingAvailable: boolean;
  wheelchairAccessible: boolean;
  known: KnownFacts;
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
  lastConfirmed: Statement | null;
  ownershipReviewedAt: Date | null;
  changesUnderReview: boolean;
  updatedAt: Date;
  userSubscriptionStatus: string | null;
  services: NamedRow[];
  plans: string[];
  gender: 'female' | 'male' | null;
  whiteningPrice: WhiteningPrice | null;
}

const publicImage = (column: string): string =>
  `case when left(d.${column}, 5) <> 'data:' then d.${column} end as ${column}`;

/** Not known is sent as false. */
const factColumn = (field: string): string => `coalesce(${toColumn(field)}, false) as ${toColumn(field).slice(2)}`;

/** The center of a ZIP code is where a listing may be, so it isn't sent as its point. */
const pointSql = ['lat', 'lng']
  .map((column) => `case when d.point_exactness is distinct from 'zip' then d.${column} end as ${column}`)
  .join(', ');

const PUBLIC_COLUMNS = `d.id, d.name, d.title, d.specialty, d.practice_type_id,
  case when t.id is not null then json_build_object('id', t.id, 'name', t.name) end as practice_type,
  d.practice_id, p.name as practice_name, ${shownRatingSql}, d.review_line, d.phone, d.email, d.website, d.bio, d.experience,
  d.is_verified, ${publicImage('profile_image')}, ${publicImage('practice_image')}, case when d.is_paid then d.logo end as logo, cast(null as integer) as user_id,
  d.user_id is not null as claimed, d.address, d.city, d.state, d.zip_code,
  d.monday_hours, d.tuesday_hours, d.wednesday_hours, d.thursday_hours, d.friday_hours, d.saturday_hours, d.sunday_hours, d.holiday_hours,
  ${factFields.map(factColumn).join(', ')}, ${knownFactsSql} as known, d.languages,
  d.facebook_url, d.instagram_url, d.tiktok_url, d.twitter_url, d.youtube_url, ${pointSql}, d.time_zone, d.slug, c.slug as city_slug,
  d.is_paid, d.is_pro_max, d.confirmed_at, ${lastConfirmedSql} as last_confirmed, d.ownership_reviewed_at,
  d.identity_changed_at is not null as changes_under_review, d.updated_at,
  case when d.is_paid then u.subscription_status || '_' || u.subscription_plan end as user_subscription_status,
  coalesce((select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.id)
    from dentist_services ds join services s on s.id = ds.service_id where ds.dentist_id = d.id), '[]') as services,
  to_json(${planNamesSql}) as plans, d.gender,
  case when d.whitening_price_from is not null then json_build_object('from', d.whitening_price_from,
    'to', case when d.whitening_price_to > d.whitening_price_from then d.whitening_price_to end, 'statedOn', d.whitening_price_on,
    'statedBy', case when d.field_sources -> 'whiteningPriceFrom' ->> 'source' in ('owner', 'manager') then 'practice'
      when d.field_sources -> 'whiteningPriceFrom' ->> 'source' = 'staff' then 'staff' else 'import' end) end as whitening_price`;

const PUBLIC_JOINS = `left join practice_types t on t.id = d.practice_type_id
  left join practices p on p.id = d.practice_id
  left join cities c on c.id = d.city_id
  left join users u on u.id = d.user_id`;

/** The listings with these ids, in the same order. Unknown ids are skipped. */
export const findListingsByIds = (db: Knex, ids: readonly number[]): Promise<ListingRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : prepared<ListingRow>(
        db,
        `select ${PUBLIC_COLUMNS} from ${unnestLists(['int[]'], 'with ordinality as wanted (id, nth)')}
         join dentists d on d.id = wanted.id ${PUBLIC_JOINS}
         where d.deleted_at is null order by wanted.nth`,
        [ids],
      );

/** The owner and the plan of these listings, for an owner of some of them or for an admin. */
export const findOwnership = (
  db: Knex,
  ids: readonly number[],
  { userId, role }: { userId: number; role: string },
): Promise<{ id: number; userId: number; userSubscriptionStatus: string }[]> =>
  rows(
    db,
    `select d.id, d.user_id, u.subscription_status || '_' || u.subscription_plan as user_subscription_status
     from dentists d join users u on u.id = d.user_id
     where d.id = any(cast(:ids as integer[])) and (d.user_id = :userId or :role = 'admin')`,
    { ids, userId, role },
  );

export interface Cursor {
  rank: number;
  nameNorm: string;
  id: number;
}

/** The listings that follow the cursor in the directory's usual order. */
export const findListingsAfter = (db: Knex, cursor: Cursor | null, limit: number): Promise<(ListingRow & Cursor)[]> =>
  rows<ListingRow & Cursor>(
    db,
    `select ${PUBLIC_COLUMNS}, d.rank, listing_names(d.name_norm, d.practice_norm) as name_norm from (
       select id from listing_index where (rank, name_norm, id) > (?::smallint, ?, ?) order by rank, name_norm, id limit ?
     ) k join dentists d on d.id = k.id ${PUBLIC_JOINS} where d.deleted_at is null order by d.rank, listing_names(d.name_norm, d.practice_norm), d.id`,
    [cursor?.rank ?? -1, cursor?.nameNorm ?? '', cursor?.id ?? 0, limit],
  );

export const listServices = (db: Knex): Promise<(NamedRow & { description: string | null })[]> =>
  rows(db, `select id, name, description from services order by id`);

export const listPracticeTypes = (db: Knex): Promise<(NamedRow & { description: string | null })[]> =>
  rows(db, `select id, name, description from practice_types order by id`);
