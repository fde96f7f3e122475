import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { articleStateOf } from '#contract/article-state.ts';
import { listArticles } from '#contract/articles.ts';
import { Head } from '#ui/app/Head.tsx';
import type { Page } from '#ui/app/page.ts';
import { useSession } from '#ui/accounts/session.ts';
import { queryOf } from '#ui/platform/query.ts';
import { ArticleMissing, ArticleSkeleton } from './ArticleMissing.tsx';
import css from './Articles.module.css';
import { ArticleView } from './ArticleView.tsx';

/** What is to come: scheduled articles for everyone, drafts for staff. Never indexed. */
function PreviewPage() {
  const { id = '' } = useParams();
  const known = useSession((state) => state.isReady);
  const valid = /^[1-9]\d{0,8}$/.test(id);
  // Asked only once it is known who asks: an administrator is shown drafts too.
  const list = useQuery({ ...queryOf(listArticles, { query: { id } }), enabled: valid && known, staleTime: 0 });
  if (!valid || list.isError || list.data?.length === 0) return <ArticleMissing />;
  const article = list.data?.[0];
  if (!article) return <ArticleSkeleton />;
  if (articleStateOf(article) === 'published') return <Navigate to={`/articles/${article.slug}`} replace />;
  return (
    <div className={css.page}>
      <Head title={`Preview: ${article.title}`} noindex />
      <ArticleView article={article} />
    </div>
  );
}

export const page: Page = { Component: PreviewPage };
