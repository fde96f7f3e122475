import { useQuery } from '@tanstack/react-query';
import { useLoaderData, useParams } from 'react-router-dom';
import { articleStateOf } from '#contract/article-state.ts';
import { getArticle, type Article } from '#contract/articles.ts';
import { AdSlot } from '#ui/ads/AdSlot.tsx';
import { LoadFailed } from '#ui/app/LoadFailed.tsx';
import { Head } from '#ui/app/Head.tsx';
import { useSite } from '#ui/app/App.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { ApiError } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';
import { ArticleMissing, ArticleSkeleton } from './ArticleMissing.tsx';
import css from './Articles.module.css';
import { ArticleView } from './ArticleView.tsx';
import { isMissing } from './is-missing.ts';
import { topicQuery } from './topic-query.ts';

export default function ArticlePage() {
  const { slug = '' } = useParams();
  const loaded = useLoaderData() as { missing: true } | null;
  const article = useQuery({ ...queryOf(getArticle, { params: { slug } }), enabled: !loaded?.missing });
  const { publicUrl } = useSite();
  if (loaded?.missing || (article.error instanceof ApiError && isMissing(article.error))) return <ArticleMissing />;
  if (article.isError)
    return (
      <div className={css.page}>
        <Head title="Article" noindex />
        <LoadFailed title="Failed to fetch articles" heading="h1" query={article} />
      </div>
    );
  if (!article.data) return <ArticleSkeleton />;
  const one = article.data;
  const path = `/articles/${one.slug}`;
  return (
    <div className={css.page}>
      <Head
        title={one.metaTitle ?? one.title}
        description={one.metaDescription ?? one.excerpt}
        canonical={path}
        noindex={articleStateOf(one) !== 'published'}
        type="article"
        jsonLd={jsonLdOf(one, publicUrl + path)}
      />
      <ArticleView
        article={one}
        aside={
          <>
            <Related to={one} />
            <AdSlot slot="sidebar" />
          </>
        }
      />
    </div>
  );
}

const jsonLdOf = (one: Article, url: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Article',
  headline: one.title,
  description: one.metaDescription ?? one.excerpt,
  articleSection: one.category,
  keywords: one.tags.join(', '),
  author: { '@type': 'Organization', name: one.author },
  ...(one.publishedAt ? { datePublished: one.publishedAt } : {}),
  dateModified: one.updatedAt,
  mainEntityOfPage: url,
});

function Related({ to }: { to: Article }) {
  const list = useQuery(topicQuery(to.topicId));
  const others = (list.data ?? []).filter((one) => one.id !== to.id && articleStateOf(one) === 'published').slice(0, 5);
  if (others.length === 0) return null;
  return (
    <nav aria-labelledby="related">
      <h2 id="related">More on this topic</h2>
      <ul className={css.related}>
        {others.map((one) => (
          <li key={one.id}>
            <Link to={`/articles/${one.slug}`}>{one.title}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
