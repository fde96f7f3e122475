import type { Deps } from '#server/http/context.ts';
import { addArticle } from './articles.ts';
import { hasArticles, setPublishedAt } from './queries.ts';
import { refreshTopics } from './queries-schedule.ts';
import { sampleArticles } from './sample/index.ts';

const DAY = 86_400_000;

/**
 * Fills an empty content side: of each topic's two articles the first has been out for a while, and the second is out
 * too or comes in the next days. Returns how many were added; none when there are any already.
 */
export async function seedArticles(deps: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const now = deps.clock.now();
  return deps.db.transaction(async (trx) => {
    if (await hasArticles(trx)) return 0;
    for (const [place, article] of sampleArticles.entries()) {
      const second = place % 2 === 1;
      const topic = Math.floor(place / 2);
      // Every other topic has one in the pipeline, two days apart.
      const scheduled = second && topic % 2 === 1;
      const made = await addArticle(
        trx,
        null,
        {
          ...article,
          isPublished: !scheduled,
          scheduledPublishAt: scheduled ? new Date(now.getTime() + (topic + 1) * DAY).toISOString() : null,
        },
        now,
      );
      if (!scheduled) await setPublishedAt(trx, made.id, new Date(now.getTime() - (place + 1) * 2 * DAY));
    }
    await refreshTopics(trx, [...new Set(sampleArticles.map(({ topicId }) => topicId))], now);
    return sampleArticles.length;
  });
}
