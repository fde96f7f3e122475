import type { Knex } from 'knex';
import type { ReviewLanguage, ReviewSource, Verification } from '#shared/reviews/review.ts';
import { mentionWords, type Mention } from '#shared/reviews/mentions.ts';
import { prepared } from '#server/base/db/knex.ts';
import type { ReviewAnswers } from './queries.ts';

/** A listing shows reviews of one source: those written here, or else imported ones, or else samples. */
const SHOWN = `v.status = 'published' and (v.dentist_id, v.source) = (
  select o.dentist_id, o.source from reviews o where o.dentist_id = ? and o.status = 'published' order by o.source limit 1)`;

interface ReviewSums {
  total: number;
  average: number | null;
  withPhotos: number;
  verified: number;
  /** Null without reviews. */
  source: ReviewSource | null;
  stars: number[];
  languages: { language: ReviewLanguage; count: number }[];
  explained: { yes: number; asked: number };
  onTime: { yes: number; asked: number };
  priceAsTold: { yes: number; asked: number };
  wouldReturn: { yes: number; asked: number };
}

const HAS_PHOTOS = 'exists (select from review_photos p where p.review_id = v.id)';
const answerSums = (column: string) =>
  `json_build_object('yes', count(*) filter (where v.${column}), 'asked', count(v.${column})) as ${column}`;
const starCounts = [1, 2, 3, 4, 5].map((n) => `cast(count(*) filter (where v.stars = ${n}) as integer)`).join(', ');

export const sumReviews = async (db: Knex, dentistId: number): Promise<ReviewSums> =>
  (
    await prepared<ReviewSums>(
      db,
      `select cast(count(*) as integer) as total, cast(round(avg(v.stars), 2) as double precision) as average,
         cast(count(*) filter (where ${HAS_PHOTOS}) as integer) as with_photos,
         cast(count(*) filter (where v.verified_by = 'visit') as integer) as verified,
         min(v.source) as source, array[${starCounts}] as stars,
         (select coalesce(json_agg(json_build_object('language', language, 'count', n)), '[]') from (select v.language, count(*) as n
           from reviews v where ${SHOWN} group by 1 order by 1) counted) as languages,
         ${['explained', 'on_time', 'price_as_told', 'would_return'].map(answerSums).join(', ')}
       from reviews v where ${SHOWN}`,
      [dentistId, dentistId],
    )
  )[0]!;

/** The services that reviews name, with how many name each. */
export const countServices = (db: Knex, dentistId: number): Promise<{ id: number; name: string; count: number }[]> =>
  prepared(
    db,
    `select s.id, s.name, cast(count(*) as integer) as count from reviews v join services s on s.id = v.service_id
     where ${SHOWN} group by s.id order by count(*) desc, s.name limit 30`,
    [dentistId],
  );

/** The texts of all reviews that a listing shows. */
export const findTexts = (db: Knex, dentistId: number): Promise<string[]> =>
  prepared<{ body: string }>(db, `select v.body from reviews v where ${SHOWN}`, [dentistId]).then((found) =>
    found.map(({ body }) => body),
  );

interface ReviewFilters {
  stars?: number | undefined;
  service?: number | undefined;
  language?: ReviewLanguage | undefined;
  photos?: boolean | undefined;
  verified?: boolean | undefined;
  mention?: Mention | undefined;
}

/** A filter without a value keeps every review. */
const FILTERED = `${SHOWN} and v.stars = coalesce(cast(? as smallint), v.stars) and v.language = coalesce(cast(? as text), v.language)
  and (cast(? as integer) is null or v.service_id = cast(? as integer))
  and (not cast(? as boolean) or ${HAS_PHOTOS}) and (not cast(? as boolean) or v.verified_by = 'visit')
  and (cast(? as text) is null or lower(v.body) ~ cast(? as text))`;
const filterBindings = (dentistId: number, { stars, service, language, photos, verified, mention }: ReviewFilters) => [
  dentistId,
  stars ?? null,
  language ?? null,
  service ?? null,
  service ?? null,
  photos ?? false,
  verified ?? false,
  mention ? `\\m(${mentionWords[mention]})\\M` : null,
  mention ? `\\m(${mentionWords[mention]})\\M` : null,
];

export const countShown = async (db: Knex, dentistId: number, filters: ReviewFilters): Promise<number> =>
  (
    await prepared<{ n: number }>(
      db,
      `select cast(count(*) as integer) as n from reviews v where ${FILTERED}`,
      filterBindings(dentistId, filters),
    )
  )[0]!.n;

export const SHOWN_REVIEW = `select v.id, v.stars, v.explained, v.on_time, v.price_as_told, v.would_return, s.name as service,
    to_char(v.visit_month, 'YYYY-MM') as visit_month, v.body as text, v.language, v.author_name as author, v.written_at, v.changed_at,
    v.verified_by, v.reply, v.replied_at,
    (select coalesce(json_agg(json_build_object('url', '/media/' || p.hash, 'width', p.width, 'height', p.height) order by p.id), '[]')
      from review_photos p where p.review_id = v.id) as photos
  from reviews v left join services s on s.id = v.service_id`;

export interface ShownRow extends ReviewAnswers {
  id: number;
  stars: number;
  service: string | null;
  visitMonth: string;
  text: string;
  language: ReviewLanguage;
  author: string;
  writtenAt: Date;
  changedAt: Date;
  verifiedBy: Verification | null;
  reply: string | null;
  repliedAt: Date | null;
  photos: { url: string; width: number; height: number }[];
}

export const findShownReviews = (
  db: Knex,
  dentistId: number,
  filters: ReviewFilters,
  page: { limit: number; offset: number },
): Promise<ShownRow[]> =>
  prepared(
    db,
    `${SHOWN_REVIEW} where ${FILTERED}
     order by v.written_at desc, v.id desc limit ? offset ?`,
    [...filterBindings(dentistId, filters), page.limit, page.offset],
  );
