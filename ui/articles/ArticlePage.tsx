import { useLoaderData, useParams } from 'react-router-dom';
import { topicOf } from '#shared/articles/topics.ts';
import { articleStateOf } from '#shared/articles/article-state.ts';
import { getArticle, type Article } from '#contract/articles/articles.ts';
import { AdSlot } from '#ui/ads/AdSlot.tsx';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import { articleFeed, Head } from '#ui/base/page/Head.tsx';
import { useSite } from '#ui/base/page/App.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { ApiError } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { ArticleMissing } from './ArticleMissing.tsx';
import { articleJsonLd } from './article-json-ld.ts';
import css from './ArticlePage.module.css';
import { ArticleSkeleton } from './ArticleSkeleton.tsx';
import { ArticleView } from './ArticleView.tsx';
import { isMissing } from './is-missing.ts';
import { PageFrame } from './PageFrame.tsx';
import { topicQuery } from './topic-query.ts';
import { useTopics } from './use-topics.ts';

export default function ArticlePage() {
  const { slug = '' } = useParams();
  const loaded = useLoaderData() as { missing: true } | null;
  const query = useReply({ ...queryOf(getArticle, { params: { slug } }), enabled: !loaded?.missing });
  const site = useSite();
  const topics = useTopics();
  if (loaded?.missing || (query.error instanceof ApiError && isMissing(query.error))) return <ArticleMissing />;
  if (query.error)
    return (
      <PageFrame>
        <Head title="Article" noindex />
        <LoadFailed title="Failed to fetch articles" heading="h1" query={query} />
      </PageFrame>
    );
  if (!query.data) return <ArticleSkeleton />;
  const article = query.data;
  const path = `/articles/${article.slug}`;
  return (
    <PageFrame>
      <Head
        title={article.metaTitle ?? article.title}
        description={article.metaDescription ?? article.excerpt}
        canonical={path}
        noindex={articleStateOf(article) !== 'published'}
        type="article"
        alternate={articleFeed}
        jsonLd={articleJsonLd(article, topicOf(topics, article.topicId)?.title, site)}
      />
      <ArticleView
        article={article}
        aside={
          <>
            <RelatedArticles article={article} />
            <AdSlot slot="sidebar" />
          </>
        }
      />
    </PageFrame>
  );
}

function RelatedArticles({ article }: { article: Article }) {
  const topicArticles = useReply(topicQuery(article.topicId));
  const related = (topicArticles.data ?? [])
    .filter((other) => other.id !== article.id && articleStateOf(other) === 'published')
    .slice(0, 5);
  if (related.length === 0) return null;
  return (
    <nav aria-labelledby="related">
      <h2 id="related">More on this topic</h2>
      <ul className={css.related}>
        {related.map(({ id, slug, title }) => (
          <li key={id}>
            <Link to={`/articles/${slug}`}>{title}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
