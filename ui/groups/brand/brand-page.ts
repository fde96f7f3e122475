import { deferredPage } from '#ui/base/page/deferred-hydration.tsx';
import { missing } from '#ui/base/page/page.ts';
import { brandQuery } from './brand-query.ts';

export const page = deferredPage(() => import('./BrandPage.tsx'), {
  async load({ call, cache, params, url, prefetch, server }) {
    const query = brandQuery(params.slug ?? '', url.searchParams, call);
    if (!server) return prefetch(query);
    try {
      await cache.fetchQuery(query);
    } catch (error) {
      const { status } = error as { status?: number };
      if (status === 404 || status === 400) missing();
      throw error;
    }
  },
});
