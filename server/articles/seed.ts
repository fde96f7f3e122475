import type { Knex } from 'knex';
import type { Deps } from '#server/base/http/context.ts';
import { addArticle } from './articles.ts';
import { countUnchanged, deleteUnchanged, hasArticles, setPublishedAt } from './queries.ts';
import { refreshTopics } from './queries-schedule.ts';
import { sampleArticles } from './sample/index.ts';

const DAY = 86_400_000;

/**
 * Adds the sample articles to a database without articles, two per topic. The first of each topic is published; so is the
 * second, or it is scheduled for the next days. Returns the number of added articles.
 */
export async function seedArticles(deps: Pick<Deps, 'db' | 'clock' | 'settings'>): Promise<number> {
  const now = deps.clock.now();
  return deps.db.transaction(async (trx) => {
    if (await hasArticles(trx)) return 0;
    for (const [place, article] of sampleArticles.entries()) {
      const second = place % 2 === 1;
      const topic = Math.floor(place / 2);
      // Every other topic has one scheduled article, two days apart.
      const scheduled = second && topic % 2 === 1;
      const inserted = await addArticle(
        trx,
        null,
        {
          ...article,
          author: deps.settings.current.author,
          isPublished: !scheduled,
          scheduledPublishAt: scheduled ? new Date(now.getTime() + (topic + 1) * DAY).toISOString() : null,
        },
        now,
      );
      if (!scheduled) await setPublishedAt(trx, inserted.id, new Date(now.getTime() - (place + 1) * 2 * DAY));
    }
    await refreshTopics(trx, [...new Set(sampleArticles.map(({ topicId }) => topicId))], now);
    return sampleArticles.length;
  });
}

/** Counts the sample articles that no one has edited. */
export const countSampleArticles = (db: Knex): Promise<number> => countUnchanged(db, sampleArticles);

export async function deleteSampleArticles(trx: Knex, now: Date): Promise<void> {
  await deleteUnchanged(trx, sampleArticles);
  await refreshTopics(trx, [...new Set(sampleArticles.map(({ topicId }) => topicId))], now);
}
