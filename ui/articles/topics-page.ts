import { articleStats, newestArticle } from '#contract/articles/articles.ts';
import { deferredPage } from '#ui/app/deferred-hydration.tsx';
import { storePageTime } from '#ui/platform/use-page-time.ts';
import { queryOf } from '#ui/platform/query.ts';

export const page = deferredPage(() => import('./TopicsPage.tsx'), {
  load: ({ prefetch, call, cache }) => {
    storePageTime(cache);
    return prefetch(queryOf(articleStats, {}, call), queryOf(newestArticle, {}, call));
  },
});
