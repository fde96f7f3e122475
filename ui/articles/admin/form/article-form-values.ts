import type { ListedArticle } from '#contract/articles/articles.ts';
import { readTimeOf } from '#shared/articles/topics.ts';
import { findChangedFields, pickFields } from '#ui/base/forms/use-conflict-form.ts';
import { toLocalInput, fromLocalInput } from '#ui/kit/format.ts';

/** The tab of each field, so that a field with an error can be shown. The rest are in settings. */
export const tabOf: Record<string, string> = {
  title: 'content',
  excerpt: 'content',
  content: 'content',
  sources: 'content',
  metaTitle: 'seo',
  metaDescription: 'seo',
  tags: 'seo',
};

export const fieldNames: Record<string, string> = {
  title: 'Title',
  excerpt: 'Excerpt',
  content: 'Content',
  metaTitle: 'Meta title',
  metaDescription: 'Meta description',
  tags: 'Tags',
  topicId: 'Category',
  author: 'Author',
  reviewer: 'Reviewer',
  sources: 'Sources',
  isPublished: 'Published',
  date: 'Scheduled for',
};

export const toFormValues = (article: ListedArticle | null) => ({
  title: article?.title ?? '',
  excerpt: article?.excerpt ?? '',
  content: article?.content ?? '',
  metaTitle: article?.metaTitle ?? '',
  metaDescription: article?.metaDescription ?? '',
  tags: article?.tags.join(', ') ?? '',
  topicId: article?.topicId ?? 'teeth-whitening',
  author: article?.author ?? '',
  reviewer: article?.reviewer ?? '',
  sources: article?.sources.join('\n') ?? '',
  isPublished: article?.isPublished ?? false,
  date: toLocalInput(article?.isPublished ? null : (article?.scheduledPublishAt ?? null)),
});
export type ArticleFormValues = ReturnType<typeof toFormValues>;

export const toRequestBody = ({ date, tags, sources, ...rest }: ArticleFormValues) => ({
  ...rest,
  sources: sources
    .split('\n')
    .map((source) => source.trim())
    .filter(Boolean),
  tags: tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean),
  readTime: readTimeOf(rest.content),
  scheduledPublishAt: rest.isPublished ? null : fromLocalInput(date),
});

/** Picks only the changed fields, because the schedule may date or publish the article during the edit. */
export function pickChanges(
  article: ListedArticle,
  form: ArticleFormValues,
): Partial<ReturnType<typeof toRequestBody>> {
  const changed: string[] = findChangedFields(toFormValues(article), form);
  if (changed.includes('content')) changed.push('readTime');
  if (changed.includes('date') || changed.includes('isPublished')) changed.push('isPublished', 'scheduledPublishAt');
  return pickFields(toRequestBody(form), changed as (keyof ReturnType<typeof toRequestBody>)[]);
}
