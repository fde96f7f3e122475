import { z } from 'zod';
import { MAX_REPLY_LENGTH, reportReasons } from '#shared/reviews/review.ts';
import { endpoint } from '../endpoint.ts';
import { idParam, pageNumber, sentTime, text } from '../values.ts';
import { shownReview } from './reviews.ts';

const receivedReview = shownReview.extend({
  changedAt: sentTime,
  /** The practice's report, which is possible once. The outcome is null until staff decide. */
  report: z.object({ reason: z.string(), reportedAt: sentTime, outcome: z.string().nullable() }).nullable(),
});
export type ReceivedReview = z.output<typeof receivedReview>;

export const receivedReviews = endpoint('GET', '/api/user/dentists/:id/reviews', {
  summary: 'The published reviews of a listing that the caller owns or manages, newest first; the total is in X-Total-Count', // prettier-ignore
  params: idParam,
  query: z.object({ page: pageNumber.optional() }),
  reply: z.array(receivedReview),
});

const replyForm = z.object({
  /** An empty reply removes the earlier one. */
  reply: text(MAX_REPLY_LENGTH).transform((value) => value.replaceAll('\r\n', '\n').trim()),
});
export const replyToReview = endpoint('POST', '/api/user/reviews/:id/reply', {
  summary: 'Reply to a review of an own listing, change the reply, or remove it',
  params: idParam,
  body: replyForm.extend({
    changedAt: z.iso.datetime({ offset: true }),
    /** Sends a reply that seems to confirm that the author is a patient. Without it, such a reply is refused. */
    confirmed: z.boolean().default(false),
  }),
  reply: receivedReview,
  errors: { changed_meanwhile: 409, confirms_patient: 409 },
});
export const reportReview = endpoint('POST', '/api/user/reviews/:id/report', {
  summary:
    'Report a published review of a listing that the caller owns or manages to staff, once. It shows until they decide',
  params: idParam,
  body: z.object({
    reason: z.enum(
      reportReasons.map(([name]) => name),
      'Please choose a reason.',
    ),
    changedAt: z.iso.datetime({ offset: true }),
  }),
  reply: receivedReview,
  errors: { changed_meanwhile: 409, already_reported: 409 },
});
