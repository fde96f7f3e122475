import type { Knex } from 'knex';
import { REPORT_ZONE, type Period } from '#shared/insights/report-zone.ts';
import { rows } from '#server/base/db/knex.ts';
import type { WeeklyListing } from '../emails.ts';

const IN_WEEK = `v.status = 'published' and v.source = 'here'
  and v.published_at >= cast(cast(:from as date) as timestamp) at time zone '${REPORT_ZONE}'
  and v.published_at < cast(cast(:to as date) + 1 as timestamp) at time zone '${REPORT_ZONE}'`;

/** Owners with a verified address whose listings got reviews in a week, who want the email and haven't had it. */
export const findWeeklyReaders = async (db: Knex, week: Period): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      db,
      `select distinct u.id from reviews v join dentists d on d.id = v.dentist_id and d.deleted_at is null
       join users u on u.id = d.user_id left join notification_settings s on s.user_id = u.id
       where ${IN_WEEK} and u.email_verified_at is not null and coalesce(s.weekly_reviews, true)
         and s.weekly_reviews_sent_for is distinct from cast(:from as date)
       order by u.id`,
      { ...week },
    )
  ).map(({ id }) => id);

/** The owner's listings with reviews in the week, those with the most first. */
export const findWeeklyListings = (db: Knex, userId: number, week: Period): Promise<WeeklyListing[]> =>
  rows(
    db,
    `select d.id, d.name, p.name as practice_name, d.city, cast(count(*) as integer) as count,
       cast(round(avg(v.stars), 1) as double precision) as average,
       cast(count(*) filter (where v.reply is null) as integer) as unanswered
     from reviews v join dentists d on d.id = v.dentist_id and d.deleted_at is null and d.user_id = :userId
     left join practices p on p.id = d.practice_id
     where ${IN_WEEK} group by d.id, p.name order by count(*) desc, d.id`,
    { userId, ...week },
  );

/** False if this week's email was already sent, or is turned off. */
export async function markWeeklySent(trx: Knex, userId: number, from: string): Promise<boolean> {
  const marked = await rows(
    trx,
    `insert into notification_settings as s (user_id, weekly_reviews_sent_for) values (:userId, cast(:from as date))
     on conflict (user_id) do update set weekly_reviews_sent_for = excluded.weekly_reviews_sent_for
       where s.weekly_reviews and s.weekly_reviews_sent_for is distinct from excluded.weekly_reviews_sent_for
     returning user_id`,
    { userId, from },
  );
  return marked.length === 1;
}
