import { Temporal } from 'temporal-polyfill';
import type { Knex } from 'knex';
import type { z } from 'zod';
import type * as contract from '#contract/articles/admin-articles.ts';
import { contentSchedule } from '#contract/articles/admin-articles.ts';
import type { StaffContext } from '#server/base/tables/bulk-action.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest, conflict, notFound } from '#server/base/http/errors.ts';
import { nextVersionTime, rejectIfChanged } from '#server/base/http/edit-conflict.ts';
import { audit, lastChange } from '#server/audit/audit.ts';
import { updateArticle, lockArticle } from './queries.ts';
import * as sql from './queries-schedule.ts';

/** Articles are published between 9 a.m. and 9 p.m. in New York, in summer and in winter. */
const ZONE = 'America/New_York';
const FIRST_HOUR = 9;
const SPREAD_MINUTES = 12 * 60;

/** The next `count` publishing times of a schedule. A pure function, so tests can check the calendar. */
export function nextPublishingTimes(now: Date, perDay: number, count: number): Date[] {
  const times: Date[] = [];
  let day = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(ZONE).toPlainDate();
  for (; times.length < count; day = day.add({ days: 1 }))
    for (let n = 0; n < perDay && times.length < count; n++) {
      const minutes = Math.floor((n * SPREAD_MINUTES) / perDay);
      const time = new Temporal.PlainTime(FIRST_HOUR).add({ minutes });
      const at = day.toZonedDateTime({ timeZone: ZONE, plainTime: time }).epochMilliseconds;
      if (at > now.getTime()) times.push(new Date(at));
    }
  return times;
}

/** Assigns dates to the approved drafts of a topic in order of approval, or removes them while the schedule is paused. */
export async function assignDates(trx: Knex, topicId: string, now: Date): Promise<void> {
  const schedule = await sql.lockSchedule(trx, topicId);
  if (!schedule) return;
  const queued = await sql.findQueued(trx, topicId, now);
  const dates = schedule.isActive ? nextPublishingTimes(now, schedule.articlesPerDay, queued.length) : [];
  await sql.setDates(
    trx,
    queued.map(({ id }, place) => ({ id, at: dates[place] ?? null })),
  );
  await sql.refreshTopics(trx, [topicId], now);
}

type ScheduleReply = z.input<typeof contentSchedule>;

export async function listSchedules(db: Knex, now: Date): Promise<ScheduleReply[]> {
  const [allSchedules, upcoming] = await Promise.all([sql.findSchedules(db), sql.findUpcoming(db, now)]);
  return allSchedules.map((schedule) => {
    const articles = upcoming.filter(({ topicId }) => topicId === schedule.topicId);
    return {
      ...schedule,
      upcoming: articles.flatMap(({ id, title, at, queued }) => (at ? [{ id, title, at, queued }] : [])),
      waiting: articles.filter(({ at }) => at === null).length,
    };
  });
}

export async function updateSchedule(
  topicId: string,
  { read, ...change }: z.output<(typeof contract.updateSchedule)['body']>,
  { db, clock, actor }: Ctx<Actor>,
): Promise<ScheduleReply> {
  const now = clock.now();
  await db.transaction(async (trx) => {
    const before = await sql.lockSchedule(trx, topicId);
    if (!before) throw badRequest('That topic does not exist.', { topicId: 'That topic does not exist.' });
    await rejectIfChanged({
      read,
      schema: contentSchedule.pick({ articlesPerDay: true, isActive: true }),
      stored: before,
      newValues: change,
      actor,
      findLastChange: (fields) => lastChange(trx, { subject: 'schedule', subjectId: topicId }, { fields }),
    });
    await sql.updateSchedule(trx, before.id, { ...change, updatedAt: now });
    await assignDates(trx, topicId, now);
    await audit(trx, actor, {
      at: now,
      action: 'schedule.updated',
      subject: 'schedule',
      subjectId: topicId,
      before: { articlesPerDay: before.articlesPerDay, isActive: before.isActive },
      after: { articlesPerDay: before.articlesPerDay, isActive: before.isActive, ...change },
    });
  });
  return (await listSchedules(db, now)).find((schedule) => schedule.topicId === topicId)!;
}

/** Adds a draft to its topic's schedule, or removes it, which makes it a draft again. */
export async function queueArticle(
  id: number,
  queued: boolean,
  { db, clock, actor }: StaffContext,
): Promise<{ scheduledPublishAt: Date | null; queued: boolean }> {
  const now = clock.now();
  return db.transaction(async (trx) => {
    const article = await lockArticle(trx, id);
    if (!article) throw notFound('Article not found');
    if (article.isPublished || (article.scheduledPublishAt !== null && article.scheduledPublishAt <= now))
      throw conflict('This article is already published.');
    await updateArticle(trx, id, {
      queuedAt: queued ? (article.queuedAt ?? now) : null,
      ...(queued === (article.queuedAt !== null) ? {} : { scheduledPublishAt: null }),
      updatedAt: nextVersionTime(article.updatedAt, now),
    });
    await assignDates(trx, article.topicId, now);
    const after = (await lockArticle(trx, id))!;
    await audit(trx, actor, {
      at: now,
      action: queued ? 'article.queued' : 'article.unqueued',
      subject: 'article',
      subjectId: id,
      note: article.title,
    });
    return { scheduledPublishAt: after.scheduledPublishAt, queued };
  });
}
