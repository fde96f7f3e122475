import type { Deps } from '#server/base/http/context.ts';
import { audit } from '#server/audit/audit.ts';
import { emailPublished } from './emails.ts';
import { publishDue } from './queries.ts';
import { refreshTopics } from './queries-schedule.ts';

const BATCH = 200;

/**
 * Marks articles whose date has come as published, and notifies support. Readers already see them, because visibility
 * depends on the date. The flag is set in the same transaction as the rest, so this happens once per article.
 */
export async function publishDueArticles(deps: Deps): Promise<number> {
  let total = 0;
  for (;;) {
    const published = await deps.db.transaction(async (trx) => {
      const now = deps.clock.now();
      const due = await publishDue(trx, now, BATCH);
      if (due.length === 0) return 0;
      await refreshTopics(trx, [...new Set(due.map(({ topicId }) => topicId))].sort(), now);
      for (const { id, title, publishedAt } of due)
        await audit(trx, null, {
          at: now,
          action: 'article.published',
          subject: 'article',
          subjectId: id,
          note: title,
          after: { publishedAt },
        });
      await emailPublished(trx, deps, due);
      return due.length;
    });
    total += published;
    if (published < BATCH) return total;
  }
}
