import { listArticles } from '#contract/articles/articles.ts';
import type { Call } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';

/** The articles of a topic, without their content. */
export const topicQuery = (topicId: string, call?: Call) =>
  queryOf(listArticles, { query: { topicId, brief: '1' } }, call);
