import type { Knex } from 'knex';
import type { z } from 'zod';
import type { receivedReviews, reportReview } from '#contract/reviews/received-reviews.ts';
import { reportLabel, type KeepReason } from '#shared/reviews/review.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { conflict, notFound } from '#server/base/http/errors.ts';
import { requireRole } from '#server/listings/access/access.ts';
import { emailReportDecided } from '../emails.ts';
import { findReceivedReview } from '../queries-received.ts';
import type { ShownRow } from '../queries-shown.ts';
import { changeTimeOf, lockReview, updateReview, type ReviewRow } from '../queries.ts';
import { findPerson, findReports } from './queries-reports.ts';

type Received = z.input<(typeof receivedReviews)['reply']>[number];
type Reported = Pick<ReviewRow, 'reportOutcome' | 'reportReason' | 'reportedAt' | 'reportedBy'>;

export const hasOpenReport = ({ reportedAt, reportOutcome }: Reported): boolean =>
  reportedAt !== null && reportOutcome === null;

/** Adds to each review what the practice reported about it. */
export async function withReports(db: Knex, reviews: readonly ShownRow[]): Promise<Received[]> {
  const reports = await findReports(db, reviews.map(({ id }) => id)); // prettier-ignore
  return reviews.map((review) => ({ ...review, report: reports.find(({ id }) => id === review.id) ?? null }));
}

/** Puts a published review into the staff's queue, once. It shows until they decide. */
export async function reportOwnReview(
  ctx: Ctx<Actor>,
  id: number,
  { reason, changedAt }: z.output<(typeof reportReview)['body']>,
): Promise<Received> {
  const noSuchReview = () => notFound('This review no longer shows. Its author may have changed or deleted it.');
  return ctx.db.transaction(async (trx) => {
    const review = await lockReview(trx, id);
    if (review?.status !== 'published') throw noSuchReview();
    await requireRole(trx, ctx.actor, review.dentistId).catch(() => {
      throw noSuchReview();
    });
    if (review.reportedAt)
      throw conflict('You can report a review once, and this one was already reported.', 'already_reported');
    if (Date.parse(changedAt) !== review.changedAt.getTime())
      throw conflict('This review or its reply has changed. Please look at it again.', 'changed_meanwhile');
    const now = ctx.clock.now();
    await updateReview(trx, id, {
      reportReason: reason,
      reportedAt: now,
      reportedBy: ctx.actor.userId,
      changedAt: changeTimeOf(review, now),
    });
    const note = reportLabel(reason);
    await audit(trx, ctx.actor, { at: now, action: 'review.reported', subject: 'review', subjectId: id, note });
    const [received] = await withReports(trx, [(await findReceivedReview(trx, id))!]);
    return received!;
  });
}

/** Records the answer to an open report, and emails it to the person who reported. */
export async function closeReport(
  trx: Knex,
  ctx: Ctx<Actor>,
  review: ReviewRow,
  outcome: KeepReason | 'refused',
): Promise<void> {
  await updateReview(trx, review.id, { reportDecidedAt: ctx.clock.now(), reportOutcome: outcome });
  const person = review.reportedBy === null ? undefined : await findPerson(trx, review.reportedBy);
  if (person) await emailReportDecided(trx, ctx, person, { ...review, reason: review.reportReason!, outcome });
}

/** The report as staff read it. */
export async function describeReport(
  db: Knex,
  { reportReason, reportedAt, reportedBy, reportOutcome }: Reported,
): Promise<{ reason: string; by: string | null; reportedAt: Date; outcome: string | null } | null> {
  if (reportReason === null || reportedAt === null) return null;
  const person = reportedBy === null ? undefined : await findPerson(db, reportedBy);
  return { reason: reportReason, by: person?.name ?? null, reportedAt, outcome: reportOutcome };
}
