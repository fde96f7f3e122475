import type { Knex } from 'knex';
import { REPORT_ZONE, type Period } from '#shared/insights/report-zone.ts';
import { rows } from '#server/base/db/knex.ts';

const day = (column: string) => `cast(${column} at time zone '${REPORT_ZONE}' as date)`;
const text = (column: string) => `to_char(${column}, 'YYYY-MM-DD')`;
const start = (name: string) => `cast(cast(:${name} as date) as timestamp) at time zone '${REPORT_ZONE}'`;
const end = (name: string) => `cast(cast(:${name} as date) + 1 as timestamp) at time zone '${REPORT_ZONE}'`;

export const countSignUps = (db: Knex, range: Period): Promise<{ day: string; n: number }[]> =>
  rows(
    db,
    `select ${text('day')} as day, n from (
       select ${day('created_at')} as day, count(*) as n from users
       where created_at >= ${start('from')} and created_at < ${end('to')} group by 1) d order by day`,
    { ...range },
  );

interface Totals {
  totalUsers: number;
  registeredUsers: number;
  activeSubscriptions: number;
  verifiedPractices: number;
  claimRequests: number;
  pendingClaims: number;
}
export async function countTotals(db: Knex): Promise<Totals> {
  const [row] = await rows<Totals>(
    db,
    `select count(*) as total_users, count(*) filter (where role = 'user') as registered_users,
       count(*) filter (where subscription_status in ('active', 'trial') and subscription_plan <> 'free') as active_subscriptions,
       (select count(*) from dentists where user_id is not null and is_verified and deleted_at is null) as verified_practices,
       (select count(*) from claim_requests where kind = 'claim') as claim_requests,
       (select count(*) from claim_requests where status = 'pending') as pending_claims
     from users`,
  );
  return row!;
}

interface ArticleTotals {
  totalArticles: number;
  publishedArticles: number;
  draftArticles: number;
  scheduledArticles: number;
  publishedToday: number;
}
export async function countArticles(db: Knex, today: string, now: Date): Promise<ArticleTotals> {
  const [row] = await rows<ArticleTotals>(
    db,
    `select count(*) as total_articles,
       count(*) filter (where out) as published_articles,
       count(*) filter (where not out and scheduled_publish_at is null) as draft_articles,
       count(*) filter (where not out and scheduled_publish_at is not null) as scheduled_articles,
       count(*) filter (where out and ${day('coalesce(published_at, scheduled_publish_at)')} = cast(:today as date)) as published_today
     from (select *, is_published or coalesce(scheduled_publish_at <= cast(:now as timestamptz), false) as out from articles) a`,
    { today, now },
  );
  return row!;
}

export const countClaimsByAge = (db: Knex, now: Date): Promise<{ days: number; n: number }[]> =>
  rows(
    db,
    `select cast(floor(extract(epoch from cast(:now as timestamptz) - submitted_at) / 86400) as integer) as days, count(*) as n
     from claim_requests where status = 'pending' group by 1 order by 1`,
    { now },
  );
export async function findOldestClaim(db: Knex): Promise<Date | null> {
  const [row] = await rows<{ at: Date | null }>(
    db,
    `select min(submitted_at) as at from claim_requests where status = 'pending'`,
  );
  return row!.at;
}

export async function countByConfirmation(
  db: Knex,
  yearAgo: Date,
): Promise<{ withinYear: number; overYear: number; never: number }> {
  const [row] = await rows<{ withinYear: number; overYear: number; never: number }>(
    db,
    `select within_year, over_year, total - within_year - over_year as never from (
       select (select coalesce(sum(n), 0) from facets where scope = 'all' and key = '' and feature = 0) as total,
         (select count(*) from dentists where deleted_at is null and confirmed_at >= :yearAgo) as within_year,
         (select count(*) from dentists where deleted_at is null and confirmed_at < :yearAgo) as over_year) counts`,
    { yearAgo },
  );
  return row!;
}
export const findStalestStates = (db: Knex, yearAgo: Date): Promise<{ state: string; n: number }[]> =>
  rows(
    db,
    `select state, n - coalesce(fresh, 0) as n
     from (select key as state, sum(n) as n from facets where scope = 'state' and feature = 0 group by key) listings
     left join (select state, count(*) as fresh from dentists where deleted_at is null and confirmed_at >= :yearAgo group by state) confirmed using (state)
     where n > coalesce(fresh, 0) order by n desc, state limit 10`,
    { yearAgo },
  );

export async function isOwnedOrManaged(
  db: Knex,
  dentistId: number,
  { userId, groupId = null }: { userId: number; groupId?: number | null },
): Promise<boolean> {
  const listingRows = await rows(
    db,
    `select from dentists d where d.id = :dentistId and d.deleted_at is null and (d.user_id = :userId
       or d.id in (select managed_listings(:userId)))
       and within_group(d.id, cast(:groupId as integer))`,
    { dentistId, userId, groupId },
  );
  return listingRows.length > 0;
}
