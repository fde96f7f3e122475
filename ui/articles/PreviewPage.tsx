import { useQuery } from '@tanstack/react-query';
import { data, Navigate, useLoaderData, useParams } from 'react-router-dom';
import { articleStateOf } from '#shared/articles/article-state.ts';
import { listArticles } from '#contract/articles/articles.ts';
import { isStaff } from '#shared/roles.ts';
import { AdSlot } from '#ui/ads/AdSlot.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { moved, type Page } from '#ui/base/page/page.ts';
import { useSession } from '#ui/base/session.ts';
import type { Call } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { ArticleMissing } from './ArticleMissing.tsx';
import { ArticleSkeleton } from './ArticleSkeleton.tsx';
import { ArticleView } from './ArticleView.tsx';
import { PageFrame } from './PageFrame.tsx';

const previewQuery = (id: string, call?: Call) => queryOf(listArticles, { query: { id } }, call);
const isId = (text: string | undefined): text is string => /^[1-9]\d{0,8}$/.test(text ?? '');

/** Previews scheduled articles for everyone and drafts for staff. Never indexed. */
function PreviewPage() {
  const { id } = useParams();
  const loaded = useLoaderData() as { missing: true } | null;
  const user = useSession((session) => session.user);
  const isSessionReady = useSession(({ isReady, hasFailed }) => isReady || hasFailed);
  const isMissing = !isId(id) || (loaded?.missing === true && !isStaff(user?.role ?? 'user'));
  // Waits for the session, because administrators also get drafts.
  const list = useQuery({ ...previewQuery(id ?? ''), enabled: !isMissing && isSessionReady, staleTime: 0 });
  const article = list.data?.[0];
  if (isMissing || list.isError || (list.data && !article && !list.isFetching)) return <ArticleMissing />;
  if (!article) return <ArticleSkeleton />;
  if (articleStateOf(article) === 'published') return <Navigate to={`/articles/${article.slug}`} replace />;
  return (
    <PageFrame>
      <Head title={`Preview: ${article.title}`} noindex />
      <ArticleView article={article} aside={<AdSlot slot="sidebar" />} />
    </PageFrame>
  );
}

export const page: Page = {
  Component: PreviewPage,
  /** The server renders without a session, so it answers 404 for a draft, which the browser then shows to staff. */
  async load({ params: { id }, call, cache, server }) {
    if (!isId(id)) return data({ missing: true }, { status: 404 });
    if (!server) return null;
    const [article] = await cache.fetchQuery(previewQuery(id, call));
    if (!article) return data({ missing: true }, { status: 404 });
    return articleStateOf(article) === 'published' ? moved(`/articles/${article.slug}`) : null;
  },
};
