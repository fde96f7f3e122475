import type { Knex } from 'knex';
import type { ReviewLanguage } from '#shared/reviews/review.ts';
import { prepared } from '#server/base/db/knex.ts';
import type { ReviewAnswers } from './queries.ts';

/** Invented reviews show only while there are no others. */
const SHOWN = `v.dentist_id = ? and v.status = 'published' and v.is_sample = not exists (
  select from reviews o where o.dentist_id = v.dentist_id and o.status = 'published' and not o.is_sample)`;

export interface ReviewSums {
  total: number;
  average: number | null;
  isSample: boolean;
  stars: number[];
  explained: { yes: number; asked: number };
  onTime: { yes: number; asked: number };
  priceAsTold: { yes: number; asked: number };
  wouldReturn: { yes: number; asked: number };
}

const answerSums = (column: string) =>
  `json_build_object('yes', count(*) filter (where v.${column}), 'asked', count(v.${column})) as ${column}`;
const starCounts = [1, 2, 3, 4, 5].map((n) => `cast(count(*) filter (where v.stars = ${n}) as integer)`).join(', ');

export const sumReviews = async (db: Knex, dentistId: number): Promise<ReviewSums> =>
  (
    await prepared<ReviewSums>(
      db,
      `select cast(count(*) as integer) as total, cast(round(avg(v.stars), 2) as double precision) as average,
         coalesce(bool_or(v.is_sample), false) as is_sample, array[${starCounts}] as stars,
         ${['explained', 'on_time', 'price_as_told', 'would_return'].map(answerSums).join(', ')}
       from reviews v where ${SHOWN}`,
      [dentistId],
    )
  )[0]!;

export interface ShownRow extends ReviewAnswers {
  id: number;
  stars: number;
  service: string | null;
  visitMonth: string;
  text: string;
  language: ReviewLanguage;
  author: string;
  writtenAt: Date;
  isVisitVerified: boolean;
}

export const findShownReviews = (
  db: Knex,
  dentistId: number,
  page: { limit: number; offset: number },
): Promise<ShownRow[]> =>
  prepared(
    db,
    `select v.id, v.stars, v.explained, v.on_time, v.price_as_told, v.would_return, s.name as service,
       to_char(v.visit_month, 'YYYY-MM') as visit_month, v.body as text, v.language, v.author_name as author, v.written_at,
       not v.is_sample as is_visit_verified
     from reviews v left join services s on s.id = v.service_id where ${SHOWN}
     order by v.written_at desc, v.id desc limit ? offset ?`,
    [dentistId, page.limit, page.offset],
  );
