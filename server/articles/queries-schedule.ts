import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

interface ScheduleRow {
  id: number;
  topicId: string;
  articlesPerDay: number;
  isActive: boolean;
  lastPublished: Date | null;
  nextScheduled: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Everything that assigns dates in a topic's schedule holds this lock. */
export const lockSchedule = (trx: Knex, topicId: string): Promise<ScheduleRow | undefined> =>
  trx('contentSchedules').where({ topicId }).forUpdate().first() as Promise<ScheduleRow | undefined>;

/** The schedules of the topics. That of a merged topic is kept for its separation. */
export const findSchedules = (db: Knex): Promise<ScheduleRow[]> =>
  rows(db, 'select s.* from content_schedules s join topics t on t.slug = s.topic_id order by t.id');

export async function updateSchedule(trx: Knex, id: number, change: Partial<ScheduleRow>): Promise<void> {
  await trx('contentSchedules').where({ id }).update(change);
}

export const findQueued = (trx: Knex, topicId: string, now: Date): Promise<{ id: number }[]> =>
  rows(
    trx,
    `select id from articles where topic_id = :topicId and queued_at is not null and not is_published
       and (scheduled_publish_at is null or scheduled_publish_at > :now)
     order by queued_at, id for update`,
    { topicId, now },
  );

export async function setDates(trx: Knex, dates: { id: number; at: Date | null }[]): Promise<void> {
  if (dates.length === 0) return;
  await rows(
    trx,
    `update articles a set scheduled_publish_at = d.at
     from unnest(cast(:ids as integer[]), cast(:times as timestamptz[])) d(id, at) where a.id = d.id`,
    { ids: dates.map(({ id }) => id), times: dates.map(({ at }) => at) },
  );
}

/** Recomputes nextScheduled and lastPublished from the articles. */
export async function refreshTopics(trx: Knex, topicIds: string[], now: Date): Promise<void> {
  await rows(
    trx,
    // Locks the rows in one order, so that two servers publishing at once don't deadlock.
    `with held as (select id from content_schedules where topic_id = any(:topicIds) order by id for update)
     update content_schedules s set
       next_scheduled = (select min(a.scheduled_publish_at) from articles a
         where a.topic_id = s.topic_id and not a.is_published and a.scheduled_publish_at > :now),
       last_published = (select max(a.published_at) from articles a where a.topic_id = s.topic_id and a.is_published),
       updated_at = :now
     from held where s.id = held.id`,
    { topicIds, now },
  );
}

interface UpcomingArticle {
  id: number;
  title: string;
  topicId: string;
  at: Date | null;
  queued: boolean;
}
export const findUpcoming = (db: Knex, now: Date): Promise<UpcomingArticle[]> =>
  rows(
    db,
    `select id, title, topic_id, scheduled_publish_at as at, queued_at is not null as queued from articles
     where not is_published and (scheduled_publish_at > :now or (scheduled_publish_at is null and queued_at is not null))
     order by scheduled_publish_at nulls last, queued_at, id`,
    { now },
  );
