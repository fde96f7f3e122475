import type { Knex } from 'knex';
import { REPORT_ZONE } from '#shared/insights/report-zone.ts';
import { rows } from '#server/base/db/knex.ts';

/** The events of a review v, each with its time and its condition. Each time has an index. */
const EVENTS = {
  received: ['v.written_at', 'true'],
  published: ['v.published_at', `v.status = 'published'`],
  refused: ['v.decided_at', `v.status = 'refused'`],
  reported: ['v.reported_at', 'true'],
  appealed: ['v.appealed_at', 'true'],
} as const;
export type ReviewEvent = keyof typeof EVENTS;

interface Count {
  event: ReviewEvent;
  month: string;
  /** Only refusals have both. */
  reason: string | null;
  stars: number | null;
  n: number;
}

export const countImported = async (db: Knex): Promise<number> =>
  (
    await rows<{ n: number }>(db, `select cast(count(*) as integer) as n from reviews where source = 'imported'`, [])
  )[0]!.n;

/** How many reviews there were of each event since the first day of a month in New York. */
export function countEvents(db: Knex, since: string): Promise<Count[]> {
  const parts = Object.entries(EVENTS).map(([event, [at, condition]]) => {
    const detail =
      event === 'refused' ? 'v.reason, cast(v.stars as integer)' : 'cast(null as text), cast(null as integer)';
    return `select '${event}' as event, to_char(${at} at time zone '${REPORT_ZONE}', 'YYYY-MM') as month, ${detail}, cast(count(*) as integer) as n
      from reviews v where ${at} >= cast(cast(:since as date) as timestamp) at time zone '${REPORT_ZONE}' and ${condition} and v.source = 'here'
      group by 2, 3, 4`;
  });
  return rows(db, `select * from (${parts.join(' union all ')}) e (event, month, reason, stars, n) order by month, event, reason, stars`, { since }); // prettier-ignore
}
