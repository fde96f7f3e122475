import { findTopicByName } from '#shared/articles/topics.ts';
import { chooseFreeSlug } from '#shared/slug.ts';
import { DELETED_DAYS } from '#contract/articles/admin-articles.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { conflict, notFound } from '#server/base/http/errors.ts';
import { findSlugsLike, type ArticleRow } from './queries.ts';
import * as sql from './queries-deleted.ts';
import { assignDates } from './schedule.ts';
import { listTopics } from './topics.ts';

const DAY = 86_400_000;
const firstKeptTime = (now: Date): Date => new Date(now.getTime() - DELETED_DAYS * DAY);

export const listDeletedArticles = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  sql.findDeleted(db, firstKeptTime(clock.now()));

/**
 * Brings back a deleted article under its id, and its URL if no other article took it. A date that passed in the meantime
 * would publish the article unseen, so the article becomes a draft instead.
 */
export async function restoreArticle(id: number, { db, actor, clock }: Ctx<Actor>): Promise<ArticleRow> {
  const now = clock.now();
  return db.transaction(async (trx) => {
    const kept = await sql.takeDeleted(trx, id, firstKeptTime(now));
    if (!kept) throw notFound('This article can no longer be restored.');
    const isMissed = !kept.isPublished && kept.scheduledPublishAt !== null && new Date(kept.scheduledPublishAt) <= now;
    const article = {
      ...kept,
      // Its topic may be part of another one since.
      topicId: findTopicByName(await listTopics(trx), kept.topicId)?.id ?? kept.topicId,
      ...(isMissed ? { scheduledPublishAt: null, queuedAt: null } : {}),
      updatedAt: now,
    };
    for (let tries = 0; tries < 20; tries++) {
      const slug = chooseFreeSlug(kept.slug, await findSlugsLike(trx, kept.slug));
      const restored = await sql.insertRestored(trx, { ...article, slug });
      if (!restored) continue;
      await assignDates(trx, restored.topicId, now);
      await audit(trx, actor, {
        at: now,
        action: 'article.restored',
        subject: 'article',
        subjectId: id,
        note: restored.title,
      });
      return restored;
    }
    throw conflict('Someone else is using this title right now. Please try again.');
  });
}

export async function purgeDeletedArticles({ db, clock }: Deps): Promise<void> {
  await sql.purgeDeleted(db, firstKeptTime(clock.now()));
}
