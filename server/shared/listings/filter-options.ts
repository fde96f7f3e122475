import { featureFilterNames } from './feature-filters.ts';

/** The limits that the menus of the directory offer. */
export const priceLimits: readonly number[] = [150, 200, 300, 400, 500, 750, 1_000];
export const ratingLimits: readonly number[] = [3.5, 4, 4.5];
export const reviewLimits: readonly number[] = [10, 50, 100, 250];

/** The filters whose options are counted. */
export const countedFilters = [
  'service',
  'services',
  'plan',
  'openOn',
  'evening',
  'openNow',
  ...featureFilterNames,
  'language',
  'gender',
  'maxPrice',
  'minRating',
  'minReviews',
] as const;
export type CountedFilter = (typeof countedFilters)[number];
