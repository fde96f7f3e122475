import { data } from 'react-router-dom';
import { topicOf } from '#shared/articles/topics.ts';
import { deferredPage } from '#ui/base/page/deferred-hydration.tsx';
import { topicQuery } from './topic-query.ts';

export const page = deferredPage(() => import('./TopicPage.tsx'), {
  async load({ params, prefetch, call }) {
    if (!topicOf(params.topicId)) return data(null, { status: 404 });
    await prefetch(topicQuery(params.topicId!, call));
  },
});
