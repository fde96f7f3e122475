import type { Knex } from 'knex';
import { prepared, rows } from '#server/db/knex.ts';

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

/** The tracking events of one or more requests. */
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

/** A batch as the text that the database reads: JSON rows, each followed by a comma. Text is cheap to keep in memory. */
export type Packed = Record<(typeof kinds)[number], string> & { signs: Done[]; size: number };

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

/** Stores batches, all or none, in a single call, because each call costs this process as much as a search. */
export async function storeEvents(db: Knex, all: readonly Packed[]): Promise<void> {
  const whole = (text: string) => (text === '' ? null : `[${text.slice(0, -1)}]`);
  const arrays = kinds.map((kind) => whole(all.map((one) => one[kind]).join('')));
  const signs = whole(rowsOf(latest(all.flatMap((one) => one.signs))));
  await prepared(db, `select store_events(?, ?, ?, ?, ?, ?, ?, ?)`, [...arrays, signs]);
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
     , updated as (update page_views p set exit_page = o.last,
         time_on_page = coalesce(o.time_on_page, cast(extract(epoch from coalesce(o.until_next, o.until_end)) as integer))
       from ordered o where p.id = o.id)
     select session_id from closed`,
    { before },
  );
  return closed.length;
}
