import type { Knex } from 'knex';
import type { DailyRow } from '#shared/insights/daily.ts';
import { REPORT_ZONE } from '#shared/insights/report-zone.ts';
import { rows } from '#server/base/db/knex.ts';

export const day = (column: string) => `cast(${column} at time zone '${REPORT_ZONE}' as date)`;
export const within = (column: string) =>
  `${column} >= cast(cast(:from as date) as timestamp) at time zone '${REPORT_ZONE}' and ${column} < cast(cast(:to as date) + 1 as timestamp) at time zone '${REPORT_ZONE}'`;

/** Events by day and kind, and the funnel of each visit: a search, then a profile, then an attempt to contact the practice. */
const FIGURES = `
  with e as materialized (
    select session_id, event_type, "timestamp" as at, ${day('"timestamp"')} as day, metadata ->> 'contactType' as contact_type,
      metadata ->> 'planType' as plan_type
    from user_events where ${within('"timestamp"')} and event_type in ('search', 'profile_view', 'click', 'contact', 'subscription')
  ), searched as (
    select day, session_id, min(at) as at from e where event_type = 'search' group by 1, 2
  ), looked as (
    select e.day, e.session_id, min(e.at) as at from e join searched s on s.day = e.day and s.session_id = e.session_id
    where e.event_type = 'profile_view' and e.at >= s.at group by 1, 2
  ), reached as (
    select e.day, e.session_id from e join looked l on l.day = e.day and l.session_id = e.session_id
    where e.event_type = 'contact' and e.at >= l.at group by 1, 2
  ), visits as materialized (
    select ${day('start_time')} as day, duration, device_type, browser_name, country_code,
      coalesce(utm_source, nullif(split_part(split_part(referrer, '//', 2), '/', 1), ''), 'direct') as source
    from user_sessions where ${within('start_time')}
  )
  select day, 'funnel' as measure, 'search' as key, count(*) as n from searched group by day
  union all select day, 'funnel', 'profile', count(*) from looked group by day
  union all select day, 'funnel', 'contact', count(*) from reached group by day
  union all select day, 'profile_views', '', count(*) from e where event_type = 'profile_view' group by day
  union all select day, 'clicks', '', count(*) from e where event_type = 'click' group by day
  union all select day, 'contacts', coalesce(contact_type, 'other'), count(*) from e where event_type = 'contact' group by 1, 3
  union all select day, 'subscriptions', coalesce(plan_type, 'other'), count(*) from e where event_type = 'subscription' group by 1, 3
  union all select day, 'sessions', '', count(*) from visits group by day
  union all select day, 'session_seconds', '', sum(duration) from visits group by day
  union all select day, 'device', coalesce(device_type, 'unknown'), count(*) from visits group by 1, 3
  union all select day, 'browser', coalesce(browser_name, 'unknown'), count(*) from visits group by 1, 3
  union all select day, 'country', coalesce(country_code, 'unknown'), count(*) from visits group by 1, 3
  union all select day, 'source', left(source, 100), count(*) from visits group by 1, 3
  union all select ${day('"timestamp"')}, 'page_views', '', count(*) from page_views where ${within('"timestamp"')} group by 1
  union all select ${day('"timestamp"')}, 'article_views', '', count(*) from page_views
    where ${within('"timestamp"')} and page_path like '/articles/%' and page_path not like '/articles/preview/%' group by 1
  union all select ${day('"timestamp"')}, 'searches', '', count(*) from search_analytics where ${within('"timestamp"')} group by 1
  union all select ${day('"timestamp"')}, 'empty_searches', '', count(*) from search_analytics
    where ${within('"timestamp"')} and results_count = 0 group by 1
  union all select ${day('"timestamp"')}, 'search_clicks', '', count(*) from search_analytics
    where ${within('"timestamp"')} and clicked_result_id is not null group by 1
  union all select ${day('"timestamp"')}, 'conversions', event_type, count(*) from conversion_events where ${within('"timestamp"')} group by 1, 3
  union all select ${day('"timestamp"')}, 'conversion_value', event_type, sum(value) from conversion_events where ${within('"timestamp"')} group by 1, 3`;

/** Counts one action per visitor and hour. The owner's visits to the listing are excluded. */
export const LISTING_ACTIONS = `
  select e.dentist_id, ${day('e."timestamp"')} as day,
    case when e.event_type = 'profile_view' then 'view' when e.event_type = 'click' then 'click'
      else coalesce(e.metadata ->> 'contactType', 'other') end as action,
    cast(count(distinct (coalesce('u' || e.user_id, cast(e.session_id as text)), date_trunc('hour', e."timestamp"))) as integer) as n
  from user_events e join dentists d on d.id = e.dentist_id
  where ${within('e."timestamp"')} and e.dentist_id is not null and e.event_type in ('profile_view', 'click', 'contact')
    and (d.user_id is null or e.user_id is distinct from d.user_id)`;
export const GROUP_LISTING_ACTIONS = 'group by 1, 2, 3';

/** Counts a day and stores its figures, replacing earlier ones. */
export async function closeDay(trx: Knex, closedDay: string, now: Date): Promise<void> {
  const range = { from: closedDay, to: closedDay };
  await rows(trx, `delete from insight_daily where day = cast(:from as date)`, range);
  await rows(trx, `delete from insight_listings where day = cast(:from as date)`, range);
  await rows(trx, `insert into insight_daily (day, measure, key, n) ${FIGURES}`, range);
  await rows(
    trx,
    `insert into insight_listings (dentist_id, day, action, n) ${LISTING_ACTIONS} ${GROUP_LISTING_ACTIONS}`,
    range,
  );
  await trx('insightSeals').insert({ day: closedDay, sealedAt: now }).onConflict('day').merge();
}

/** False if another server is closing days now. */
export async function lockDayClosing(trx: Knex): Promise<boolean> {
  const [lock] = await rows<{ ok: boolean }>(trx, `select pg_try_advisory_xact_lock(hashtext('insight_seals')) as ok`);
  return lock!.ok;
}

const TEXT_DAY = `to_char(day, 'YYYY-MM-DD')`;
/** The first and last closed day; all days between are closed too. */
export async function findClosedSpan(db: Knex): Promise<{ first: string; last: string } | null> {
  const [row] = await rows<{ first: string | null; last: string }>(
    db,
    `select to_char(min(day), 'YYYY-MM-DD') as first, to_char(max(day), 'YYYY-MM-DD') as last from insight_seals`,
  );
  return row?.first ? { first: row.first, last: row.last } : null;
}

/** The first day with any event. */
export async function findFirstDay(db: Knex): Promise<string | null> {
  const [row] = await rows<{ day: string | null }>(
    db,
    `select to_char(least((select min(${day('"timestamp"')}) from user_events), (select min(${day('start_time')}) from user_sessions),
       (select min(${day('"timestamp"')}) from search_analytics), (select min(${day('"timestamp"')}) from page_views),
       (select min(${day('"timestamp"')}) from conversion_events)), 'YYYY-MM-DD') as day`,
  );
  return row?.day ?? null;
}

export interface Range {
  from: string;
  to: string;
}

/** Figures by day, stored ones for closed days and live counts for later days. */
export const findDailyFigures = (db: Knex, closed: Range | null, live: Range | null): Promise<DailyRow[]> =>
  concatRows(
    closed &&
      rows<DailyRow>(
        db,
        `select ${TEXT_DAY} as day, measure, key, n from insight_daily
         where measure = any (cast(:measures as text[])) and day between cast(:from as date) and cast(:to as date)`,
        { ...closed, measures: FIGURE_MEASURES },
      ),
    live && rows<DailyRow>(db, `select ${TEXT_DAY} as day, measure, key, n from (${FIGURES}) f`, { ...live }),
  );

/** Every measure of FIGURES. Listing them lets Postgres use the index by measure and day. */
const FIGURE_MEASURES = [
  'funnel', 'profile_views', 'clicks', 'contacts', 'subscriptions', 'sessions', 'session_seconds', 'device', 'browser', 'country',
  'source', 'page_views', 'article_views', 'searches', 'empty_searches', 'search_clicks', 'conversions', 'conversion_value',
]; // prettier-ignore

async function concatRows<T>(first: Promise<T[]> | null, second: Promise<T[]> | null): Promise<T[]> {
  const [a, b] = await Promise.all([first ?? [], second ?? []]);
  return a.length === 0 ? b : b.length === 0 ? a : [...a, ...b];
}

export const findListingActions = (
  db: Knex,
  dentistId: number,
  closed: Range | null,
  live: Range | null,
): Promise<{ day: string; action: string; n: number }[]> =>
  concatRows(
    closed &&
      rows<{ day: string; action: string; n: number }>(
        db,
        `select ${TEXT_DAY} as day, action, n from insight_listings
         where dentist_id = :dentistId and day between cast(:from as date) and cast(:to as date)`,
        { ...closed, dentistId },
      ),
    live &&
      rows(
        db,
        `select ${TEXT_DAY} as day, action, n from (${LISTING_ACTIONS} and e.dentist_id = :dentistId ${GROUP_LISTING_ACTIONS}) l`,
        { ...live, dentistId },
      ),
  );

/** Actions of several listings, summed before and from a day. */
export const sumActions = (
  db: Knex,
  ids: readonly number[],
  start: string,
  closed: Range | null,
  live: Range | null,
): Promise<{ dentistId: number; isBefore: boolean; action: string; n: number }[]> => {
  const sums = `select dentist_id, day < cast(:start as date) as is_before, action, cast(sum(n) as integer) as n`;
  return concatRows(
    closed &&
      rows<{ dentistId: number; isBefore: boolean; action: string; n: number }>(
        db,
        `${sums} from insight_listings
         where dentist_id = any (cast(:ids as integer[])) and day between cast(:from as date) and cast(:to as date) group by 1, 2, 3`,
        { ...closed, ids, start },
      ),
    live &&
      rows(
        db,
        `${sums} from (${LISTING_ACTIONS} and e.dentist_id = any (cast(:ids as integer[])) ${GROUP_LISTING_ACTIONS}) l group by 1, 2, 3`,
        { ...live, ids, start },
      ),
  );
};
