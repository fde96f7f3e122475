import { data } from 'react-router-dom';
import { findTopicByName } from '#shared/articles/topics.ts';
import { moved } from '#ui/base/page/page.ts';
import { deferredPage } from '#ui/base/page/deferred-hydration.tsx';
import { topicQuery } from './topic-query.ts';
import { topicsQuery } from './use-topics.ts';

export const page = deferredPage(() => import('./TopicPage.tsx'), {
  async load({ params, prefetch, call, cache }) {
    const query = topicsQuery(call);
    await prefetch(query);
    const topics = cache.getQueryData(query.queryKey);
    // Without the topics, the page itself says that they could not be loaded.
    if (!topics) return;
    const topic = findTopicByName(topics, params.topicId ?? '');
    if (!topic) return data(null, { status: 404 });
    if (topic.id !== params.topicId) moved(`/topics/${topic.id}`);
    await prefetch(topicQuery(topic.id, call));
  },
});
