import type { Scope } from '#server/places/places.ts';

/*
 * The database computes the rank of a listing: rank_of(is_paid, rating, reviews) in server/db/migrations fills dentists.rank,
 * and listing_keys repeats it. A smaller rank comes first. It is 0 to 51 with a paid plan and 100 to 151 without one; within
 * each range it counts the twentieths of a star by which the weighted rating is below 5, and 51 is unrated. The weighted
 * rating is the mean of the reviews and ten more of 4.5 stars. Equal ranks are sorted by folded name, then by id.
 */

export type Order = 'best' | 'rating' | 'name' | 'distance';

/** Distance is only known in a search around a place. */
export const chooseOrder = (sort: Order | undefined, scope: Scope): Order =>
  sort === undefined || (sort === 'distance' && scope.miles === null) ? 'best' : sort;

/**
 * The SQL expression to sort by, and the ranges of rank in which an index already is in that order. Each range is read
 * only as far as the page needs. Without ranges the whole index is in order.
 */
export function rankRanges(order: Order, paidFirst: boolean): { rank: string; ranges: string } {
  const ignoresPayment = order === 'rating' || (order !== 'name' && !paidFirst);
  if (ignoresPayment)
    return { rank: 'rank % 100', ranges: 'cross join (values (0, 99), (100, 199)) as rank_range (low, high)' };
  if (order === 'name')
    return {
      rank: 'rank',
      ranges:
        'cross join (select n as low, n as high from generate_series(0, 151) n where n % 100 <= 51) as rank_range',
    };
  return { rank: 'rank', ranges: '' };
}

/** The number of the day, the same on every server. It seeds the draw of the Top 10. */
export const dayNumber = (now: Date): number => Math.floor(now.getTime() / 86_400_000);
