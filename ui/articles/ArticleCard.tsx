import { CalendarClock, Clock } from 'lucide-react';
import { articleStateOf } from '#contract/article-state.ts';
import { type ListedArticle } from '#contract/articles.ts';
import { Badge, Chip } from '#ui/kit/display/Badge.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatDate, formatDateTime } from '#ui/kit/format.ts';
import css from './Articles.module.css';

/** An article in a public list. Scheduled ones lead to their preview. */
export function ArticleCard({ article }: { article: ListedArticle }) {
  const scheduled = articleStateOf(article) === 'scheduled';
  return (
    <Card as="li" interactive className={css.card}>
      {scheduled && (
        <div className={css.cardTop}>
          <Badge tone="warn" icon={<CalendarClock size={14} aria-hidden="true" />}>
            Scheduled
          </Badge>
        </div>
      )}
      <h3>
        <Link
          to={scheduled ? `/articles/preview/${article.id}` : `/articles/${article.slug}`}
          className={css.stretched}
        >
          {article.title}
        </Link>
      </h3>
      <p>{article.excerpt}</p>
      {article.tags.length > 0 && (
        <div className={css.tags}>
          {article.tags.slice(0, 2).map((tag) => (
            <Chip key={tag}>{tag}</Chip>
          ))}
        </div>
      )}
      <div className={css.cardFoot}>
        <span>{article.author}</span>
        <span className={css.byline}>
          <span>
            <Clock size={14} aria-hidden="true" /> {article.readTime} min read
          </span>
        </span>
        {scheduled && article.scheduledPublishAt ? (
          <time dateTime={article.scheduledPublishAt}>{formatDateTime(article.scheduledPublishAt)}</time>
        ) : (
          article.publishedAt && <time dateTime={article.publishedAt}>{formatDate(article.publishedAt)}</time>
        )}
      </div>
    </Card>
  );
}
