import type { Knex } from 'knex';
import { REPORT_ZONE, type Period } from '#shared/insights/report-zone.ts';
import { rows } from '#server/base/db/knex.ts';

const day = (column: string) => `cast(${column} at time zone '${REPORT_ZONE}' as date)`;
const start = (name: string) => `cast(cast(:${name} as date) as timestamp) at time zone '${REPORT_ZONE}'`;
const end = (name: string) => `cast(cast(:${name} as date) + 1 as timestamp) at time zone '${REPORT_ZONE}'`;

/**
 * A subscription counts from its first paid day, after any trial, until it ends, at its price at the time. Its first known
 * price applies from the start.
 */
const STEPS = `
  with running as (
    select id, greatest(started_at, trial_end) as starts, ended_at from subscriptions where status not in ('incomplete', 'incomplete_expired')
  ), prices as (
    select r.id, r.starts, r.ended_at, p.since, lead(p.since) over w as until,
      case p.interval when 'yearly' then p.cents / 12.0 else p.cents end as monthly
    from running r join subscription_prices p on p.subscription_id = r.id where r.ended_at is null or r.ended_at > r.starts
    window w as (partition by r.id order by p.since)
  ), held as (
    select id, ended_at, monthly, greatest(since, starts) as since, lag(monthly) over w as before, lead(monthly) over w is null as last, starts
    from prices where (until is null or until > starts) and (ended_at is null or since < ended_at)
    window w as (partition by id order by since)
  )
  select ${day('case when before is null then starts else since end')} as day, greatest(monthly - coalesce(before, 0), 0) as gained,
    greatest(coalesce(before, 0) - monthly, 0) as gone, case when before is null then 1 else 0 end as won, 0 as lost from held
  union all
  select ${day('ended_at')}, 0, monthly, 0, 1 from held where last and ended_at is not null`;

/** The revenue that each day added and removed, including plan changes. A null day sums up everything before the range. */
export const findRevenueSteps = (
  db: Knex,
  range: Period,
): Promise<{ day: string | null; newCents: number; lostCents: number; won: number; lost: number }[]> =>
  rows(
    db,
    `select to_char(day, 'YYYY-MM-DD') as day, sum(gained) as new_cents, sum(gone) as lost_cents, sum(won) as won, sum(lost) as lost
     from (
       select case when day >= cast(:from as date) then day end as day, gained, gone, won, lost
       from (${STEPS}) every_step where day <= cast(:to as date)
     ) steps group by steps.day order by steps.day nulls first`,
    { ...range },
  );

export async function sumPaidCents(db: Knex, range: Period): Promise<number> {
  const [row] = await rows<{ cents: number }>(
    db,
    `select coalesce(sum(paid_cents - refunded_cents), 0) as cents from transactions
     where paid_at >= ${start('from')} and paid_at < ${end('to')}`,
    { ...range },
  );
  return row!.cents;
}
