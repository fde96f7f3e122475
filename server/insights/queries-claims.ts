import type { Knex } from 'knex';
import type { DailyRow } from '#shared/insights/daily.ts';
import type { Period } from '#shared/insights/report-zone.ts';
import { rows } from '#server/base/db/knex.ts';
import { day, within } from './days/queries-daily.ts';

/** Claims by the day they came in, and by the day of their decision. */
export const countClaims = (db: Knex, period: Period): Promise<DailyRow[]> =>
  rows<DailyRow>(
    db,
    `with submitted as (
       select ${day('submitted_at')} as day from claim_requests where ${within('submitted_at')}
     ), decided as (
       select ${day('reviewed_at')} as day, status, extract(epoch from reviewed_at - submitted_at) as seconds,
         due_at is not null and reviewed_at > due_at as is_late
       from claim_requests where status in ('approved', 'rejected') and ${within('reviewed_at')}
     )
     select to_char(day, 'YYYY-MM-DD') as day, measure, key, cast(n as double precision) as n from (
       select day, 'claims_submitted' as measure, '' as key, count(*) as n from submitted group by day
       union all select day, 'claims_decided', status, count(*) from decided group by day, status
       union all select day, 'claim_seconds', '', round(sum(greatest(seconds, 0))) from decided group by day
       union all select day, 'claims_late', '', count(*) from decided where is_late group by day
     ) figures order by day, measure, key`,
    { from: period.from, to: period.to },
  );

/** Claims that are open now. */
export async function countOpenClaims(db: Knex, now: Date): Promise<{ pending: number; overdue: number }> {
  const [counts] = await rows<{ pending: number; overdue: number }>(
    db,
    `select cast(count(*) as integer) as pending, cast(count(*) filter (where due_at < :now) as integer) as overdue
     from claim_requests where status = 'pending'`,
    { now },
  );
  return counts!;
}
