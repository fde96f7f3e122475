import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { articleStateOf } from '#shared/articles/article-state.ts';
import type { ListedArticle } from '#contract/articles/articles.ts';
import { findTopicByName, type Topic as TopicFacts } from '#shared/articles/topics.ts';
import { useSite } from '#ui/base/page/App.tsx';
import { AdSlot } from '#ui/ads/AdSlot.tsx';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import { articleFeed, Head } from '#ui/base/page/Head.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Breadcrumbs } from '#ui/kit/display/Breadcrumbs.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { ArticleCard } from './ArticleCard.tsx';
import { layout } from '#ui/kit/layout.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import css from './TopicPage.module.css';
import { topicJsonLd } from './article-json-ld.ts';
import { describeCounts } from './count-text.ts';
import { createWordMatcher } from './match-words.ts';
import { PageFrame } from './PageFrame.tsx';
import { TopicHeader } from './TopicHeader.tsx';
import { topicQuery } from './topic-query.ts';
import { TopicSearch } from './TopicSearch.tsx';
import { topicsQuery } from './use-topics.ts';

export default function TopicPage() {
  const { topicId } = useParams();
  const topics = useReply(topicsQuery());
  if (topicId === undefined) return <TopicMissing title="Topic not found" />;
  if (!topics.data)
    return (
      <PageFrame>
        {topics.error ? <LoadFailed title="We couldn't load the topics" query={topics} /> : <Skeleton height={230} />}
      </PageFrame>
    );
  const topic = findTopicByName(topics.data, topicId);
  if (!topic) return <TopicMissing title="Unknown Topic" />;
  return <Topic key={topic.id} topic={topic} />;
}

const TopicMissing = ({ title }: { title: string }) => (
  <PageFrame>
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
      There's no topic at this address.
    </EmptyState>
  </PageFrame>
);

function Topic({ topic }: { topic: TopicFacts }) {
  const articles = useReply(topicQuery(topic.id));
  const { publicUrl } = useSite();
  const [query, setQuery] = useState('');
  const allArticles = articles.data ?? [];
  const matchesWords = createWordMatcher(query);
  const isMatch = ({ title, excerpt }: ListedArticle) => matchesWords(`${title} ${excerpt}`);
  const listByState = (state: string) => allArticles.filter((article) => articleStateOf(article) === state);
  const published = listByState('published');
  const scheduled = listByState('scheduled').toReversed();
  const matches = { published: published.filter(isMatch), scheduled: scheduled.filter(isMatch) };
  const hasNoMatches = matches.published.length + matches.scheduled.length === 0;
  return (
    <PageFrame>
      <Head
        title={topic.title}
        description={topic.about}
        canonical={`/topics/${topic.id}`}
        alternate={articleFeed}
        noindex={articles.data !== undefined && published.length === 0}
        jsonLd={topicJsonLd(topic, published, publicUrl)}
      />
      <TopicHeader
        title={topic.title}
        lead={topic.about}
        breadcrumbs={<Breadcrumbs crumbs={[{ label: 'Topics', to: '/topics' }, { label: topic.title }]} />}
        facts={
          <>
            <Badge tone="accent">{topic.category}</Badge>
            {articles.data &&
              describeCounts(published.length, scheduled.length).map((text) => <span key={text}>{text}</span>)}
          </>
        }
      />
      {articles.isPending && (
        <Loading label="Loading articles" className={layout.cards}>
          {[1, 2, 3].map((n) => (
            <Skeleton key={n} height={230} />
          ))}
        </Loading>
      )}
      {articles.error && <LoadFailed title="Failed to fetch articles" query={articles} />}
      {articles.data && allArticles.length === 0 && (
        <EmptyState title="No articles yet">New guides are on the way.</EmptyState>
      )}
      {allArticles.length > 0 && (
        <>
          <TopicSearch label="Search articles" value={query} onChange={setQuery} />
          {hasNoMatches && (
            <EmptyState
              title="No articles found"
              scene="search"
              actions={<Button onClick={() => setQuery('')}>Clear search</Button>}
            >
              No article in this topic matches your search.
            </EmptyState>
          )}
          {matches.published.length > 0 && (
            <section className={css.section} aria-labelledby="published">
              <h2 id="published">Published Articles</h2>
              <ul className={layout.cards}>
                {matches.published.map((article) => (
                  <ArticleCard key={article.id} article={article} />
                ))}
              </ul>
            </section>
          )}
          {matches.scheduled.length > 0 && (
            <section className={css.section} aria-labelledby="scheduled">
              <h2 id="scheduled">Scheduled for Publishing</h2>
              <ul className={layout.cards}>
                {matches.scheduled.map((article) => (
                  <ArticleCard key={article.id} article={article} />
                ))}
              </ul>
            </section>
          )}
          <AdSlot slot="sidebar" />
        </>
      )}
    </PageFrame>
  );
}
