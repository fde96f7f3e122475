import type { Knex } from 'knex';
import type { z } from 'zod';
import type * as contract from '#contract/articles/articles.ts';
import { article } from '#contract/articles/articles.ts';
import { chooseFreeSlug, slugify } from '#shared/slug.ts';
import { readTimeOf } from '#shared/articles/topics.ts';
import { can } from '#shared/permissions.ts';
import type { StaffContext } from '#server/base/tables/bulk-action.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict, notFound } from '#server/base/http/errors.ts';
import { nextVersionTime, rejectIfChanged } from '#server/base/http/edit-conflict.ts';
import { audit, lastChange, type AuditActor } from '#server/audit/audit.ts';
import * as sql from './queries.ts';
import { keepDeleted } from './queries-deleted.ts';
import { assignDates } from './schedule.ts';
import { listTopics, requireTopic } from './topics.ts';

const seesDrafts = (actor: Actor | null): boolean => can(actor?.role, 'articles.read') && !actor?.mustEnrol;

export const listArticles = (
  { db, actor, clock }: Pick<Ctx, 'db' | 'actor' | 'clock'>,
  filter: { topicId?: string | undefined; id?: number | undefined; brief?: boolean },
) => sql.findArticles(db, { ...filter, drafts: seesDrafts(actor), now: clock.now() });

export async function findArticle({ db, actor, clock }: Ctx, slug: string): Promise<sql.ArticleRow> {
  const articleRow = await sql.findBySlug(db, slug, { drafts: seesDrafts(actor), now: clock.now() });
  if (!articleRow) throw notFound('Article not found');
  return articleRow;
}

/** A published article, or undefined if there is none at this address. */
export async function findPublishedArticle(db: Knex, slug: string, now: Date): Promise<sql.ArticleRow | undefined> {
  const articleRow = await sql.findBySlug(db, slug, { drafts: false, now });
  return articleRow?.isPublished ? articleRow : undefined;
}

export type PublishedArticle = Omit<sql.ArticleRow, 'content'>;

/** All published articles, newest first. */
export async function listPublishedArticles(db: Knex, now: Date): Promise<PublishedArticle[]> {
  const articles = await sql.findArticles(db, { brief: true, drafts: false, now });
  return articles.filter(({ isPublished }) => isPublished);
}

/** When the page of a published article last changed. Its publication may come after its last edit. */
export const changeOf = ({ updatedAt, publishedAt }: Pick<PublishedArticle, 'updatedAt' | 'publishedAt'>): Date =>
  publishedAt && publishedAt > updatedAt ? publishedAt : updatedAt;

/** The newest change of these articles, or null for none. */
export const newestChange = (articles: readonly PublishedArticle[]): Date | null =>
  articles.map(changeOf).toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;

export async function countArticlesByTopic(db: Knex, now: Date) {
  const [counts, topics] = await Promise.all([sql.countArticles(db, now), listTopics(db)]);
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

/** Publishing now takes precedence over a date. A past date publishes now. */
function publishingState(
  wanted: { isPublished: boolean; scheduledPublishAt: Date | null },
  now: Date,
  publishedAt: Date | null,
) {
  const due = wanted.scheduledPublishAt !== null && wanted.scheduledPublishAt <= now;
  if (wanted.isPublished || due)
    return { isPublished: true, scheduledPublishAt: null, publishedAt: publishedAt ?? now };
  return { isPublished: false, scheduledPublishAt: wanted.scheduledPublishAt, publishedAt: null };
}

const auditValues = ({ content: _content, ...rest }: sql.ArticleRow) => rest;
const emptyToNull = (text: string | null): string | null => (text === '' ? null : text);

type NewArticle = z.output<typeof contract.newArticle>;
type ArticleInput = Omit<NewArticle, 'reviewer' | 'sources' | 'author'> &
  Partial<Pick<NewArticle, 'reviewer' | 'sources'>> & { author: string; aiSource?: string; provenance?: object };

/** Paths under /articles that are not articles. */
const reservedSlugs = new Set(['stats', 'preview']);

export function articleSlug(title: string): string {
  const slug = slugify(title.replaceAll('’', "'"));
  if (slug === '') return 'article';
  return reservedSlugs.has(slug) ? `${slug}-article` : slug;
}

/** Inserts an article under a unique slug, even if others insert the same title at the same time. */
export async function addArticle(
  trx: Knex,
  actor: AuditActor,
  input: ArticleInput,
  now: Date,
): Promise<sql.ArticleRow> {
  const { readTime, author, aiSource, provenance, ...rest } = input;
  const topic = await requireTopic(trx, rest.topicId);
  const row: Omit<sql.NewArticleRow, 'slug'> = {
    ...rest,
    metaTitle: emptyToNull(rest.metaTitle),
    metaDescription: emptyToNull(rest.metaDescription),
    reviewer: emptyToNull(rest.reviewer ?? null),
    sources: rest.sources ?? [],
    topicId: topic.id,
    category: topic.category,
    author,
    readTime: readTime ?? readTimeOf(rest.content),
    aiSource: aiSource ?? null,
    provenance: provenance ?? null,
    ...publishingState(
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
  const baseSlug = articleSlug(rest.title);
  for (let tries = 0; ; tries++) {
    const slug = chooseFreeSlug(baseSlug, await sql.findSlugsLike(trx, baseSlug));
    const inserted = await sql.insertArticle(trx, { ...row, slug });
    if (inserted) {
      await assignDates(trx, inserted.topicId, now);
      await audit(trx, actor, {
        at: now,
        action: 'article.created',
        subject: 'article',
        subjectId: inserted.id,
        after: auditValues(inserted),
      });
      return inserted;
    }
    if (tries === 20) throw conflict('Someone else is using this title right now. Please try again.');
  }
}

export const createArticle = (
  input: z.output<typeof contract.newArticle>,
  { db, actor, clock, settings }: Ctx<Actor>,
): Promise<sql.ArticleRow> => {
  const author = input.author || settings.current.author;
  return db.transaction((trx) => addArticle(trx, actor, { ...input, author }, clock.now()));
};

export async function updateArticle(
  id: number,
  { read, ...changes }: z.output<(typeof contract.updateArticle)['body']>,
  { db, actor, clock, settings }: StaffContext,
): Promise<sql.ArticleRow> {
  const now = clock.now();
  return db.transaction(async (trx) => {
    const before = await sql.lockArticle(trx, id);
    if (!before) throw notFound('Article not found');
    await rejectIfChanged({
      read,
      schema: article,
      stored: before,
      newValues: changes,
      actor,
      findLastChange: () => lastChange(trx, { subject: 'article', subjectId: id }, { at: before.updatedAt }),
    });
    const { isPublished, scheduledPublishAt, readTime, author, topicId, ...text } = changes;
    const topic = topicId === undefined ? undefined : await requireTopic(trx, topicId);
    const live = before.isPublished || (before.scheduledPublishAt !== null && before.scheduledPublishAt <= now);
    const chosen = scheduledPublishAt === undefined ? before.scheduledPublishAt : toDate(scheduledPublishAt);
    const state = publishingState(
      {
        isPublished: isPublished ?? live,
        // An article that becomes a draft again loses its past date, which would publish it right away.
        scheduledPublishAt: live && isPublished === false && scheduledPublishAt === undefined ? null : chosen,
      },
      now,
      before.publishedAt ?? (live ? before.scheduledPublishAt : null),
    );
    const moved = (state.scheduledPublishAt?.getTime() ?? null) !== (before.scheduledPublishAt?.getTime() ?? null);
    const after = await sql.updateArticle(trx, id, {
      ...text,
      ...(text.metaTitle === undefined ? {} : { metaTitle: emptyToNull(text.metaTitle) }),
      ...(text.metaDescription === undefined ? {} : { metaDescription: emptyToNull(text.metaDescription) }),
      ...(text.reviewer === undefined ? {} : { reviewer: emptyToNull(text.reviewer) }),
      ...(topic ? { topicId: topic.id, category: topic.category } : {}),
      ...(author === undefined ? {} : { author: author || settings.current.author }),
      ...(text.content === undefined && readTime === undefined
        ? {}
        : { readTime: readTime ?? readTimeOf(text.content ?? before.content) }),
      ...state,
      // A date set by hand takes the article out of the topic's schedule.
      ...(state.isPublished || moved ? { queuedAt: null } : {}),
      updatedAt: nextVersionTime(before.updatedAt, now),
    });
    for (const topicId of new Set([before.topicId, after.topicId])) await assignDates(trx, topicId, now);
    await audit(trx, actor, {
      at: now,
      action: 'article.updated',
      subject: 'article',
      subjectId: id,
      note: after.title,
      before: { ...before, contentLength: before.content.length },
      after: { ...after, contentLength: after.content.length },
    });
    return after;
  });
}

const toDate = (value: string | null): Date | null => (value === null ? null : new Date(value));

export async function deleteArticle(id: number, { db, actor, clock }: Ctx<Actor>): Promise<void> {
  const now = clock.now();
  await db.transaction(async (trx) => {
    const before = await sql.lockArticle(trx, id);
    if (!before) throw notFound('Article not found');
    await keepDeleted(trx, before, actor.userId, now);
    await sql.deleteArticle(trx, id);
    await assignDates(trx, before.topicId, now);
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

/** Publishes every draft now, including those in a paused schedule. */
export async function publishAllDrafts({ db, actor, clock }: Ctx<Actor>): Promise<number> {
  const now = clock.now();
  return db.transaction(async (trx) => {
    const published = await sql.publishDrafts(trx, now);
    for (const topicId of new Set(published.map(({ topicId }) => topicId))) await assignDates(trx, topicId, now);
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
