import type { Knex } from 'knex';
import { REPORT_ZONE } from '#shared/insights/report-zone.ts';
import { rows } from '#server/base/db/knex.ts';

/** The published reviews of a listing in each month that has some, since this day in New York. */
export const findReviewMonths = (
  db: Knex,
  dentistId: number,
  since: string,
): Promise<{ month: string; count: number; average: number }[]> =>
  rows(
    db,
    `select to_char(v.written_at at time zone '${REPORT_ZONE}', 'YYYY-MM') as month, cast(count(*) as integer) as count,
       cast(round(avg(v.stars), 1) as double precision) as average
     from reviews v where v.dentist_id = :dentistId and v.status = 'published' and v.source = 'here'
       and v.written_at >= cast(cast(:since as date) as timestamp) at time zone '${REPORT_ZONE}'
     group by 1 order by 1`,
    { dentistId, since },
  );

/** The published reviews of these listings in the days from `from`, and in those before `middle`. */
export const countReviews = (
  db: Knex,
  ids: readonly number[],
  { from, middle }: { from: string; middle: string },
): Promise<{ dentistId: number; now: number; before: number }[]> => {
  const start = (day: string) => `cast(cast(${day} as date) as timestamp) at time zone '${REPORT_ZONE}'`;
  return rows(
    db,
    `select dentist_id, cast(count(*) filter (where written_at >= ${start(':middle')}) as integer) as now,
       cast(count(*) filter (where written_at < ${start(':middle')}) as integer) as before
     from reviews where dentist_id = any(cast(:ids as integer[])) and status = 'published' and source = 'here'
       and written_at >= ${start(':from')} group by 1`,
    { ids, from, middle },
  );
};
