import { rankSentences } from '#contract/listings/ranking.ts';
import type { ListingRow } from '#server/listings/listings.ts';
import type { Order } from './rank.ts';

export interface Why {
  top: boolean;
  paid: boolean;
  rating: number | null;
  miles: number | null;
  sentence: string;
}

interface Ranking {
  order: Order;
  paidFirst: boolean;
  isTop: boolean;
  miles: number | null;
}

/** Explains to visitors what decided the position of a result, including payment. */
export function explainRank(listing: ListingRow, { order, paidFirst, isTop, miles }: Ranking): Why {
  return {
    top: isTop,
    paid: listing.isPaid,
    rating: listing.rating,
    miles,
    sentence: sentenceFor(listing, { order, paidFirst, isTop, miles }),
  };
}

function sentenceFor({ isPaid, rating }: ListingRow, { order, paidFirst, isTop, miles }: Ranking): string {
  const rated = rating === null ? 'Not rated yet.' : `Rated ${rating.toFixed(1)}.`;
  if (isTop) return rankSentences.top;
  if (order === 'name') return rankSentences.name;
  if (order === 'distance') return `${distance(miles ?? 0)}, ${rankSentences.distance}`;
  if (order === 'rating' || !paidFirst) return `${rankSentences.rating} ${rated} ${rankSentences.withoutPayment}`;
  return isPaid ? `${rankSentences.paid} ${rated}` : `${rankSentences.unpaid} ${rated}`;
}

function distance(miles: number): string {
  const rounded = Math.round(miles);
  if (rounded === 0) return 'Less than a mile away';
  return rounded === 1 ? 'About 1 mile away' : `About ${rounded} miles away`;
}
