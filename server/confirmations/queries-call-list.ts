import type { Knex } from 'knex';
import { CONFIRMED_DAYS } from '#contract/confirmations.ts';
import { problemTopics } from '#shared/listings/problem-topics.ts';
import { rows } from '#server/base/db/knex.ts';
import { caseOf } from '#server/base/tables/sql-text.ts';

/** A listing d that staff should call at the time in `now`: unconfirmed for 90 days, or reported since it was confirmed. */
export const isUnconfirmed = (
  now: string,
): string => `(d.confirmed_at is null or d.confirmed_at < ${now} - interval '${CONFIRMED_DAYS} days'
  or exists (select from listing_problems p where p.dentist_id = d.id and p.status = 'open' and p.created_at > d.confirmed_at))`;

export const hasOpenReport = `exists (select from listing_problems p where p.dentist_id = d.id and p.status = 'open')`;
/** True for a row l of the call list. */
export const isHardToReach = 'l.not_reached > l.reached';

/** "2 open reports: office hours, phone number; 3 of 4 callers didn't reach it" */
export const callReason = `nullif(concat_ws('; ',
  (select count(*) || case count(*) when 1 then ' open report: ' else ' open reports: ' end
     || string_agg(distinct lower(${caseOf('p.about', problemTopics)}), ', ')
   from listing_problems p where p.dentist_id = d.id and p.status = 'open' having count(*) > 0),
  case when ${isHardToReach} then l.not_reached || ' of ' || l.reached + l.not_reached || ' callers didn’t reach it' end), '')`;

interface CallListScope {
  now: Date;
  /** The first day whose views and call answers count. Answers are counted by month. */
  from: string;
  limit: number;
}

/** A listing without a phone number can't be called, so it isn't on the list. */
export async function replaceCallList(trx: Knex, { now, from, limit }: CallListScope): Promise<void> {
  await rows(trx, 'lock table call_list in share row exclusive mode', []);
  await rows(trx, 'delete from call_list', []);
  await rows(
    trx,
    `insert into call_list (place, dentist_id, views, reached, not_reached)
     select row_number() over (order by has_report desc, ${isHardToReach} desc, views desc, id), id, views, reached, not_reached
     from (
       select d.id, coalesce(v.n, 0) as views, coalesce(c.reached, 0) as reached, coalesce(c.not_reached, 0) as not_reached,
         ${hasOpenReport} as has_report
       from dentists d
       left join (select dentist_id, sum(n)::integer as n from insight_listings
                  where action = 'view' and day >= cast(:from as date) group by 1) v on v.dentist_id = d.id
       left join (select dentist_id, (coalesce(sum(n) filter (where answer = 'yes'), 0))::integer as reached,
                    (coalesce(sum(n) filter (where answer <> 'yes'), 0))::integer as not_reached
                  from call_answers where month >= date_trunc('month', cast(:from as date)) group by 1) c on c.dentist_id = d.id
       where d.deleted_at is null and coalesce(d.phone, '') <> '' and ${isUnconfirmed('cast(:now as timestamptz)')}
     ) l
     where views > 0 or has_report or ${isHardToReach}
     order by 1 limit :limit`,
    { now, from, limit },
  );
}
