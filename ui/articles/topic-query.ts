import { listArticles } from '#contract/articles/articles.ts';
import type { Call } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';

/** The articles of a topic, without their content. */
export const topicQuery = (topicId: string, call?: Call) =>
  queryOf(listArticles, { query: { topicId, brief: '1' } }, call);
