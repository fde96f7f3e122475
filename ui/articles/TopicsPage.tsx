import { useQuery } from '@tanstack/react-query';
import { Check, Clock, Search } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { articleStats } from '#contract/articles.ts';
import { topics } from '#contract/topics.ts';
import { Head } from '#ui/app/Head.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { queryOf } from '#ui/platform/query.ts';
import css from './Articles.module.css';
import { countText } from './count-text.ts';
import { TopicIcon } from './TopicIcon.tsx';

const categories = ['All', ...topics.map(({ category }) => category)];

export default function TopicsPage() {
  const [search, setSearch] = useSearchParams();
  const stats = useQuery(queryOf(articleStats, {}));
  const typed = search.get('q') ?? '';
  const category = search.get('category') ?? 'All';
  const change = (next: Record<string, string>) =>
    setSearch(
      (old) => {
        const all = new URLSearchParams(old);
        for (const [name, value] of Object.entries(next))
          if (value) all.set(name, value);
          else all.delete(name);
        return all;
      },
      { replace: true, preventScrollReset: true },
    );
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = topics.filter((topic) => {
    const text = `${topic.title} ${topic.category} ${topic.about}`.toLowerCase();
    return (category === 'All' || topic.category === category) && words.every((word) => text.includes(word));
  });
  return (
    <div className={css.page}>
      <Head
        title="Dental Health Topics"
        description="Plain, careful articles about teeth whitening and dental health, in ten topics."
        canonical="/topics"
      />
      <div className={css.head}>
        <h1>Dental Health Topics</h1>
        <p className={css.lead}>Plain answers to what people ask before they see a dentist.</p>
        <div className={css.facts}>
          <span>
            <Clock size={16} aria-hidden="true" /> Updated Daily
          </span>
          <span>{topics.length} categories</span>
        </div>
      </div>
      <div className={css.tools}>
        <div className={css.search}>
          <Input
            type="search"
            aria-label="Search topics"
            placeholder="Search topics..."
            icon={<Search />}
            value={typed}
            onChange={(event) => change({ q: event.target.value })}
          />
        </div>
        <div className={css.filters} role="group" aria-label="Category">
          {categories.map((name) => (
            <button
              key={name}
              type="button"
              className={css.filter}
              aria-pressed={category === name}
              onClick={() => change({ category: name === 'All' ? '' : name })}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      {stats.isError && (
        <Callout tone="bad" title="Failed to fetch article stats">
          The topics are all here; only their counts are missing.
        </Callout>
      )}
      {found.length === 0 ? (
        <EmptyState
          title="No topics found"
          scene="search"
          actions={
            <Button variant="primary" onClick={() => change({ q: '', category: '' })}>
              Clear Filters
            </Button>
          }
        >
          Try another word, or look at all ten topics.
        </EmptyState>
      ) : (
        <ul className={css.grid}>
          {found.map((topic) => {
            const count = stats.data?.visibleByTopic[topic.id];
            return (
              <Card key={topic.id} as="li" interactive className={css.card}>
                <div className={css.cardTop}>
                  <span className={css.icon}>
                    <TopicIcon topicId={topic.id} />
                  </span>
                  {count !== undefined && count > 0 && (
                    <Badge tone="good" icon={<Check size={14} aria-hidden="true" />}>
                      Content Available
                    </Badge>
                  )}
                </div>
                <h2>{topic.title}</h2>
                <p>{topic.about}</p>
                <div className={css.cardFoot}>
                  <span>
                    {topic.category}
                    {count !== undefined && ` · ${countText(count)}`}
                  </span>
                  <Link to={`/topics/${topic.id}`} className={css.more} aria-label={`Read More about ${topic.title}`}>
                    Read More
                  </Link>
                </div>
              </Card>
            );
          })}
        </ul>
      )}
    </div>
  );
}
