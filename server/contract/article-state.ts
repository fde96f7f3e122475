export type ArticleState = 'published' | 'scheduled' | 'draft';

/** Never stored: published when it is, else scheduled when it has a date, else a draft. */
export const articleStateOf = (one: { isPublished: boolean; scheduledPublishAt: string | null }): ArticleState =>
  one.isPublished ? 'published' : one.scheduledPublishAt ? 'scheduled' : 'draft';
