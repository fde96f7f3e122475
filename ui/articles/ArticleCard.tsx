import { CalendarClock, Clock } from 'lucide-react';
import { articleStateOf } from '#shared/articles/article-state.ts';
import { type ListedArticle } from '#contract/articles/articles.ts';
import { Badge, Chip } from '#ui/kit/display/Badge.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatDate, formatDateTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './ArticleCard.module.css';
import { ListCard } from './ListCard.tsx';

/** An article in a public list. Scheduled ones link to their preview. */
export function ArticleCard({ article }: { article: ListedArticle }) {
  const isScheduled = articleStateOf(article) === 'scheduled';
  return (
    <ListCard
      top={
        isScheduled && (
          <Badge tone="warn" icon={<CalendarClock size={14} aria-hidden="true" />}>
            Scheduled
          </Badge>
        )
      }
      foot={
        <>
          <span>{article.author}</span>
          <span className={css.readTime}>
            <Clock size={14} aria-hidden="true" /> {article.readTime} min read
          </span>
          {isScheduled && article.scheduledPublishAt ? (
            <time dateTime={article.scheduledPublishAt}>{formatDateTime(article.scheduledPublishAt)}</time>
          ) : (
            article.publishedAt && <time dateTime={article.publishedAt}>{formatDate(article.publishedAt)}</time>
          )}
        </>
      }
    >
      <h3>
        <Link to={isScheduled ? `/articles/preview/${article.id}` : `/articles/${article.slug}`} className={css.link}>
          {article.title}
        </Link>
      </h3>
      <p>{article.excerpt}</p>
      {article.tags.length > 0 && (
        <div className={layout.row}>
          {article.tags.slice(0, 2).map((tag) => (
            <Chip key={tag}>{tag}</Chip>
          ))}
        </div>
      )}
    </ListCard>
  );
}
