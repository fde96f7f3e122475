import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

/** Owners with a verified address who want the email of this month and haven't had it. */
export const findMonthlyReaders = async (db: Knex, month: string): Promise<number[]> =>
  (
    await rows<{ id: number }>(
      db,
      `select u.id from users u left join notification_settings s on s.user_id = u.id
       where exists (select from dentists d where d.user_id = u.id and d.deleted_at is null)
         and u.email_verified_at is not null and coalesce(s.monthly_insights, true)
         and u.subscription_status in ('active', 'trial') and u.subscription_plan in ('professional', 'pro_max', 'enterprise')
         and s.insights_sent_for is distinct from cast(:month as date)
       order by u.id`,
      { month },
    )
  ).map(({ id }) => id);

interface Reader {
  name: string;
  email: string;
  listings: { id: number; name: string; practiceName: string | null; city: string | null }[];
}

export async function findReader(trx: Knex, userId: number): Promise<Reader | null> {
  const [row] = await rows<Reader>(
    trx,
    `select u.name, u.email, (
       select coalesce(json_agg(json_build_object(
         'id', d.id, 'name', d.name, 'practiceName', p.name, 'city', d.city) order by d.id), '[]')
       from (select id, name, city, practice_id from dentists where user_id = u.id and deleted_at is null order by id limit 500) d
       left join practices p on p.id = d.practice_id
     ) as listings
     from users u where u.id = :userId`,
    { userId },
  );
  return row ?? null;
}

/** False if this month's email was already sent, or is turned off. */
export async function markMonthlySent(trx: Knex, userId: number, month: string): Promise<boolean> {
  const marked = await rows(
    trx,
    `insert into notification_settings as s (user_id, insights_sent_for) values (:userId, cast(:month as date))
     on conflict (user_id) do update set insights_sent_for = excluded.insights_sent_for
       where s.monthly_insights and s.insights_sent_for is distinct from excluded.insights_sent_for
     returning user_id`,
    { userId, month },
  );
  return marked.length === 1;
}
