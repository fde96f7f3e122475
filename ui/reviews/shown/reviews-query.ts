import { listReviews } from '#contract/reviews/reviews.ts';
import type { Call } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';

const ON_PROFILE = '3';

/** The newest reviews, for the profile. */
export const newestReviews = (dentistId: number, call?: Call) =>
  queryOf(listReviews, { params: { id: String(dentistId) }, query: { pageSize: ON_PROFILE } }, call);

export interface ReviewSearch {
  stars?: string | undefined;
  service?: string | undefined;
  language?: string | undefined;
  photos?: string | undefined;
  verified?: string | undefined;
  mention?: string | undefined;
  page?: string | undefined;
}
const names = ['stars', 'service', 'language', 'photos', 'verified', 'mention', 'page'] as const;

export function readReviewSearch(params: URLSearchParams): ReviewSearch {
  const search: ReviewSearch = {};
  for (const name of names) {
    const value = params.get(name);
    if (value) search[name] = value;
  }
  return search;
}

export function reviewsPath(dentistId: number, search: ReviewSearch = {}): string {
  const params = new URLSearchParams();
  for (const name of names)
    if (search[name] && !(name === 'page' && search.page === '1')) params.set(name, search[name]);
  return `/reviews/${dentistId}${params.size > 0 ? `?${params.toString()}` : ''}`;
}

export const searchReviews = (id: string, search: ReviewSearch, call?: Call) =>
  queryOf(listReviews, { params: { id }, query: search as never }, call);
