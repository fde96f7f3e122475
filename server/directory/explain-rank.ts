import { ranking, rankSentences } from '#shared/listings/ranking.ts';
import { isOwnRating } from '#shared/listings/rating-source.ts';
import type { ListingRow } from '#server/listings/listings.ts';
import type { Order } from './rank.ts';

export interface Why {
  /** The position is a sponsored place. */
  top: boolean;
  /** Payment improved the position. */
  paid: boolean;
  rating: number | null;
  miles: number | null;
  sentence: string;
}

interface Ranking {
  order: Order;
  /** Words of the search are in its name or street. */
  isLead: boolean;
  isSponsored: boolean;
  /** The search shows sponsored places, and this result follows them. */
  isAfterSponsored: boolean;
  miles: number | null;
}

/** Explains to visitors what decided the position of a result, including payment. */
export const explainRank = (
  listing: Pick<ListingRow, 'rating' | 'ratingSource' | 'reviewCount'>,
  position: Ranking,
): Why => ({
  top: position.isSponsored,
  paid: position.isSponsored,
  rating: listing.rating,
  miles: position.miles,
  sentence: sentenceFor(ratedSentence(listing), position),
});

function ratedSentence({
  rating,
  ratingSource,
  reviewCount,
}: Pick<ListingRow, 'rating' | 'ratingSource' | 'reviewCount'>): string {
  if (rating === null) return 'Not rated yet.';
  const rated = `Rated ${rating.toFixed(1)}`;
  if (!isOwnRating(ratingSource)) return `${rated}.`;
  return reviewCount < ranking.minOwnReviews
    ? `${rated} by fewer than ${ranking.minOwnReviews} reviews, which don't count yet.`
    : `${rated}. Reviews older than ${ranking.freshYears} years count half.`;
}

function sentenceFor(rated: string, { order, isLead, isSponsored, isAfterSponsored, miles }: Ranking): string {
  if (isSponsored) return `${rankSentences.sponsored} ${rated}`;
  if (isLead) return `${rankSentences.lead} ${rankSentences.withoutPayment}`;
  if (order === 'name' || order === 'price') return `${rankSentences[order]} ${rankSentences.withoutPayment}`;
  if (order === 'distance') return `${distance(miles ?? 0)}, ${rankSentences.distance} ${rankSentences.withoutPayment}`;
  return isAfterSponsored
    ? `${rankSentences.afterSponsored} ${rated}`
    : `${rankSentences.rating} ${rated} ${rankSentences.withoutPayment}`;
}

function distance(miles: number): string {
  const rounded = Math.round(miles);
  if (rounded === 0) return 'Less than a mile away';
  return rounded === 1 ? 'About 1 mile away' : `About ${rounded} miles away`;
}
