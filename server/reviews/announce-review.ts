import type { Knex } from 'knex';
import { announce } from '#server/base/webhooks/announce.ts';

/** Announces a change of a review that its practice's page shows. */
export const announceReview = (
  trx: Knex,
  type: 'review.published' | 'review.replied' | 'review.removed',
  { id, dentistId }: { id: number; dentistId: number },
  at: Date,
): Promise<void> =>
  announce(
    trx,
    { type, at, id, data: { reviewId: id, listingId: dentistId }, path: `/api/dentists/${dentistId}/reviews` },
    { listingId: dentistId, isPublic: true },
  );
