import type { z } from 'zod';
import type { listReviews } from '#contract/reviews/reviews.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { sliceOf } from '#server/base/tables/pagination.ts';
import { listingNotFound } from '#server/listings/errors.ts';
import { findListing } from '#server/listings/listings.ts';
import * as sql from './queries-shown.ts';

const PAGE_SIZE = 10;

/** The published reviews of a listing that pass the filters, newest first, with the sums of all. */
export async function findReviews(
  { db }: Ctx,
  dentistId: number,
  { page, pageSize, ...filters }: z.output<(typeof listReviews)['query']>,
): Promise<z.input<(typeof listReviews)['reply']>> {
  const listing = await findListing(db, dentistId);
  if (!listing) throw listingNotFound();
  const isFiltered = Object.values(filters).some((value) => value !== undefined && value !== false);
  const [{ explained, onTime, priceAsTold, wouldReturn, ...sums }, services, mentions, reviews, filtered] =
    await Promise.all([
      sql.sumReviews(db, listing.id),
      sql.countServices(db, listing.id),
      sql.countMentions(db, listing.id),
      sql.findShownReviews(db, listing.id, filters, sliceOf({ page, pageSize }, PAGE_SIZE)),
      isFiltered ? sql.countShown(db, listing.id, filters) : null,
    ]);
  const answers = { explained, onTime, priceAsTold, wouldReturn };
  return { ...sums, answers, services, mentions, matching: filtered ?? sums.total, reviews };
}
