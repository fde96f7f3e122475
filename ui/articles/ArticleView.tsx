import { BadgeCheck, CalendarClock, Check, Clock, PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { articleStateOf } from '#shared/articles/article-state.ts';
import type { Article, ListedArticle } from '#contract/articles/articles.ts';
import { topicOf } from '#shared/articles/topics.ts';
import { Badge, Chip } from '#ui/kit/display/Badge.tsx';
import { Breadcrumbs } from '#ui/kit/display/Breadcrumbs.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { formatDate, formatDateTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { ArticleProse } from './ArticleProse.tsx';
import css from './ArticleView.module.css';
import { FindNearby } from './FindNearby.tsx';
import { useTopics } from './use-topics.ts';

/** A published article or a preview. Its content is a safe subset of Markdown. */
export function ArticleView({ article, aside }: { article: Article | ListedArticle; aside?: ReactNode }) {
  const topic = topicOf(useTopics(), article.topicId);
  const state = articleStateOf(article);
  return (
    <div className={css.columns}>
      <article className={css.article}>
        <Breadcrumbs
          crumbs={[
            { label: 'Topics', to: '/topics' },
            ...(topic ? [{ label: topic.title, to: `/topics/${topic.id}` }] : []),
            { label: article.title },
          ]}
        />
        <h1>{article.title}</h1>
        <div className={css.byline}>
          <Badge tone="accent">{article.category}</Badge>
          {state === 'published' ? (
            <Badge icon={<Check size={14} aria-hidden="true" />}>Published</Badge>
          ) : (
            <Badge tone="warn" icon={<CalendarClock size={14} aria-hidden="true" />}>
              {state === 'scheduled' ? 'Scheduled' : 'Draft'}
            </Badge>
          )}
          <span>
            <PenLine size={14} aria-hidden="true" /> {article.author}
          </span>
          {article.reviewer && (
            <span>
              <BadgeCheck size={14} aria-hidden="true" /> Reviewed by {article.reviewer}
            </span>
          )}
          <span>
            <Clock size={14} aria-hidden="true" /> {article.readTime} min read
          </span>
          {article.publishedAt && <time dateTime={article.publishedAt}>{formatDate(article.publishedAt)}</time>}
        </div>
        {state === 'scheduled' && article.scheduledPublishAt && (
          <div style={{ marginTop: 'var(--space-5)' }}>
            <Callout tone="warn" title="This article is scheduled">
              It will be published on {formatDateTime(article.scheduledPublishAt)}.
            </Callout>
          </div>
        )}
        {article.excerpt !== '' && <p className={css.excerpt}>{article.excerpt}</p>}
        <div className={css.prose}>
          <ArticleProse content={article.content ?? ''} />
        </div>
        <div className={css.footer}>
          {article.tags.length > 0 && (
            <div className={layout.row} role="group" aria-label="Tags">
              {article.tags.map((tag) => (
                <Chip key={tag}>{tag}</Chip>
              ))}
            </div>
          )}
          <ArticlePeople article={article} />
          {article.sources.length > 0 && <Sources sources={article.sources} />}
          {state === 'published' && <FindNearby topicId={article.topicId} />}
          <Callout>
            This article is general information and does not replace a visit to a dentist. If you have pain, swelling,
            or bleeding that does not stop, see a dentist or seek urgent care.
          </Callout>
          <SeoInformation article={article} />
        </div>
      </article>
      {aside !== undefined && <aside className={css.aside}>{aside}</aside>}
    </div>
  );
}

function SeoInformation({ article }: { article: Article | ListedArticle }) {
  const entries = [
    ['Meta title', article.metaTitle],
    ['Meta description', article.metaDescription],
    ['AI source', article.aiSource],
  ].filter(([, value]) => value);
  if (entries.length === 0) return null;
  return (
    <details className={css.details}>
      <summary>SEO information</summary>
      <dl className={css.seo}>
        {entries.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text) && URL.canParse(text);

/** A source is a title, a web address, or a title followed by one. */
function Sources({ sources }: { sources: string[] }) {
  return (
    <section aria-labelledby="sources">
      <h2 id="sources" className={css.sourcesTitle}>
        Sources
      </h2>
      <ol className={css.sources}>
        {sources.map((source) => {
          const [, title, address] = /^(.*?)\s*(https?:\/\/\S+)$/.exec(source) ?? [];
          return (
            <li key={source}>
              {address && isWebAddress(address) ? (
                <a href={address} target="_blank" rel="noopener noreferrer nofollow">
                  {title || new URL(address).hostname.replace(/^www\./, '')}
                </a>
              ) : (
                source
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

type Bylines = Pick<Article, 'author' | 'authorPerson' | 'reviewer' | 'reviewerPerson'>;

/** Introduces the author and the reviewer of an article. A byline without a person has nothing to add. */
function ArticlePeople({ article: { author, authorPerson, reviewer, reviewerPerson } }: { article: Bylines }) {
  const shown = [
    { part: 'Author', byline: author, ...authorPerson },
    { part: 'Reviewer', byline: reviewer, ...reviewerPerson },
  ].filter(({ introduction, link }) => introduction || link);
  if (shown.length === 0) return null;
  return (
    <section className={css.people} aria-label="Author and reviewer">
      {shown.map(({ part, byline, name, introduction, link }) => (
        <div key={part} className={css.person}>
          <span className={css.part}>{part}</span>
          <strong>{byline}</strong>
          {introduction && <p>{introduction}</p>}
          {link && (
            <a href={link} target="_blank" rel="noopener noreferrer">
              More about {name}
            </a>
          )}
        </div>
      ))}
    </section>
  );
}
