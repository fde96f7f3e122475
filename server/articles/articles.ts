import type { Knex } from 'knex';
import type { z } from 'zod';
import { article, type newArticle, type updateArticle } from '#contract/articles.ts';
import { readTimeOf, topicOf, topics } from '#contract/topics.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { conflict, notFound } from '#server/http/errors.ts';
import { nextVersionTime, rejectIfChanged } from '#server/http/edit-conflict.ts';
import { audit, lastChange, type AuditActor } from '#server/audit/audit.ts';
import {
  changeArticle,
  countArticles,
  findArticles,
  findBySlug,
  insertArticle,
  lockArticle,
  publishDrafts,
  removeArticle,
  slugsLike,
  type ArticleRow,
  type NewArticleRow,
} from './queries.ts';
import { planTopic } from './schedule.ts';
import { freeSlug, slugify } from './slug.ts';

const EDITORIAL_TEAM = 'Enamel Editorial Team';

const seesDrafts = (actor: Actor | null): boolean => actor?.role === 'admin' && !actor.mustEnrol;

export const listFor = (
  { db, actor, clock }: Pick<Ctx, 'db' | 'actor' | 'clock'>,
  filter: { topicId?: string | undefined; id?: number | undefined; brief?: boolean },
) => findArticles(db, { ...filter, drafts: seesDrafts(actor), now: clock.now() });

export async function articleFor({ db, actor, clock }: Ctx, slug: string): Promise<ArticleRow> {
  const found = await findBySlug(db, slug, { drafts: seesDrafts(actor), now: clock.now() });
  if (!found) throw notFound('Article not found');
  return found;
}

export async function statsOf(db: Knex, now: Date) {
  const counts = await countArticles(db, now);
  const total = (of: (count: (typeof counts)[number]) => number) => counts.reduce((sum, count) => sum + of(count), 0);
  const byTopic = (of: (count: (typeof counts)[number]) => number) =>
    Object.fromEntries(
      topics.map(({ id }) => {
        const count = counts.find(({ topicId }) => topicId === id);
        return [id, count ? of(count) : 0];
      }),
    );
  const published = total((count) => count.published);
  const scheduled = total((count) => count.scheduled);
  const totalArticles = total((count) => count.total);
  return {
    totalArticles,
    publishedArticles: published,
    scheduledArticles: scheduled,
    draftArticles: totalArticles - published - scheduled,
    byTopic: byTopic((count) => count.total),
    publishedByTopic: byTopic((count) => count.published),
    visibleByTopic: byTopic((count) => count.published + count.scheduled),
  };
}

/** Publish immediately beats a date, and a date that has passed publishes now. */
function stateFrom(
  wanted: { isPublished: boolean; scheduledPublishAt: Date | null },
  now: Date,
  publishedAt: Date | null,
) {
  const due = wanted.scheduledPublishAt !== null && wanted.scheduledPublishAt <= now;
  if (wanted.isPublished || due)
    return { isPublished: true, scheduledPublishAt: null, publishedAt: publishedAt ?? now };
  return { isPublished: false, scheduledPublishAt: wanted.scheduledPublishAt, publishedAt: null };
}

const logged = ({ content: _content, ...rest }: ArticleRow) => rest;
const orNull = (text: string | null): string | null => (text === '' ? null : text);

export type ArticleInput = z.output<typeof newArticle> & { aiSource?: string; provenance?: object };

/** Inserts under a slug of its own, also while others insert the same title. */
export async function addArticle(trx: Knex, actor: AuditActor, input: ArticleInput, now: Date): Promise<ArticleRow> {
  const { readTime, author, aiSource, provenance, ...rest } = input;
  const row: Omit<NewArticleRow, 'slug'> = {
    ...rest,
    metaTitle: orNull(rest.metaTitle),
    metaDescription: orNull(rest.metaDescription),
    category: topicOf(rest.topicId)!.category,
    author: author || EDITORIAL_TEAM,
    readTime: readTime ?? readTimeOf(rest.content),
    aiSource: aiSource ?? null,
    provenance: provenance ?? null,
    ...stateFrom(
      {
        isPublished: rest.isPublished,
        scheduledPublishAt: rest.scheduledPublishAt === null ? null : new Date(rest.scheduledPublishAt),
      },
      now,
      null,
    ),
    createdAt: now,
    updatedAt: now,
  };
  const wanted = slugify(rest.title);
  for (let tries = 0; ; tries++) {
    const slug = freeSlug(wanted, await slugsLike(trx, wanted));
    const made = await insertArticle(trx, { ...row, slug });
    if (made) {
      await planTopic(trx, made.topicId, now);
      await audit(trx, actor, {
        at: now,
        action: 'article.created',
        subject: 'article',
        subjectId: made.id,
        after: logged(made),
      });
      return made;
    }
    if (tries === 20) throw conflict('This title is being used by someone else right now. Please try again.');
  }
}

export const create = (input: z.output<typeof newArticle>, { db, actor, clock }: Ctx<Actor>): Promise<ArticleRow> =>
  db.transaction((trx) => addArticle(trx, actor, input, clock.now()));

export async function update(
  id: number,
  { read, ...given }: z.output<(typeof updateArticle)['body']>,
  { db, actor, clock }: Ctx<Actor>,
): Promise<ArticleRow> {
  const now = clock.now();
  return db.transaction(async (trx) => {
    const before = await lockArticle(trx, id);
    if (!before) throw notFound('Article not found');
    await rejectIfChanged({
      read,
      schema: article,
      stored: before,
      newValues: given,
      actor,
      findLastChange: () => lastChange(trx, { subject: 'article', subjectId: id }, { at: before.updatedAt }),
    });
    const { isPublished, scheduledPublishAt, readTime, author, ...text } = given;
    const live = before.isPublished || (before.scheduledPublishAt !== null && before.scheduledPublishAt <= now);
    const chosen = scheduledPublishAt === undefined ? before.scheduledPublishAt : toDate(scheduledPublishAt);
    const state = stateFrom(
      {
        isPublished: isPublished ?? live,
        // Taken back to draft: the date it was once published by does not publish it again.
        scheduledPublishAt: live && isPublished === false && scheduledPublishAt === undefined ? null : chosen,
      },
      now,
      before.publishedAt ?? (live ? before.scheduledPublishAt : null),
    );
    const moved = (state.scheduledPublishAt?.getTime() ?? null) !== (before.scheduledPublishAt?.getTime() ?? null);
    const after = await changeArticle(trx, id, {
      ...text,
      ...(text.metaTitle === undefined ? {} : { metaTitle: orNull(text.metaTitle) }),
      ...(text.metaDescription === undefined ? {} : { metaDescription: orNull(text.metaDescription) }),
      ...(text.topicId === undefined ? {} : { category: topicOf(text.topicId)!.category }),
      ...(author === undefined ? {} : { author: author || EDITORIAL_TEAM }),
      ...(text.content === undefined && readTime === undefined
        ? {}
        : { readTime: readTime ?? readTimeOf(text.content ?? before.content) }),
      ...state,
      // A date chosen by hand is not the schedule's any more.
      ...(state.isPublished || moved ? { queuedAt: null } : {}),
      updatedAt: nextVersionTime(before.updatedAt, now),
    });
    for (const topicId of new Set([before.topicId, after.topicId])) await planTopic(trx, topicId, now);
    await audit(trx, actor, {
      at: now,
      action: 'article.updated',
      subject: 'article',
      subjectId: id,
      note: after.title,
      before: { ...logged(before), contentLength: before.content.length },
      after: { ...logged(after), contentLength: after.content.length },
    });
    return after;
  });
}

const toDate = (value: string | null): Date | null => (value === null ? null : new Date(value));

export async function remove(id: number, { db, actor, clock }: Ctx<Actor>): Promise<void> {
  const now = clock.now();
  await db.transaction(async (trx) => {
    const before = await lockArticle(trx, id);
    if (!before) throw notFound('Article not found');
    await removeArticle(trx, id);
    await planTopic(trx, before.topicId, now);
    // The whole text is kept here: it is what one needs after deleting by mistake.
    await audit(trx, actor, {
      at: now,
      action: 'article.deleted',
      subject: 'article',
      subjectId: id,
      note: before.title,
      before,
    });
  });
}

/** Every draft is published now, also those that wait in a paused schedule. */
export async function approveAll({ db, actor, clock }: Ctx<Actor>): Promise<number> {
  const now = clock.now();
  return db.transaction(async (trx) => {
    const published = await publishDrafts(trx, now);
    for (const topicId of new Set(published.map((one) => one.topicId))) await planTopic(trx, topicId, now);
    if (published.length > 0)
      await audit(trx, actor, {
        at: now,
        action: 'article.bulk_approved',
        subject: 'article',
        note: `${published.length} drafts published`,
        after: { articles: published.map(({ id, title }) => ({ id, title })) },
      });
    return published.length;
  });
}
