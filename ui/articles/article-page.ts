import { data } from 'react-router-dom';
import { getArticle } from '#contract/articles/articles.ts';
import { deferredPage } from '#ui/base/page/deferred-hydration.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { isMissing } from './is-missing.ts';
import { topicQuery } from './topic-query.ts';
import { topicsQuery } from './use-topics.ts';

export const page = deferredPage(() => import('./ArticlePage.tsx'), {
  async load({ params, prefetch, call, cache, server }) {
    const query = queryOf(getArticle, { params: { slug: params.slug ?? '' } }, call);
    try {
      await prefetch(query, topicsQuery(call));
    } catch (error) {
      if (isMissing(error)) return data({ missing: true }, { status: 404 });
      throw error;
    }
    const topicId = server && cache.getQueryData(query.queryKey)?.topicId;
    if (topicId) await prefetch(topicQuery(topicId, call));
  },
});
