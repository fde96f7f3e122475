import type { TopicId } from '#shared/articles/topics.ts';

/** An article that a new database starts with. */
export interface SampleArticle {
  topicId: TopicId;
  title: string;
  excerpt: string;
  content: string;
  tags: string[];
  sources?: string[];
  metaTitle: string;
  metaDescription: string;
}
