import type { Knex } from 'knex';
import { retention } from '#shared/policies/retention.ts';
import { rows } from '#server/base/db/knex.ts';

/** Rows per statement, so that locks are short and an interrupted run loses nothing. */
const BATCH_SIZE = 10_000;

const before = (years: number): string => `cast(:now as timestamptz) - interval '${years} years'`;
const OLD_VISIT = before(retention.analyticsYears);
const OLD_MESSAGE = before(retention.messageYears);
const UNUSED = before(retention.accountYears);

async function runInBatches(db: Knex, sql: string, now: Date): Promise<number> {
  for (let total = 0; ;) {
    const result = (await db.raw(sql, { now, limit: BATCH_SIZE })) as { rowCount: number };
    total += result.rowCount;
    if (result.rowCount < BATCH_SIZE) return total;
  }
}

/** Removes everything that could identify a person, and keeps what the figures are counted from. */
export async function anonymizeAnalytics(db: Knex, now: Date): Promise<Record<string, number>> {
  return {
    sessions: await runInBatches(
      db,
      `update user_sessions set user_id = null, ip_address = null, user_agent = null, referrer = null, city_name = null
       where id in (select id from user_sessions where start_time < ${OLD_VISIT}
         and (user_id, ip_address, user_agent, referrer, city_name) is distinct from (null, null, null, null, null) limit :limit)`,
      now,
    ),
    events: await runInBatches(
      db,
      `update user_events set user_id = null, search_query = null, element_text = null, metadata = metadata - 'pageTitle'
       where id in (select id from user_events where "timestamp" < ${OLD_VISIT}
         and (user_id is not null or search_query is not null or element_text is not null or metadata -> 'pageTitle' is not null) limit :limit)`,
      now,
    ),
    searches: await runInBatches(
      db,
      `update search_analytics set search_query = null
       where id in (select id from search_analytics where "timestamp" < ${OLD_VISIT} and search_query is not null limit :limit)`,
      now,
    ),
    conversions: await runInBatches(
      db,
      `update conversion_events set user_id = null
       where id in (select id from conversion_events where "timestamp" < ${OLD_VISIT} and user_id is not null limit :limit)`,
      now,
    ),
    // A rare search may contain the name of the person who made it. Longer blocks are of older releases, and nothing reads them.
    rareSearches: await runInBatches(
      db,
      `delete from insight_tops where ctid = any (array(
         select ctid from insight_tops where day < cast(${OLD_VISIT} as date)
           and (size > 1 or measure in ('search', 'empty_search') and n < 5) limit :limit))`,
      now,
    ),
  };
}

export const deleteOldTransactions = (db: Knex, now: Date): Promise<number> =>
  runInBatches(
    db,
    `delete from transactions where id in
       (select id from transactions where created_at < ${before(retention.transactionYears)} limit :limit)`,
    now,
  );

export async function deleteOldMessages(db: Knex, now: Date): Promise<number> {
  const messages = await runInBatches(
    db,
    `delete from contact_messages where id in (select id from contact_messages where created_at < ${OLD_MESSAGE} limit :limit)`,
    now,
  );
  const requests = await runInBatches(
    db,
    `delete from privacy_requests where id in (select id from privacy_requests where closed_at < ${OLD_MESSAGE} limit :limit)`,
    now,
  );
  const problems = await runInBatches(
    db,
    `delete from listing_problems where id in (select id from listing_problems where created_at < ${OLD_MESSAGE} limit :limit)`,
    now,
  );
  // Failed emails wait for staff, but not forever.
  const unsent = await runInBatches(
    db,
    `delete from jobs where id in (select id from jobs where name = 'mail' and attempts >= max_attempts and run_at < ${OLD_MESSAGE} limit :limit)`,
    now,
  );
  return messages + requests + problems + unsent;
}

/** Takes the last use of each account from its sessions and API keys. */
export async function updateLastActive(db: Knex): Promise<void> {
  await rows(
    db,
    `insert into account_activity as a (user_id, last_active_at)
     select u.id, greatest(u.created_at, max(s.last_seen_at), (select max(k.last_used_at) from api_keys k where k.user_id = u.id),
       (select max(k.last_used_at) from groups g join api_keys k on k.group_id = g.id where g.owner_id = u.id))
     from users u left join auth_sessions s on s.user_id = u.id group by u.id
     on conflict (user_id) do update set last_active_at = excluded.last_active_at where a.last_active_at < excluded.last_active_at`,
  );
}

/** Excludes staff, and customers whose subscription is active or may become active again. */
const NOT_STAFF_OR_PAYING = `u.role = 'user' and u.subscription_status not in ('active', 'trial', 'past_due')
  and not exists (select from subscriptions s where s.user_id = u.id and s.status in ('active', 'trialing', 'past_due', 'unpaid', 'paused'))`;

interface InactiveAccount {
  userId: number;
  name: string;
  email: string;
  lastActiveAt: Date;
}

export const findNextToWarn = async (trx: Knex, now: Date, warnDays: number): Promise<InactiveAccount | undefined> =>
  (
    await rows<InactiveAccount>(
      trx,
      `select a.user_id, u.name, u.email, a.last_active_at from account_activity a join users u on u.id = a.user_id
       where a.last_active_at < ${UNUSED} + cast(:warnDays as integer) * interval '1 day'
         and (a.warned_at is null or a.warned_at < a.last_active_at) and ${NOT_STAFF_OR_PAYING}
       order by a.user_id limit 1 for update of a skip locked`,
      { now, warnDays },
    )
  )[0];

export async function markWarned(trx: Knex, userId: number, now: Date): Promise<void> {
  await trx('accountActivity').where({ userId }).update({ warnedAt: now });
}

export const findNextToErase = async (
  trx: Knex,
  now: Date,
  warnDays: number,
): Promise<{ userId: number } | undefined> =>
  (
    await rows<{ userId: number }>(
      trx,
      `select a.user_id from account_activity a join users u on u.id = a.user_id
       where a.last_active_at < ${UNUSED} and a.warned_at >= a.last_active_at
         and a.warned_at <= cast(:now as timestamptz) - cast(:warnDays as integer) * interval '1 day' and ${NOT_STAFF_OR_PAYING}
       order by a.user_id limit 1 for update of u skip locked`,
      { now, warnDays },
    )
  )[0];
