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
