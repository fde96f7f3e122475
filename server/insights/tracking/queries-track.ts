import type { Knex } from 'knex';
import { prepared, rows } from '#server/base/db/knex.ts';

interface NewSession {
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

export interface VisitAction {
  sessionId: string;
  userId: number | null;
  at: Date;
}
export interface EventRow extends VisitAction {
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
interface ViewRow extends VisitAction {
  pagePath: string;
  pageTitle: string | null;
  viewId: number | null;
}
interface SearchRow extends VisitAction {
  searchQuery: string | null;
  searchType: string;
  resultsCount: number | null;
}
interface ClickRow extends VisitAction {
  dentistId: number;
  clickPosition: number | null;
}
interface ConversionRow extends VisitAction {
  eventType: string;
  value: number;
  dentistId: number;
}
interface LeaveRow extends VisitAction {
  viewId: number;
  seconds: number;
}

/** The events of one or more requests. */
export interface EventBatch {
  sessions: NewSession[];
  events: EventRow[];
  views: ViewRow[];
  searches: SearchRow[];
  clicks: ClickRow[];
  conversions: ConversionRow[];
  leaves: LeaveRow[];
}

const kinds = ['sessions', 'events', 'views', 'searches', 'clicks', 'conversions', 'leaves'] as const;

/** Events as the text that the database reads: JSON rows, each with a comma after it. Text costs the garbage collector little. */
export type Packed = Record<(typeof kinds)[number], string> & { signs: VisitAction[]; size: number };

const rowsOf = (list: readonly object[]): string => (list.length > 0 ? `${JSON.stringify(list).slice(1, -1)},` : '');

export function packed(batch: EventBatch): Packed {
  const { sessions, events, views, searches, clicks, conversions, leaves } = batch;
  return {
    sessions: rowsOf(sessions),
    events: rowsOf(events),
    views: rowsOf(views),
    searches: rowsOf(searches),
    clicks: rowsOf(clicks),
    conversions: rowsOf(conversions),
    leaves: rowsOf(leaves),
    signs: latest([...events, ...conversions, ...leaves]),
    size: kinds.reduce((sum, kind) => sum + batch[kind].length, 0),
  };
}

/** Stores events in one call, all or none, because each call costs this process as much as a search. */
export async function storeEvents(db: Knex, batches: readonly Packed[]): Promise<void> {
  const whole = (text: string) => (text === '' ? null : `[${text.slice(0, -1)}]`);
  const arrays = kinds.map((kind) => whole(batches.map((batch) => batch[kind]).join('')));
  const signs = whole(rowsOf(latest(batches.flatMap((batch) => batch.signs))));
  await prepared(db, `select store_events(?, ?, ?, ?, ?, ?, ?, ?)`, [...arrays, signs]);
}

/** The last activity of each visit, sorted by visit, so that servers lock the rows in the same order. */
function latest(signs: readonly VisitAction[]): VisitAction[] {
  const latestBySession = new Map<string, VisitAction>();
  for (const { sessionId, userId, at } of signs) {
    const latest = latestBySession.get(sessionId);
    if (!latest) latestBySession.set(sessionId, { sessionId, userId, at });
    else {
      latest.userId ??= userId;
      if (latest.at < at) latest.at = at;
    }
  }
  return [...latestBySession.values()].toSorted((a, b) => (a.sessionId < b.sessionId ? -1 : 1));
}

/** Ends idle visits. The exit page, and times that pages did not report, follow from the order of the page views. */
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
     , updated as (update page_views p set exit_page = o.last,
         time_on_page = coalesce(o.time_on_page, cast(extract(epoch from coalesce(o.until_next, o.until_end)) as integer))
       from ordered o where p.id = o.id)
     select session_id from closed`,
    { before },
  );
  return closed.length;
}
