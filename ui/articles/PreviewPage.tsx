import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { articleStateOf } from '#contract/article-state.ts';
import { listArticles } from '#contract/articles.ts';
import { Head } from '#ui/app/Head.tsx';
import type { Page } from '#ui/app/page.ts';
import { useSession } from '#ui/accounts/session.ts';
import { queryOf } from '#ui/platform/query.ts';
import { ArticleMissing } from './ArticleMissing.tsx';
import { ArticleSkeleton } from './ArticleSkeleton.tsx';
import { ArticleView } from './ArticleView.tsx';
import { PageFrame } from './PageFrame.tsx';

/** Previews scheduled articles for everyone and drafts for staff. Never indexed. */
function PreviewPage() {
  const { id = '' } = useParams();
  const isSessionReady = useSession(({ isReady, hasFailed }) => isReady || hasFailed);
  const isValid = /^[1-9]\d{0,8}$/.test(id);
  // Waits for the session, because administrators also get drafts.
  const list = useQuery({
    ...queryOf(listArticles, { query: { id } }),
    enabled: isValid && isSessionReady,
    staleTime: 0,
  });
  if (!isValid || list.isError || list.data?.length === 0) return <ArticleMissing />;
  const article = list.data?.[0];
  if (!article) return <ArticleSkeleton />;
  if (articleStateOf(article) === 'published') return <Navigate to={`/articles/${article.slug}`} replace />;
  return (
    <PageFrame>
      <Head title={`Preview: ${article.title}`} noindex />
      <ArticleView article={article} />
    </PageFrame>
  );
}

export const page: Page = { Component: PreviewPage };
