import type { Scope } from '#server/places/places.ts';

/*
 * The database computes the rank of a listing: rank_of(rating, reviews) fills dentists.rank, and listing_index repeats it. A smaller
 * rank comes first, and payment has no effect on it. The rank counts the twentieths of a star by which the weighted rating is below
 * 5, and 51 is unrated. The weighted rating is the mean of the reviews and ten more of 4.5 stars. Reviews that were written here replace
 * the rating of an import from the fifth on, and count half once they are two years old. Equal ranks are sorted by folded name, then by id.
 */

/** "Best" is the order by rating, after the sponsored places if a search shows them. Listings without a price are last by price. */
export type Order = 'best' | 'rating' | 'name' | 'distance' | 'price';

/** Distance is only known in a search around a place. */
export const chooseOrder = (sort: Order | undefined, scope: Scope): Order =>
  sort === undefined || (sort === 'distance' && scope.miles === null) ? 'best' : sort;

/** The columns that results are sorted by. `miles` exists only for an order by distance. */
export function sortColumns(order: Order): string[] {
  const best = ['rank', 'name_norm', 'id'];
  if (order === 'name') return ['name_norm', 'id'];
  if (order === 'price') return ['price', ...best];
  return order === 'distance' ? ['miles', ...best] : best;
}

/** The number of the day, the same on every server. It seeds the draw of sponsored places. */
export const dayNumber = (now: Date): number => Math.floor(now.getTime() / 86_400_000);
