import type { Knex } from 'knex';
import { CLOSE_MS } from '#server/base/db/hung-database.ts';
import { prepared } from '#server/base/db/knex.ts';

export interface Work {
  /** When the oldest job that no server has started became due, by part. Null if none waits. */
  backgroundSince: Date | null;
  emailSince: Date | null;
  paymentsSince: Date | null;
  /** Emails that were tried and will be tried again. */
  retriedEmails: number;
  firstRetriedEmail: Date | null;
  retriedPayments: number;
  firstRetriedPayment: Date | null;
  /** When a server last started a scheduled job. Null if none ever did. */
  lastTick: Date | null;
  /** When the oldest waiting import was added, unless one is running. */
  importsSince: Date | null;
}

const DUE = 'attempts < max_attempts and run_at <= now.at and (held_until is null or held_until < now())';
const RETRIED = 'attempts > 0 and attempts < max_attempts and held_until is null';
const since = (condition: string) => `min(greatest(run_at, created_at)) filter (where ${DUE} and ${condition})`;

export async function findWork(db: Knex, at: Date): Promise<Work> {
  const [work] = await prepared<Work>(
    db,
    `select ${since(`name <> 'mail' and name not like 'billing.%'`)} as background_since,
       ${since(`name = 'mail'`)} as email_since, ${since(`name like 'billing.%'`)} as payments_since,
       count(*) filter (where ${RETRIED} and name = 'mail')::int as retried_emails,
       min(created_at) filter (where ${RETRIED} and name = 'mail') as first_retried_email,
       count(*) filter (where ${RETRIED} and name like 'billing.%')::int as retried_payments,
       min(created_at) filter (where ${RETRIED} and name like 'billing.%') as first_retried_payment,
       (select max(last_due) from job_schedules) as last_tick,
       (select min(created_at) from import_queue where state = 'waiting'
          and not exists (select from import_queue where state = 'started')) as imports_since
     from (select cast(? as timestamptz) as at) as now left join jobs on true`,
    [at],
    CLOSE_MS,
  );
  return work!;
}

/** Stores a row of the settings, or deletes it. */
export async function saveSetting(trx: Knex, name: string, value: object | null, by: number | null, at: Date) {
  if (value === null) return void (await trx('systemSettings').where({ name }).delete());
  await trx('systemSettings')
    .insert({ name, value: JSON.stringify(value), updatedBy: by, updatedAt: at })
    .onConflict('name')
    .merge();
}

/** Reads a row of the settings, and locks it against concurrent changes. */
export async function lockSetting(trx: Knex, name: string): Promise<unknown> {
  await trx.raw(`select pg_advisory_xact_lock(hashtext('system_settings ' || ?))`, [name]);
  const row = (await trx('systemSettings').where({ name }).first('value')) as { value: unknown } | undefined;
  return row?.value ?? null;
}
