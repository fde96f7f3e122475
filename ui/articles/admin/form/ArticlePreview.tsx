import type { ListedArticle } from '#contract/articles/articles.ts';
import type { ListedPerson } from '#contract/articles/people.ts';
import { topicOf } from '#shared/articles/topics.ts';
import { useSite } from '#ui/base/page/App.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { useTopics } from '../../use-topics.ts';
import { ArticleView } from '../../ArticleView.tsx';
import { toRequestBody, type ArticleFormValues } from './article-form-values.ts';
import css from './ArticlePreview.module.css';

interface ArticlePreviewProps {
  values: ArticleFormValues;
  article: ListedArticle | null;
  people: readonly ListedPerson[];
}

/** The form's text as readers will see it, before it is saved. */
export function ArticlePreview({ values, article, people }: ArticlePreviewProps) {
  const { author: editors } = useSite();
  const topics = useTopics();
  if (values.title.trim() === '' && values.content.trim() === '')
    return (
      <EmptyState title="Nothing to preview yet" compact>
        Write a title and some content first.
      </EmptyState>
    );
  const personOf = (byline: string) => people.find((person) => person.byline === byline.trim()) ?? null;
  const { metaTitle, metaDescription, readTime, sources, tags } = toRequestBody(values);
  return (
    <div className={css.page}>
      <ArticleView
        article={{
          id: article?.id ?? 0,
          slug: article?.slug ?? '',
          title: values.title,
          excerpt: values.excerpt,
          content: values.content,
          topicId: values.topicId,
          category: topicOf(topics, values.topicId)?.category ?? '',
          author: values.author || editors,
          reviewer: values.reviewer || null,
          authorPerson: personOf(values.author),
          reviewerPerson: personOf(values.reviewer),
          readTime,
          sources,
          tags,
          metaTitle: metaTitle || null,
          metaDescription: metaDescription || null,
          aiSource: article?.aiSource ?? null,
          // A draft has no search form, which must not be inside this form.
          isPublished: false,
          scheduledPublishAt: null,
          publishedAt: null,
          createdAt: '',
          updatedAt: '',
        }}
      />
    </div>
  );
}
