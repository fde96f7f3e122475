import type { Knex } from 'knex';
import type { ListingContent } from '#shared/listings/completeness.ts';
import { dayNames } from '#shared/listings/opening-hours.ts';
import { rows } from '#server/base/db/knex.ts';
import { EVERY_FIELD } from '#server/listings/field-sources.ts';
import { isKept } from '#server/listings/history.ts';

const dayFields = dayNames.map((day) => `('${day}Hours', d.${day}_hours)`).join(', ');
/** Since when the practice states all the hours of a listing d. */
const HOURS_STATED_AT = `(select case when bool_and(coalesce(stated.source ->> 'source', '') in ('owner', 'manager'))
    then cast(min(stated.source ->> 'at') as timestamptz) end
  from (values ${dayFields}) day (field, value)
  cross join lateral (select coalesce(d.field_sources -> day.field, d.field_sources -> '${EVERY_FIELD}') as source) stated
  where day.value <> '')`;

export interface HomeRow extends ListingContent {
  id: number;
  name: string;
  title: string | null;
  practiceName: string | null;
  city: string | null;
  state: string | null;
  slug: string | null;
  citySlug: string | null;
  userId: number;
  practiceImage: string | null;
  heldAt: Date | null;
  isVerified: boolean;
  isPaid: boolean;
  ownershipReviewedAt: Date | null;
  identityChangedAt: Date | null;
  confirmedAt: Date | null;
  ownerStatus: string;
  ownerPlan: string;
  checkPending: boolean;
  waiting: number;
  hasReviews: boolean;
  takesAppointments: boolean;
}

/** The listings a user owns or manages, oldest first, without the columns that only a listing's own page needs. */
export const findHomeRows = (db: Knex, userId: number): Promise<HomeRow[]> =>
  rows(
    db,
    `select d.id, d.name, d.title, p.name as practice_name, d.city, d.state, d.slug, c.slug as city_slug, d.user_id, d.practice_image,
       d.held_at, d.is_verified, d.is_paid, d.ownership_reviewed_at, d.identity_changed_at, d.confirmed_at,
       d.languages, d.insurance_plans, d.whitening_price_from, left(d.bio, 40) as bio,
       u.subscription_status as owner_status, u.subscription_plan as owner_plan,
       coalesce(d.monday_hours, d.tuesday_hours, d.wednesday_hours, d.thursday_hours, d.friday_hours, d.saturday_hours, d.sunday_hours)
         is not null as has_hours,
       ${HOURS_STATED_AT} as hours_stated_at,
       (select cast(count(*) as integer) from dentist_photos f where f.dentist_id = d.id) as photo_count,
       (select cast(count(*) as integer) from dentist_services s where s.dentist_id = d.id) as service_count,
       (select cast(count(*) as integer) from appointment_requests r
        where r.dentist_id = d.id and r.owner_id = d.user_id and r.state = 'new' and r.erased_at is null) as waiting,
       exists (select from reviews v where v.dentist_id = d.id and v.status = 'published' and v.source = 'here') as has_reviews,
       exists (select from appointment_settings a where a.dentist_id = d.id and a.owner_id = d.user_id and a.is_on) as takes_appointments,
       exists (select from claim_requests cr
         where cr.dentist_id = d.id and cr.user_id = d.user_id and cr.status = 'pending' and cr.kind <> 'claim') as check_pending
     from dentists d
     join users u on u.id = d.user_id
     left join practices p on p.id = d.practice_id
     left join cities c on c.id = d.city_id
     where ${isKept}
       and (d.user_id = :userId or d.id in (select managed_listings(:userId))) order by d.id limit 500`,
    { userId },
  );

interface Viewed {
  id: number;
  name: string;
  email: string;
  emailVerified: boolean;
  pendingEmail: string | null;
}
export async function findViewed(db: Knex, id: number): Promise<Viewed | undefined> {
  const [user] = await rows<Viewed>(
    db,
    `select u.id, u.name, u.email, u.email_verified_at is not null as email_verified,
       (select c.new_email from email_changes c where c.user_id = u.id and c.confirmed_at is null) as pending_email
     from users u where u.id = ?`,
    [id],
  );
  return user;
}
