import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';

export interface NewSession {
  sessionId: string;
  userId: number | null;
  ipAddress: string | null;
  userAgent: string | null;
  startTime: Date;
  referrer: string | null;
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  deviceType: string | null;
  browserName: string | null;
  operatingSystem: string | null;
  countryCode: string | null;
  cityName: string | null;
}

export interface KnownSession {
  userId: number | null;
  startTime: Date;
}
export const findSession = async (db: Knex, sessionId: string): Promise<KnownSession | undefined> =>
  (await rows<KnownSession>(db, `select user_id, start_time from user_sessions where session_id = ?`, [sessionId]))[0];

export interface Done {
  sessionId: string;
  userId: number | null;
  at: Date;
}
export interface EventRow extends Done {
  eventType: string;
  eventName: string | null;
  pagePath: string | null;
  elementId: string | null;
  elementText: string | null;
  searchQuery: string | null;
  searchResults: number | null;
  dentistId: number | null;
  metadata: Record<string, unknown> | null;
}
export interface ViewRow extends Done {
  pagePath: string;
  pageTitle: string | null;
  viewId: number | null;
}
export interface SearchRow extends Done {
  searchQuery: string | null;
  searchType: string;
  resultsCount: number | null;
}
export interface ClickRow extends Done {
  dentistId: number;
  clickPosition: number | null;
}
export interface ConversionRow extends Done {
  eventType: string;
  value: number;
  dentistId: number;
}
export interface LeaveRow extends Done {
  viewId: number;
  seconds: number;
}

/** What one or many requests told. */
export interface Told {
  sessions: NewSession[];
  events: EventRow[];
  views: ViewRow[];
  searches: SearchRow[];
  clicks: ClickRow[];
  conversions: ConversionRow[];
  leaves: LeaveRow[];
}

export type Kind = keyof Told;

/** What was told, as the text that the database reads: rows of JSON with a comma after each. Text is quick to keep. */
export type Packed = Record<Kind, string> & { signs: Done[]; size: number };

const rowsOf = (list: readonly object[]): string => (list.length > 0 ? `${JSON.stringify(list).slice(1, -1)},` : '');

export function packed(told: Told): Packed {
  const { sessions, events, views, searches, clicks, conversions, leaves } = told;
  return {
    sessions: rowsOf(sessions),
    events: rowsOf(events),
    views: rowsOf(views),
    searches: rowsOf(searches),
    clicks: rowsOf(clicks),
    conversions: rowsOf(conversions),
    leaves: rowsOf(leaves),
    signs: latest([...events, ...conversions, ...leaves]),
    size: Object.values(told).reduce((sum: number, list: unknown[]) => sum + list.length, 0),
  };
}

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const DONE = 'session_id uuid, user_id integer, at timestamptz';
/** Rows as one JSON value: one parameter, one statement, however many there are. */
const from = (columns: string) => {
  const typed = columns.split(', ').map((column) => column.split(' ') as [string, string]);
  const told = typed.map(([name, type]) => `"${camel(name)}" ${type}`).join(', ');
  const named = [...typed.map(([name]) => name), 'ordinality'].join(', ');
  return `rows from (json_to_recordset(cast(:rows as json)) as (${told})) with ordinality as x (${named})`;
};
/** What happened first has the lower id, whatever way the rows were joined. */
const IN_ORDER = 'order by x.at, x.ordinality';
/** Looked up row by row: the planner, which cannot know how few rows come, would read the whole table for them. */
const user = `left join lateral (select id from users where id = x.user_id limit 1) u on true`;
const dentist = `lateral (select id from dentists where id = x.dentist_id limit 1) d`;

/**
 * Writes what was told, in one statement a table. A listing or user that is gone is left out rather than failing the
 * rest. What names a listing that never was is not written at all.
 */
export async function writeTold(trx: Knex, all: readonly Packed[]): Promise<void> {
  const put = async <T>(list: string, sql: string): Promise<T[]> =>
    list === '' ? [] : rows<T>(trx, sql, { rows: `[${list.slice(0, -1)}]` });
  const told = (kind: Kind) => all.map((one) => one[kind]).join('');
  await put(
    told('sessions'),
    `insert into user_sessions (session_id, user_id, ip_address, user_agent, start_time, end_time, referrer, utm_source, utm_medium,
       utm_campaign, device_type, browser_name, operating_system, country_code, city_name)
     select x.session_id, u.id, x.ip_address, x.user_agent, x.start_time, x.start_time, x.referrer, x.utm_source, x.utm_medium,
       x.utm_campaign, x.device_type, x.browser_name, x.operating_system, x.country_code, x.city_name
     from ${from('session_id uuid, user_id integer, ip_address text, user_agent text, start_time timestamptz, referrer text, utm_source text, utm_medium text, utm_campaign text, device_type text, browser_name text, operating_system text, country_code text, city_name text')}
     ${user} order by x.start_time, x.ordinality`,
  );
  await put(
    told('events'),
    `insert into user_events (session_id, user_id, event_type, event_name, page_path, element_id, element_text, search_query,
       search_results, dentist_id, "timestamp", metadata)
     select x.session_id, u.id, x.event_type, x.event_name, x.page_path, x.element_id, x.element_text, x.search_query,
       x.search_results, d.id, x.at, x.metadata
     from ${from(`${DONE}, event_type text, event_name text, page_path text, element_id text, element_text text, search_query text, search_results integer, dentist_id integer, metadata jsonb`)}
     ${user} left join ${dentist} on true where x.dentist_id is null or d.id is not null ${IN_ORDER}`,
  );
  const viewed = await put<{ sessionId: string; n: number }>(
    told('views'),
    `with told as (select * from ${from(`${DONE}, page_path text, page_title text, view_id bigint`)}),
       gone as (update page_views p set exit_page = false from (select distinct session_id from told) t
                where p.session_id = t.session_id and p.exit_page),
       added as (insert into page_views (session_id, page_path, page_title, "timestamp", view_id)
                 select session_id, page_path, page_title, at, view_id from told order by at, ordinality
                 on conflict (session_id, view_id) do nothing returning session_id)
     select session_id, count(*) as n from added group by session_id`,
  );
  await put(
    told('searches'),
    `insert into search_analytics (session_id, search_query, search_type, results_count, "timestamp")
     select session_id, search_query, search_type, results_count, at
     from ${from(`${DONE}, search_query text, search_type text, results_count integer`)} ${IN_ORDER}`,
  );
  // A click on a result belongs to the search before it.
  await put(
    told('clicks'),
    `update search_analytics s set clicked_result_id = c.dentist_id, click_position = c.click_position
     from (select distinct on (found.id) found.id, d.id as dentist_id, x.click_position
           from ${from(`${DONE}, dentist_id integer, click_position integer`)}
           cross join ${dentist}
           cross join lateral (select id from search_analytics where session_id = x.session_id and "timestamp" <= x.at
                               order by id desc limit 1) found
           order by found.id, x.at, x.ordinality) c
     where s.id = c.id and s.clicked_result_id is null`,
  );
  await put(
    told('conversions'),
    `insert into conversion_events (session_id, user_id, event_type, value, dentist_id, "timestamp")
     select x.session_id, u.id, x.event_type, x.value, d.id, x.at
     from ${from(`${DONE}, event_type text, value numeric, dentist_id integer`)}
     cross join ${dentist} ${user} ${IN_ORDER}`,
  );
  await put(
    told('leaves'),
    `update page_views p set time_on_page = greatest(p.time_on_page, l.seconds),
       exit_page = not exists (select from page_views q where q.session_id = p.session_id and (q."timestamp", q.id) > (p."timestamp", p.id))
     from (select session_id, view_id, cast(round(max(seconds)) as integer) as seconds
           from ${from(`${DONE}, view_id bigint, seconds numeric`)} group by session_id, view_id) l
     where p.session_id = l.session_id and p.view_id = l.view_id`,
  );
  const views = new Map(viewed.map(({ sessionId, n }) => [sessionId, n]));
  await put(
    rowsOf(latest(all.flatMap(({ signs }) => signs)).map((one) => ({ ...one, views: views.get(one.sessionId) ?? 0 }))),
    `update user_sessions s set end_time = greatest(s.end_time, x.at), is_active = true, page_views = s.page_views + x.views,
       duration = cast(extract(epoch from greatest(s.end_time, x.at) - s.start_time) as integer),
       user_id = coalesce(s.user_id, (select id from users where id = x.user_id))
     from ${from(`${DONE}, views integer`)} where s.session_id = x.session_id`,
  );
}

/** The last sign of each visit, in one order for all servers. */
function latest(signs: readonly Done[]): Done[] {
  const found = new Map<string, Done>();
  for (const { sessionId, userId, at } of signs) {
    const known = found.get(sessionId);
    if (!known) found.set(sessionId, { sessionId, userId, at });
    else {
      known.userId ??= userId;
      if (known.at < at) known.at = at;
    }
  }
  return [...found.values()].toSorted((a, b) => (a.sessionId < b.sessionId ? -1 : 1));
}

/** Visits that have been quiet are over: what their pages did not tell themselves follows from the order of their views. */
export async function closeQuietSessions(db: Knex, before: Date): Promise<number> {
  const closed = await rows<{ sessionId: string }>(
    db,
    `with quiet as (select id, session_id, end_time from user_sessions where is_active and end_time < :before
                    order by end_time limit 20000 for update skip locked),
       closed as (update user_sessions s set is_active = false from quiet where s.id = quiet.id returning s.session_id),
       ordered as (select p.id, p.time_on_page,
                     lead(p."timestamp") over w - p."timestamp" as until_next, lead(p.id) over w is null as last,
                     q.end_time - p."timestamp" as until_end
                   from page_views p join quiet q on q.session_id = p.session_id
                   window w as (partition by p.session_id order by p."timestamp", p.id))
     , told as (update page_views p set exit_page = o.last,
         time_on_page = coalesce(o.time_on_page, cast(extract(epoch from coalesce(o.until_next, o.until_end)) as integer))
       from ordered o where p.id = o.id)
     select session_id from closed`,
    { before },
  );
  return closed.length;
}
