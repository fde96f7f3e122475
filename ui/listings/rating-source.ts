import type { Listing } from '#contract/listings/listings.ts';

/** "Rating source: Google." Null for a listing without a rating. */
export const describeRatingSource = ({
  rating,
  ratingSource,
}: Pick<Listing, 'rating' | 'ratingSource'>): string | null =>
  rating === null ? null : `Rating source: ${ratingSource?.trim() || 'not recorded'}.`;
