import type { Knex } from 'knex';
import { REPORT_ZONE } from '#shared/insights/report-zone.ts';
import { rows } from '#server/base/db/knex.ts';

interface ExportPeriod {
  from: string | null;
  to: string | null;
}
const within = (column: string) =>
  `(cast(:from as date) is null or ${column} >= cast(cast(:from as date) as timestamp) at time zone '${REPORT_ZONE}')
   and (cast(:to as date) is null or ${column} < cast(cast(:to as date) + 1 as timestamp) at time zone '${REPORT_ZONE}')`;

type Row = Record<string, unknown>;
interface Session extends Row {
  id: number;
  sessionId: string;
}

const findRowsOfVisits = (
  db: Knex,
  columns: string,
  table: string,
  ids: string[],
): Promise<(Row & { sessionId: string })[]> =>
  rows(
    db,
    `select session_id, ${columns} from ${table} where session_id = any (cast(? as uuid[])) order by "timestamp", id`,
    [ids],
  );

/** Visits by start time, in slices, each with its page views, events, and conversions. */
export async function* streamVisits(db: Knex, period: ExportPeriod, sliceSize = 500): AsyncGenerator<Row[]> {
  for (let after = 0; ;) {
    const sessions = await rows<Session>(
      db,
      `select s.id, s.session_id, s.user_id, u.email, s.ip_address, s.user_agent, s.start_time, s.end_time, s.page_views, s.duration,
         s.referrer, s.utm_source, s.utm_medium, s.utm_campaign, s.device_type, s.browser_name, s.operating_system, s.country_code,
         s.city_name, s.is_active
       from user_sessions s left join users u on u.id = s.user_id
       where s.id > :after and ${within('s.start_time')} order by s.id limit :sliceSize`,
      { ...period, after, sliceSize },
    );
    if (sessions.length === 0) return;
    const ids = sessions.map(({ sessionId }) => sessionId);
    // Read in turn, because a transaction runs one statement at a time.
    const views = await findRowsOfVisits(
      db,
      'page_path, page_title, "timestamp", time_on_page, exit_page',
      'page_views',
      ids,
    );
    const events = await findRowsOfVisits(
      db,
      'event_type, event_name, page_path, element_id, element_text, search_query, search_results, dentist_id, "timestamp", metadata',
      'user_events',
      ids,
    );
    const conversions = await findRowsOfVisits(
      db,
      'event_type, value, dentist_id, "timestamp"',
      'conversion_events',
      ids,
    );
    const of = groupBySession({ pageViews: views, events, conversions });
    yield sessions.map(({ id: _id, ...session }) => ({ ...session, ...of(session.sessionId) }));
    after = sessions.at(-1)!.id;
  }
}

function groupBySession<K extends string>(lists: Record<K, (Row & { sessionId: string })[]>) {
  const maps = Object.entries<(Row & { sessionId: string })[]>(lists).map(([name, list]) => {
    const map = new Map<string, Row[]>();
    for (const { sessionId, ...row } of list) map.set(sessionId, [...(map.get(sessionId) ?? []), row]);
    return [name, map] as const;
  });
  return (id: string) => Object.fromEntries(maps.map(([name, map]) => [name, map.get(id) ?? []]));
}

export async function* streamSearches(db: Knex, period: ExportPeriod, sliceSize = 2_000): AsyncGenerator<Row[]> {
  for (let after = 0; ;) {
    const slice = await rows<Row & { id: number }>(
      db,
      `select a.id, a.session_id, a.search_query, a.search_type, a.results_count, a.clicked_result_id, d.name as clicked_result_name,
         a.click_position, a."timestamp"
       from search_analytics a left join dentists d on d.id = a.clicked_result_id
       where a.id > :after and ${within('a."timestamp"')} order by a.id limit :sliceSize`,
      { ...period, after, sliceSize },
    );
    if (slice.length === 0) return;
    yield slice;
    after = slice.at(-1)!.id;
  }
}
