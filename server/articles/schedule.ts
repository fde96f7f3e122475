import { Temporal } from 'temporal-polyfill';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { contentSchedule, type updateSchedule } from '#contract/admin-articles.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { conflict, notFound } from '#server/http/errors.ts';
import { nextVersionTime, rejectIfChanged } from '#server/http/edit-conflict.ts';
import { audit, lastChange } from '#server/audit/audit.ts';
import { changeArticle, lockArticle } from './queries.ts';
import {
  changeSchedule,
  findComing,
  findQueued,
  findSchedules,
  lockSchedule,
  refreshTopics,
  setDates,
} from './queries-schedule.ts';

/** Articles of a day appear from 9:00 to 21:00 by the clocks of New York, in summer as in winter. */
const zone = 'America/New_York';
const FIRST_HOUR = 9;
const SPREAD_MINUTES = 12 * 60;

/** The next `count` places of a schedule after a moment. Pure, so that the calendar can be checked by hand. */
export function slots(now: Date, perDay: number, count: number): Date[] {
  const found: Date[] = [];
  let day = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  for (; found.length < count; day = day.add({ days: 1 }))
    for (let n = 0; n < perDay && found.length < count; n++) {
      const minutes = Math.floor((n * SPREAD_MINUTES) / perDay);
      const time = new Temporal.PlainTime(FIRST_HOUR).add({ minutes });
      const at = day.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds;
      if (at > now.getTime()) found.push(new Date(at));
    }
  return found;
}

/** Gives the approved drafts of a topic their dates: in order of approval, or none while the schedule is paused. */
export async function planTopic(trx: Knex, topicId: string, now: Date): Promise<void> {
  const schedule = await lockSchedule(trx, topicId);
  if (!schedule) return;
  const queued = await findQueued(trx, topicId, now);
  const dates = schedule.isActive ? slots(now, schedule.articlesPerDay, queued.length) : [];
  await setDates(
    trx,
    queued.map(({ id }, place) => ({ id, at: dates[place] ?? null })),
  );
  await refreshTopics(trx, [topicId], now);
}

type SentSchedule = z.input<typeof contentSchedule>;

export async function schedules(db: Knex, now: Date): Promise<SentSchedule[]> {
  const [list, coming] = await Promise.all([findSchedules(db), findComing(db, now)]);
  return list.map((schedule) => {
    const own = coming.filter(({ topicId }) => topicId === schedule.topicId);
    return {
      ...schedule,
      upcoming: own.flatMap(({ id, title, at, queued }) => (at ? [{ id, title, at, queued }] : [])),
      waiting: own.filter(({ at }) => at === null).length,
    };
  });
}

export async function reschedule(
  topicId: string,
  { read, ...change }: z.output<(typeof updateSchedule)['body']>,
  { db, clock, actor }: Ctx<Actor>,
): Promise<SentSchedule> {
  const now = clock.now();
  await db.transaction(async (trx) => {
    const before = await lockSchedule(trx, topicId);
    if (!before) throw notFound('There is no such topic.');
    await rejectIfChanged({
      read,
      schema: contentSchedule.pick({ articlesPerDay: true, isActive: true }),
      stored: before,
      newValues: change,
      actor,
      findLastChange: (fields) => lastChange(trx, { subject: 'schedule', subjectId: topicId }, { fields }),
    });
    await changeSchedule(trx, before.id, { ...change, updatedAt: now });
    await planTopic(trx, topicId, now);
    await audit(trx, actor, {
      at: now,
      action: 'schedule.updated',
      subject: 'schedule',
      subjectId: topicId,
      before: { articlesPerDay: before.articlesPerDay, isActive: before.isActive },
      after: { articlesPerDay: before.articlesPerDay, isActive: before.isActive, ...change },
    });
  });
  return (await schedules(db, now)).find((schedule) => schedule.topicId === topicId)!;
}

/** Approves a draft for its topic's schedule, or takes it out again, which makes it a draft once more. */
export async function queueDraft(
  id: number,
  queued: boolean,
  { db, clock, actor }: Ctx<Actor>,
): Promise<{ scheduledPublishAt: Date | null; queued: boolean }> {
  const now = clock.now();
  return db.transaction(async (trx) => {
    const article = await lockArticle(trx, id);
    if (!article) throw notFound('Article not found');
    if (article.isPublished || (article.scheduledPublishAt !== null && article.scheduledPublishAt <= now))
      throw conflict('This article is already published.');
    await changeArticle(trx, id, {
      queuedAt: queued ? (article.queuedAt ?? now) : null,
      ...(queued === (article.queuedAt !== null) ? {} : { scheduledPublishAt: null }),
      updatedAt: nextVersionTime(article.updatedAt, now),
    });
    await planTopic(trx, article.topicId, now);
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
