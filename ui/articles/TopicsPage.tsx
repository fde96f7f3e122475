import { Clock } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { articleStats, newestArticle } from '#contract/articles/articles.ts';
import { useSite } from '#ui/base/page/App.tsx';
import { articleFeed, Head } from '#ui/base/page/Head.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { formatDate } from '#ui/kit/format.ts';
import { usePageTime } from '#ui/base/platform/use-page-time.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { linksJsonLd } from '#ui/listings/profile/json-ld.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './TopicsPage.module.css';
import { createWordMatcher } from './match-words.ts';
import { PageFrame } from './PageFrame.tsx';
import { TopicCard } from './TopicCard.tsx';
import { TopicHeader } from './TopicHeader.tsx';
import { TopicSearch } from './TopicSearch.tsx';
import { useTopics } from './use-topics.ts';

const DAY = 86_400_000;

/** Claims daily updates only while the newest article is less than a day old. */
function describeUpdate(publishedAt: string | null, now: Date): string {
  if (publishedAt === null) return 'No articles yet';
  const age = now.getTime() - Date.parse(publishedAt);
  return age < DAY ? 'Updated Daily' : `Updated ${formatDate(publishedAt)}`;
}

export default function TopicsPage() {
  const { publicUrl } = useSite();
  const topics = useTopics();
  const categories = ['All', ...new Set(topics.map((topic) => topic.category))];
  const [search, setSearch] = useSearchParams();
  const stats = useReply(queryOf(articleStats, {}));
  const { data: newest } = useReply(queryOf(newestArticle, {}));
  const now = usePageTime();
  const query = search.get('q') ?? '';
  const category = search.get('category') ?? 'All';
  const changeSearch = (changes: Record<string, string>) =>
    setSearch(
      (current) => {
        const params = new URLSearchParams(current);
        for (const [name, value] of Object.entries(changes))
          if (value) params.set(name, value);
          else params.delete(name);
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  const matchesWords = createWordMatcher(query);
  const matchingTopics = topics.filter(
    (topic) =>
      (category === 'All' || topic.category === category) &&
      matchesWords(`${topic.title} ${topic.category} ${topic.about}`),
  );
  return (
    <PageFrame>
      <Head
        title="Dental Health Topics"
        description="Clear, careful articles about teeth whitening and dental health, sorted by topic."
        canonical="/topics"
        alternate={articleFeed}
        jsonLd={linksJsonLd(
          topics.map(({ id }) => `/topics/${id}`),
          publicUrl,
        )}
      />
      <TopicHeader
        title="Dental Health Topics"
        lead="Plain answers to common questions before you see a dentist."
        facts={
          <>
            <span>
              <Clock size={16} aria-hidden="true" /> {describeUpdate(newest?.publishedAt ?? null, now)}
            </span>
            <span>{topics.length} categories</span>
          </>
        }
      />
      <TopicSearch label="Search topics" value={query} onChange={(q) => changeSearch({ q })}>
        <div className={css.filters} role="group" aria-label="Category">
          {categories.map((name) => (
            <button
              key={name}
              type="button"
              className={css.filter}
              aria-pressed={category === name}
              onClick={() => changeSearch({ category: name === 'All' ? '' : name })}
            >
              {name}
            </button>
          ))}
        </div>
      </TopicSearch>
      {stats.error && (
        <Callout tone="bad" title="Failed to fetch article stats">
          All topics are here; only their article counts are missing.
        </Callout>
      )}
      {matchingTopics.length === 0 ? (
        <EmptyState
          title="No topics found"
          scene="search"
          actions={
            <Button variant="primary" onClick={() => changeSearch({ q: '', category: '' })}>
              Clear Filters
            </Button>
          }
        >
          Try another word, or clear the filters to see all topics.
        </EmptyState>
      ) : (
        <ul className={layout.cards}>
          {matchingTopics.map((topic) => (
            <TopicCard key={topic.id} topic={topic} articleCount={stats.data?.visibleByTopic[topic.id]} />
          ))}
        </ul>
      )}
    </PageFrame>
  );
}
