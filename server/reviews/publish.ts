import { DECIDE_HOURS } from '#shared/reviews/review.ts';
import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/base/http/context.ts';
import { announceReview } from './announce-review.ts';
import { findAuthor } from './authors.ts';
import { checkCrowd } from './check-review.ts';
import { emailNewReview, emailPublished } from './emails.ts';
import { findDueReviews } from './queries-staff.ts';
import { lockReview, updateReview } from './queries.ts';

const HOUR = 3_600_000;

/** Publishes the reviews that no check flagged, once their wait is over. A burst that came up since goes to staff. */
export async function publishDueReviews(deps: Deps): Promise<void> {
  for (const id of await findDueReviews(deps.db, deps.clock.now())) await publishDue(deps, id);
}

async function publishDue(deps: Deps, id: number): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const now = deps.clock.now();
    const review = await lockReview(trx, id);
    // The author may have changed or deleted it since.
    if (review?.status !== 'waiting' || review.publishAt === null || review.publishAt > now) return;
    const about = { at: now, subject: 'review', subjectId: id };
    const flag = await checkCrowd(trx, review);
    if (flag !== null) {
      const dueAt = new Date(review.sentAt.getTime() + DECIDE_HOURS * HOUR);
      await updateReview(trx, id, { status: 'flagged', flags: [flag], publishAt: null, dueAt, changedAt: now });
      return audit(trx, null, { ...about, action: 'review.flagged', note: flag });
    }
    await updateReview(trx, id, { status: 'published', publishAt: null, publishedAt: now, changedAt: now });
    await audit(trx, null, { ...about, action: 'review.published', note: 'No check flagged it' });
    await announceReview(trx, 'review.published', review, now);
    const author = await findAuthor(trx, deps, review.invitationId);
    if (author) await emailPublished(trx, deps, author);
    await emailNewReview(trx, deps, review);
  });
}
