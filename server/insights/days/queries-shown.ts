import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { day, within, type Range } from './queries-daily.ts';

/** The measure of days on which pages reported what they showed. */
const RESULT_PAGES = 'result_pages';
const VISITOR_AND_HOUR = `coalesce('u' || e.user_id, cast(e.session_id as text)), date_trunc('hour', e."timestamp")`;
const NOT_BY_OWNER = '(d.user_id is null or e.user_id is distinct from d.user_id)';

/**
 * Counts how often a day's searches showed each listing, how often in a sponsored place, and the clicks there: once per visitor
 * and hour, without the owner's own searches. Only whole days are counted, because a live count would read every search of the day.
 */
export async function closeShown(trx: Knex, closedDay: string): Promise<void> {
  const range = { from: closedDay, to: closedDay };
  await rows(
    trx,
    `with pages as materialized (
       select e.* from user_events e where ${within('e."timestamp"')} and e.event_type = 'results'
     ), counted as (
       insert into insight_daily (day, measure, key, n)
       select ${day('e."timestamp"')}, '${RESULT_PAGES}', '', count(*) from pages e group by 1
     )
     insert into insight_listings (dentist_id, day, action, n)
     select d.id, ${day('e."timestamp"')}, s.action, count(distinct (${VISITOR_AND_HOUR}))
     from pages e
     cross join lateral (
       select 'shown' as action, cast(jsonb_array_elements_text(e.metadata -> 'shown') as integer) as id
       union all select 'sponsored', cast(jsonb_array_elements_text(e.metadata -> 'sponsored') as integer)
     ) s
     join dentists d on d.id = s.id
     where ${NOT_BY_OWNER} group by 1, 2, 3
     union all
     select d.id, ${day('e."timestamp"')}, 'sponsored_click', count(distinct (${VISITOR_AND_HOUR}))
     from user_events e join dentists d on d.id = e.dentist_id
     where ${within('e."timestamp"')} and e.event_type = 'click' and e.metadata ->> 'variant' = 'sponsored'
       and e.metadata ->> 'source' = 'search_results' and ${NOT_BY_OWNER}
     group by 1, 2`,
    range,
  );
}

interface ShownRow {
  /** The first day that was counted; null before any. */
  since: string | null;
  /** Null in the only row, if none of the listings was shown. */
  dentistId: number | null;
  isBefore: boolean;
  action: 'shown' | 'sponsored' | 'sponsored_click';
  n: number;
}

/** Sums the counts of these listings before and from a day. */
export const sumShown = (db: Knex, ids: readonly number[], start: string, { from, to }: Range): Promise<ShownRow[]> =>
  rows(
    db,
    `select first.since, s.* from (
       select to_char(min(day), 'YYYY-MM-DD') as since from insight_daily where measure = '${RESULT_PAGES}'
     ) first
     left join (
       select dentist_id, day < cast(:start as date) as is_before, action, cast(sum(n) as integer) as n from insight_listings
       where dentist_id = any (cast(:ids as integer[])) and day between cast(:from as date) and cast(:to as date)
         and action in ('shown', 'sponsored', 'sponsored_click')
       group by 1, 2, 3
     ) s on true`,
    { ids, start, from, to },
  );
