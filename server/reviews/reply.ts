import type { z } from 'zod';
import type { receivedReviews, replyToReview } from '#contract/reviews/received-reviews.ts';
import { findPatientDetails, privacyReasons } from '#shared/reviews/patient-privacy.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict, notFound } from '#server/base/http/errors.ts';
import { sliceOf } from '#server/base/tables/pagination.ts';
import { requireRole } from '#server/listings/access/access.ts';
import { announceReview } from './announce-review.ts';
import { countReceived, findReceived, findReceivedReview } from './queries-received.ts';
import { changeTimeOf, lockReview, updateReview } from './queries.ts';
import { withReports } from './reports/report.ts';

type Received = z.input<(typeof receivedReviews)['reply']>[number];
const PAGE_SIZE = 10;
const noSuchReview = () => notFound('This review no longer shows. Its author may have changed or deleted it.');

/** The published reviews of an own listing. */
export async function findReceivedReviews(
  { db, actor }: Ctx<Actor>,
  dentistId: number,
  page: number | undefined,
): Promise<{ items: Received[]; total: number }> {
  await requireRole(db, actor, dentistId);
  const [items, total] = await Promise.all([
    findReceived(db, dentistId, sliceOf({ page }, PAGE_SIZE)),
    countReceived(db, dentistId),
  ]);
  return { items: await withReports(db, items), total };
}

/** Stores the public reply to a review. The practice must confirm words that seem to name a patient, because HIPAA forbids them. */
export async function saveReply(
  ctx: Ctx<Actor>,
  id: number,
  { reply, changedAt, confirmed }: z.output<(typeof replyToReview)['body']>,
): Promise<Received> {
  return ctx.db.transaction(async (trx) => {
    const review = await lockReview(trx, id);
    if (review?.status !== 'published') throw noSuchReview();
    await requireRole(trx, ctx.actor, review.dentistId).catch(() => {
      throw noSuchReview();
    });
    if (Date.parse(changedAt) !== review.changedAt.getTime())
      throw conflict('This review or its reply has changed. Please look at it again.', 'changed_meanwhile');
    const [finding] = findPatientDetails(reply);
    if (finding && !confirmed)
      throw conflict(
        `“${finding.words}” ${privacyReasons[finding.kind]}. HIPAA forbids that in public. Please change the reply, or confirm it.`,
        'confirms_patient',
      );
    const now = ctx.clock.now();
    await updateReview(trx, id, {
      reply: reply || null,
      repliedAt: reply ? now : null,
      repliedBy: reply ? ctx.actor.userId : null,
      changedAt: changeTimeOf(review, now),
    });
    await audit(trx, ctx.actor, {
      at: now,
      action: reply ? 'review.replied' : 'review.reply_removed',
      subject: 'review',
      subjectId: id,
      note: reply && finding ? 'After a warning about HIPAA' : null,
    });
    await announceReview(trx, 'review.replied', review, now);
    const [received] = await withReports(trx, [(await findReceivedReview(trx, id))!]);
    return received!;
  });
}
