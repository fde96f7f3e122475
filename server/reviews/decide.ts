import type { Knex } from 'knex';
import type { z } from 'zod';
import type { openReview, ReviewDecision } from '#contract/reviews/admin-reviews.ts';
import { keepReasons, reviewQuestions, refusalLabel, type KeepReason } from '#shared/reviews/review.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict, notFound } from '#server/base/http/errors.ts';
import { findInboxItem, type Detail } from '#server/inbox/inbox.ts';
import { announceReview } from './announce-review.ts';
import { findAuthor } from './authors.ts';
import { emailKept, emailNewReview, emailPublished, emailRefused } from './emails.ts';
import { openPhotos } from './photos/photos.ts';
import { countSame, findReviewsOfAuthor, findServiceName } from './queries-staff.ts';
import { changeTimeOf, findReview, lockReview, updateReview, type ReviewRow } from './queries.ts';
import { closeReport, describeReport, hasOpenReport } from './reports/report.ts';

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
    sameNetwork: await countSame(db, 'network', id),
    sameDevice: await countSame(db, 'device', id),
    report: await describeReport(db, review),
  };
}

/** Publishes or refuses a flagged review, or keeps or refuses a reported one. Two reviewers, or a reviewer and the author, never overwrite each other. */
export async function decideReview(ctx: Ctx<Actor>, id: number, decision: ReviewDecision): Promise<Detail> {
  return ctx.db.transaction(async (trx) => {
    const review = await lockReview(trx, id);
    if (!review) throw noSuchReview();
    const isReported = review.status === 'published' && hasOpenReport(review);
    if (review.status !== 'flagged' && !isReported)
      throw conflict('Someone has already decided on this review.', 'not_possible');
    if (Date.parse(decision.changedAt) !== review.changedAt.getTime())
      throw conflict('The author has changed this review. Please read it again.', 'changed_meanwhile');
    if (decision.decision === (isReported ? 'publish' : 'keep'))
      throw conflict(`This review ${isReported ? 'shows' : "doesn't show"}. Please look at it again.`, 'not_possible');
    if (decision.decision === 'keep') return keepReview(trx, ctx, review, decision.reason);
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
      changedAt: changeTimeOf(review, now),
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
    if (isPublished) await announceReview(trx, 'review.published', review, now);
    else if (isReported) await announceReview(trx, 'review.removed', review, now);
    const author = await findAuthor(trx, ctx, review.invitationId);
    if (author && reason === null) await emailPublished(trx, ctx, author);
    else if (author && reason) await emailRefused(trx, ctx, author, { reason, canAppeal: review.appealedAt === null });
    if (hasOpenReport(review)) await closeReport(trx, ctx, review, isPublished ? 'rules' : 'refused');
    if (isPublished) await emailNewReview(trx, ctx, review);
    return findInboxItem(trx, 'review', id);
  });
}

async function keepReview(trx: Knex, ctx: Ctx<Actor>, review: ReviewRow, reason: KeepReason): Promise<Detail> {
  const now = ctx.clock.now();
  await updateReview(trx, review.id, { changedAt: changeTimeOf(review, now) });
  await closeReport(trx, ctx, review, reason);
  await audit(trx, ctx.actor, {
    at: now,
    action: 'review.kept',
    subject: 'review',
    subjectId: review.id,
    note: keepReasons.find(([name]) => name === reason)![1],
  });
  const author = await findAuthor(trx, ctx, review.invitationId);
  if (author) await emailKept(trx, ctx, author, { reason: review.reportReason!, outcome: reason });
  return findInboxItem(trx, 'review', review.id);
}
