import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

interface CalendarRow {
  id: number;
  title: string;
  topicId: string;
  slug: string;
  at: Date;
  isPublished: boolean;
}

/** More than any month holds: ten topics with twelve articles a day. */
const LIMIT = 5_000;

export const findCalendar = (
  db: Knex,
  { from, to, now }: { from: Date; to: Date; now: Date },
): Promise<CalendarRow[]> =>
  rows(
    db,
    `select * from (
       select id, title, topic_id, slug, coalesce(published_at, scheduled_publish_at) as at,
         is_published or scheduled_publish_at <= :now as is_published
       from articles where is_published or scheduled_publish_at is not null) a
     where at >= :from and at < :to order by at, id limit :limit`,
    { from, to, now, limit: LIMIT },
  );
