/** An article that a new database starts with. */
export interface SampleArticle {
  topicId: string;
  title: string;
  excerpt: string;
  content: string;
  tags: string[];
  sources?: string[];
  metaTitle: string;
  metaDescription: string;
}
