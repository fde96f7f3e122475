type ArticleState = 'published' | 'scheduled' | 'draft';

/** Derived from the stored fields: published, else scheduled if the article has a date, else a draft. */
export const articleStateOf = (article: { isPublished: boolean; scheduledPublishAt: string | null }): ArticleState =>
  article.isPublished ? 'published' : article.scheduledPublishAt ? 'scheduled' : 'draft';
