import type { Scope } from '#server/places/places.ts';

/*
 * The database computes the rank of a listing: rank_of(is_paid, rating, reviews) fills dentists.rank, and listing_index repeats it.
 * A smaller rank comes first. It is 0 to 51 with a paid plan and 100 to 151 without one; within each range it counts the
 * twentieths of a star by which the weighted rating is below 5, and 51 is unrated. The weighted rating is the mean of the
 * reviews and ten more of 4.5 stars. Equal ranks are sorted by folded name, then by id.
 */

export type Order = 'best' | 'rating' | 'name' | 'distance';

export interface Ranking {
  order: Order;
  /** False ignores payment. */
  paidFirst: boolean;
}

/** Distance is only known in a search around a place. */
export const chooseOrder = (sort: Order | undefined, scope: Scope): Order =>
  sort === undefined || (sort === 'distance' && scope.miles === null) ? 'best' : sort;

const ignoresPayment = ({ order, paidFirst }: Ranking): boolean => order === 'rating' || !paidFirst;

/** The columns that results are sorted by. `miles` exists only for an order by distance. */
export function sortColumns(ranking: Ranking): string[] {
  const best = [ignoresPayment(ranking) ? 'rank % 100' : 'rank', 'name_norm', 'id'];
  if (ranking.order === 'name') return ['name_norm', 'id'];
  return ranking.order === 'distance' ? ['miles', ...best] : best;
}

/** The ranges of rank in which an index by rank has this order. The results of a range precede or interleave those of another. */
export const rankRanges = (ranking: Ranking): readonly (readonly [low: number, high: number])[] =>
  ignoresPayment(ranking) && ranking.order !== 'name'
    ? [
        [0, 99],
        [100, 199],
      ]
    : [];

/** The number of the day, the same on every server. It seeds the draw of the Top 10. */
export const dayNumber = (now: Date): number => Math.floor(now.getTime() / 86_400_000);
