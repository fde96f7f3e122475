import type { Knex } from 'knex';
import { dayNames } from '#shared/listings/opening-hours.ts';
import { prepared } from '#server/base/db/knex.ts';
import { oldestStatementSql } from './queries-facts.ts';

export interface ProfileRow {
  practiceDescription: string | null;
  bookingUrl: string | null;
  hoursStatedOn: string | null;
  plansStatedOn: string | null;
  npi: string | null;
  license: string | null;
  licenseState: string | null;
  npiSince: string | null;
  npiSource: string | null;
  licenseStatus: string | null;
  licenseExpires: string | null;
  licenseSource: string | null;
  licenseBoard: string | null;
  /** The keys of the sources of its values. */
  sourceKeys: string[];
  isOn: boolean;
  subscriptionStatus: string;
  subscriptionPlan: string;
  reached: number;
}

/**
 * Facts that only the page of a listing shows. Only the registry's own values are called so. The appointment settings of an earlier
 * owner don't count.
 */
export const findProfileRow = async (db: Knex, dentistId: number, month: string): Promise<ProfileRow | undefined> =>
  (
    await prepared<ProfileRow>(
      db,
      `select p.description as practice_description, case when d.is_paid then d.booking_url end as booking_url,
         ${oldestStatementSql(dayNames.map((day) => `${day}Hours`))} as hours_stated_on,
         ${oldestStatementSql(['insurancePlans'])} as plans_stated_on, d.npi, d.license, d.license_state, cast(d.npi_since as text) as npi_since,
         case when s.source ->> 'source' = 'import' and s.source ->> 'name' like 'NPI registry,%' then s.source ->> 'name' end as npi_source,
         d.license_status, cast(d.license_expires as text) as license_expires,
         case when d.license_status is not null then d.field_sources -> 'licenseStatus' ->> 'name' end as license_source,
         d.field_sources -> 'licenseStatus' ->> 'via' as license_board,
         array(select distinct f.value ->> 'via' from jsonb_each(d.field_sources) f where f.value ->> 'via' is not null order by 1) as source_keys,
         a.is_on is true as is_on, coalesce(u.subscription_status, '') as subscription_status,
         coalesce(u.subscription_plan, '') as subscription_plan,
         coalesce((select n from call_answers where dentist_id = d.id and month = cast(? as date) and answer = 'yes'), 0) as reached
       from dentists d
       left join practices p on p.id = d.practice_id
       left join users u on u.id = d.user_id
       left join appointment_settings a on a.dentist_id = d.id and a.owner_id = d.user_id
       cross join lateral (select coalesce(d.field_sources -> 'license', d.field_sources -> 'npi', d.field_sources -> '*') as source) s
       where d.id = ?`,
      [month, dentistId],
    )
  )[0];
