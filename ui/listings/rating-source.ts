import type { Listing } from '#contract/listings/listings.ts';
import { isOwnRating } from '#shared/listings/rating-source.ts';

/** The source that a card names next to a rating. Ratings by reviews of this site need none. */
export const namedSource = (source: string | null): string | null | undefined =>
  isOwnRating(source) ? undefined : source;

/** "Rating source: Google." Null for a listing without a rating. */
export const describeRatingSource = ({
  rating,
  ratingSource,
}: Pick<Listing, 'rating' | 'ratingSource'>): string | null =>
  rating === null ? null : `Rating source: ${ratingSource?.trim() || 'not recorded'}.`;
