import { z } from 'zod';
import {
  keepReasons,
  refusalReasons,
  reviewLanguages,
  reviewQuestions,
  reviewStatuses,
} from '#shared/reviews/review.ts';
import { endpoint } from '../endpoint.ts';
import { inboxDetail } from '../inbox.ts';
import { idParam, sentTime } from '../values.ts';
import { ownPhoto } from './reviews.ts';

const reviewForStaff = z.object({
  id: z.int(),
  status: z.enum(reviewStatuses),
  flags: z.array(z.string()),
  answers: z.record(z.enum(reviewQuestions.map(({ name }) => name)), z.boolean().nullable()),
  service: z.string().nullable(),
  visitMonth: z.string(),
  language: z.enum(reviewLanguages),
  photos: z.array(ownPhoto),
  reason: z.string().nullable(),
  appeal: z.string().nullable(),
  /** The practice's report of a published review. Its outcome is null until staff decide. */
  report: z
    .object({ reason: z.string(), by: z.string().nullable(), reportedAt: sentTime, outcome: z.string().nullable() })
    .nullable(),
  /** The same author's reviews of other listings. */
  otherReviews: z.array(z.object({ id: z.int(), listing: z.string(), status: z.enum(reviewStatuses) })),
  /** Other reviews from the same network, while its fingerprint is kept. */
  sameNetwork: z.int(),
  /** Other reviews from the same device, while its fingerprint is kept. */
  sameDevice: z.int(),
  changedAt: sentTime,
});
export type ReviewForStaff = z.output<typeof reviewForStaff>;

export const openReview = endpoint('GET', '/api/admin/reviews/:id', {
  summary: 'Why a review waits for staff. Its stars are left out, because they must not matter',
  params: idParam,
  reply: reviewForStaff,
});
export const decideReview = endpoint('POST', '/api/admin/reviews/:id/decide', {
  summary: 'Publish a flagged review, keep a reported one, or refuse either, and email its author and who reported it',
  params: idParam,
  body: z.discriminatedUnion(
    'decision',
    [
      z.object({ decision: z.literal('publish'), changedAt: z.iso.datetime({ offset: true }) }),
      z.object({
        decision: z.literal('keep'),
        reason: z.enum(
          keepReasons.map(([name]) => name),
          'Please choose a reason.',
        ),
        changedAt: z.iso.datetime({ offset: true }),
      }),
      z.object({
        decision: z.literal('refuse'),
        reason: z.enum(
          refusalReasons.map(([name]) => name),
          'Please choose a reason.',
        ),
        changedAt: z.iso.datetime({ offset: true }),
      }),
    ],
    'Choose publish, keep, or refuse.',
  ),
  reply: inboxDetail,
  errors: { changed_meanwhile: 409, not_possible: 409 },
  once: true,
});
export type ReviewDecision = z.output<(typeof decideReview)['body']>;
