import type { z } from 'zod';
import type { openReview, ReviewDecision } from '#contract/reviews/admin-reviews.ts';
import { reviewQuestions, refusalLabel } from '#shared/reviews/review.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict, notFound } from '#server/base/http/errors.ts';
import { findInboxItem, type Detail } from '#server/inbox/inbox.ts';
import { findAuthor } from './authors.ts';
import { emailNewReview, emailPublished, emailRefused } from './emails.ts';
import { openPhotos } from './photos/photos.ts';
import { countSameNetwork, findReviewsOfAuthor, findServiceName } from './queries-staff.ts';
import { findReview, lockReview, updateReview } from './queries.ts';

const noSuchReview = () => notFound('This review no longer exists. Its author may have deleted it.');

/** Everything that staff need to decide, without the stars. */
export async function describeReview(ctx: Ctx<Actor>, id: number): Promise<z.input<(typeof openReview)['reply']>> {
  const { db } = ctx;
  const review = await findReview(db, id);
  if (!review) throw noSuchReview();
  return {
    ...review,
    answers: Object.fromEntries(reviewQuestions.map(({ name }) => [name, review[name]])) as Record<
      (typeof reviewQuestions)[number]['name'],
      boolean | null
    >,
    service: await findServiceName(db, review.serviceId),
    photos: await openPhotos(ctx, id, 800),
    otherReviews: await findReviewsOfAuthor(db, id),
    sameNetwork: await countSameNetwork(db, id),
  };
}

/** Publishes or refuses a flagged review. Two reviewers, or a reviewer and the author, never overwrite each other. */
export async function decideReview(ctx: Ctx<Actor>, id: number, decision: ReviewDecision): Promise<Detail> {
  return ctx.db.transaction(async (trx) => {
    const review = await lockReview(trx, id);
    if (!review) throw noSuchReview();
    if (review.status !== 'flagged') throw conflict('This review has been decided already.', 'not_possible');
    if (Date.parse(decision.changedAt) !== review.changedAt.getTime())
      throw conflict('The author has changed this review. Please read it again.', 'changed_meanwhile');
    const now = ctx.clock.now();
    const isPublished = decision.decision === 'publish';
    const reason = isPublished ? null : decision.reason;
    const status = isPublished ? 'published' : 'refused';
    await updateReview(trx, id, {
      status,
      reason,
      decidedAt: now,
      decidedBy: ctx.actor.userId,
      publishedAt: isPublished ? now : null,
      changedAt: new Date(Math.max(now.getTime(), review.changedAt.getTime() + 1)),
    });
    await audit(trx, ctx.actor, {
      at: now,
      action: `review.${status}`,
      subject: 'review',
      subjectId: id,
      note: reason && refusalLabel(reason),
      before: { status: review.status, reason: review.reason },
      after: { status, reason },
    });
    const author = await findAuthor(trx, ctx, review.invitationId);
    if (author && reason === null) await emailPublished(trx, ctx, author);
    else if (author && reason) await emailRefused(trx, ctx, author, { reason, canAppeal: review.appealedAt === null });
    if (isPublished) await emailNewReview(trx, ctx, review);
    return findInboxItem(trx, 'review', id);
  });
}
