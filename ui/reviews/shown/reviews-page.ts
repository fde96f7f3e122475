import { getDentist } from '#contract/listings/listings.ts';
import { deferredPage } from '#ui/base/page/deferred-hydration.tsx';
import { missing } from '#ui/base/page/page.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { readReviewSearch, searchReviews } from './reviews-query.ts';

export const page = deferredPage(() => import('./ReviewsPage.tsx'), {
  async load({ call, cache, params, url, prefetch, server }) {
    if (!/^[1-9]\d{0,9}$/.test(params.id ?? '')) missing();
    const listing = queryOf(getDentist, { params: { id: params.id! } }, call);
    const reviews = searchReviews(params.id!, readReviewSearch(url.searchParams), call);
    if (!server) return prefetch(listing as never, reviews as never);
    try {
      await Promise.all([cache.fetchQuery(listing), cache.fetchQuery(reviews)]);
    } catch (error) {
      const { status } = error as { status?: number };
      if (status === 404 || status === 400) missing();
      throw error;
    }
  },
});
