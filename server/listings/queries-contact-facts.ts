import type { Knex } from 'knex';
import { prepared } from '#server/db/knex.ts';

export interface ContactRow {
  isOn: boolean;
  subscriptionStatus: string;
  subscriptionPlan: string;
  reached: number;
}

/** The settings of an earlier owner don't count. */
export async function findContactRow(db: Knex, dentistId: number, month: string): Promise<ContactRow> {
  const [row] = await prepared<ContactRow>(
    db,
    `select a.is_on is true as is_on, coalesce(u.subscription_status, '') as subscription_status,
       coalesce(u.subscription_plan, '') as subscription_plan,
       coalesce((select n from call_answers where dentist_id = d.id and month = cast(? as date) and answer = 'yes'), 0) as reached
     from dentists d
     left join users u on u.id = d.user_id
     left join appointment_settings a on a.dentist_id = d.id and a.owner_id = d.user_id
     where d.id = ?`,
    [month, dentistId],
  );
  return row ?? { isOn: false, subscriptionStatus: '', subscriptionPlan: '', reached: 0 };
}
