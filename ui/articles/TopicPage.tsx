import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { articleStateOf } from '#contract/article-state.ts';
import type { ListedArticle } from '#contract/articles.ts';
import { PLANNED_PER_TOPIC, topicOf } from '#contract/topics.ts';
import { AdSlot } from '#ui/ads/AdSlot.tsx';
import { LoadFailed } from '#ui/app/LoadFailed.tsx';
import { Head } from '#ui/app/Head.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Breadcrumbs } from '#ui/kit/display/Breadcrumbs.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { ArticleCard } from './ArticleCard.tsx';
import css from './Articles.module.css';
import { countText } from './count-text.ts';
import { topicQuery } from './topic-query.ts';

export default function TopicPage() {
  const { topicId } = useParams();
  const topic = topicOf(topicId);
  if (topicId === undefined) return <Nowhere title="Topic not found" />;
  if (!topic) return <Nowhere title="Unknown Topic" />;
  return <Topic key={topic.id} topic={topic} />;
}

const Nowhere = ({ title }: { title: string }) => (
  <div className={css.page}>
    <Head title={title} noindex />
    <EmptyState
      title={title}
      heading="h1"
      scene="search"
      actions={
        <ButtonLink to="/topics" variant="primary">
          All topics
        </ButtonLink>
      }
    >
      There is no topic at this address. All ten are on one page.
    </EmptyState>
  </div>
);

function Topic({ topic }: { topic: NonNullable<ReturnType<typeof topicOf>> }) {
  const articles = useQuery(topicQuery(topic.id));
  const [typed, setTyped] = useState('');
  const all = articles.data ?? [];
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ title, excerpt }: ListedArticle) =>
    words.every((word) => `${title} ${excerpt}`.toLowerCase().includes(word));
  const of = (state: string) => all.filter((article) => articleStateOf(article) === state);
  const published = of('published');
  const scheduled = of('scheduled').toReversed();
  const shown = { published: published.filter(matches), scheduled: scheduled.filter(matches) };
  const nothing = shown.published.length + shown.scheduled.length === 0;
  return (
    <div className={css.page}>
      <Head title={topic.title} description={topic.about} canonical={`/topics/${topic.id}`} />
      <div className={css.head}>
        <Breadcrumbs crumbs={[{ label: 'Topics', to: '/topics' }, { label: topic.title }]} />
        <h1>{topic.title}</h1>
        <p className={css.lead}>{topic.about}</p>
        <div className={css.facts}>
          <Badge tone="accent">{topic.category}</Badge>
          {articles.data && (
            <>
              <span>{countText(published.length)} published</span>
              <span>{scheduled.length} scheduled</span>
            </>
          )}
        </div>
      </div>
      {articles.isPending && (
        <Loading label="Loading articles" className={css.grid}>
          {[1, 2, 3].map((n) => (
            <Skeleton key={n} height={230} />
          ))}
        </Loading>
      )}
      {articles.isError && <LoadFailed title="Failed to fetch articles" query={articles} />}
      {articles.data && all.length === 0 && (
        <EmptyState title="No articles yet">
          Our dual-AI system is creating {PLANNED_PER_TOPIC} articles per topic, published daily. Please come back soon.
        </EmptyState>
      )}
      {all.length > 0 && (
        <>
          <div className={css.tools}>
            <div className={css.search}>
              <Input
                type="search"
                aria-label="Search articles"
                placeholder="Search articles..."
                icon={<Search />}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            </div>
          </div>
          {nothing && (
            <EmptyState
              title="No articles found"
              scene="search"
              actions={<Button onClick={() => setTyped('')}>Clear search</Button>}
            >
              No title or excerpt in this topic has these words.
            </EmptyState>
          )}
          {shown.published.length > 0 && (
            <section aria-labelledby="published">
              <h2 id="published">Published Articles</h2>
              <ul className={css.grid} style={{ marginTop: 'var(--space-5)' }}>
                {shown.published.map((article) => (
                  <ArticleCard key={article.id} article={article} />
                ))}
              </ul>
            </section>
          )}
          {shown.scheduled.length > 0 && (
            <section className={css.section} aria-labelledby="scheduled">
              <h2 id="scheduled">Scheduled for Publishing</h2>
              <ul className={css.grid}>
                {shown.scheduled.map((article) => (
                  <ArticleCard key={article.id} article={article} />
                ))}
              </ul>
            </section>
          )}
          <AdSlot slot="sidebar" />
        </>
      )}
    </div>
  );
}
