import type { Deps } from '#server/http/context.ts';
import { enqueueEmail } from '#server/email.ts';
import { audit } from '#server/audit/audit.ts';
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
      const shown = due.slice(0, 20).map(({ title, slug }) => `${title}\n${deps.config.PUBLIC_URL}/articles/${slug}`);
      await enqueueEmail(trx, deps, {
        to: deps.config.SUPPORT_EMAIL,
        subject: due.length === 1 ? `Published: ${due[0]!.title}` : `${due.length} articles were published`,
        text: [
          due.length === 1 ? 'This article went live as scheduled:' : 'These articles went live as scheduled:',
          ...shown,
          ...(due.length > shown.length ? [`and ${due.length - shown.length} more.`] : []),
        ],
      });
      return due.length;
    });
    total += published;
    if (published < BATCH) return total;
  }
}
