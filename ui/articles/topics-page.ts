import { articleStats, newestArticle } from '#contract/articles/articles.ts';
import { deferredPage } from '#ui/base/page/deferred-hydration.tsx';
import { storePageTime } from '#ui/base/platform/use-page-time.ts';
import { topicsQuery } from './use-topics.ts';
import { queryOf } from '#ui/base/platform/query.ts';

export const page = deferredPage(() => import('./TopicsPage.tsx'), {
  load: ({ prefetch, call, cache }) => {
    storePageTime(cache);
    return prefetch(topicsQuery(call), queryOf(articleStats, {}, call), queryOf(newestArticle, {}, call));
  },
});
