import type { Deps } from '#server/http/context.ts';
import { enqueueEmail } from '#server/email.ts';
import { audit } from '#server/audit/audit.ts';
import { takeDue } from './queries.ts';
import { refreshTopics } from './queries-schedule.ts';

const BATCH = 200;

/**
 * What follows when an article's time has come. Readers see it at that very moment, because visibility is a matter of
 * the date; this only records it, once: the flag is flipped in the transaction that does the rest.
 */
export async function publishDue(deps: Deps): Promise<number> {
  let all = 0;
  for (;;) {
    const done = await deps.db.transaction(async (trx) => {
      const now = deps.clock.now();
      const due = await takeDue(trx, now, BATCH);
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
    all += done;
    if (done < BATCH) return all;
  }
}
