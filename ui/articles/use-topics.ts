import { listTopics } from '#contract/articles/articles.ts';
import { topicOf, type Topic } from '#shared/articles/topics.ts';
import type { Call } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';

export const topicsQuery = (call?: Call) => queryOf(listTopics, {}, call);

const none: readonly Topic[] = [];

/** The topics of articles; none until they have loaded. */
export const useTopics = (): readonly Topic[] => useReply(topicsQuery()).data ?? none;

/** Finds the title of a topic by its id. Until the topics have loaded, the id is shown. */
export function useTopicTitle(): (id: string) => string {
  const topics = useTopics();
  return (id) => topicOf(topics, id)?.title ?? id;
}
