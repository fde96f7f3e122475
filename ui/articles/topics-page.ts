import { articleStats } from '#contract/articles.ts';
import { deferredPage } from '#ui/app/deferred-hydration.tsx';
import { queryOf } from '#ui/platform/query.ts';

export const page = deferredPage(() => import('./TopicsPage.tsx'), {
  load: ({ prefetch, call }) => prefetch(queryOf(articleStats, {}, call)),
});
