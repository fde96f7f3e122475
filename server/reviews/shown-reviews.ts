import type { z } from 'zod';
import type { listReviews } from '#contract/reviews/reviews.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { listingNotFound } from '#server/listings/errors.ts';
import { findListing } from '#server/listings/listings.ts';
import { findShownReviews, sumReviews } from './queries-shown.ts';

const PAGE_SIZE = 10;

/** The published reviews of a listing, newest first, with their sums. */
export async function findReviews(
  { db }: Ctx,
  dentistId: number,
  { page = 1, pageSize = PAGE_SIZE }: z.output<(typeof listReviews)['query']>,
): Promise<z.input<(typeof listReviews)['reply']>> {
  const listing = await findListing(db, dentistId);
  if (!listing) throw listingNotFound();
  const [{ explained, onTime, priceAsTold, wouldReturn, ...sums }, reviews] = await Promise.all([
    sumReviews(db, listing.id),
    findShownReviews(db, listing.id, { limit: pageSize, offset: (page - 1) * pageSize }),
  ]);
  return { ...sums, answers: { explained, onTime, priceAsTold, wouldReturn }, reviews };
}
