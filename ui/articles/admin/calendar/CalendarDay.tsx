import { CalendarClock, Check } from 'lucide-react';
import { useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import type { articleCalendar } from '#contract/articles/admin-articles.ts';
import { useMay } from '#ui/admin/use-may.ts';
import { cx } from '#ui/kit/cx.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatLocalTime } from '#ui/kit/format.ts';
import css from './CalendarDay.module.css';
import { useTopicTitle } from '../../use-topics.ts';

type CalendarArticle = Reply<typeof articleCalendar>[number];
const SHOWN = 4;

interface CalendarDayProps {
  label: string;
  number: number;
  isToday: boolean;
  isOutside: boolean;
  articles: readonly CalendarArticle[];
}

export function CalendarDay({ label, number, isToday, isOutside, articles }: CalendarDayProps) {
  const [isOpen, setIsOpen] = useState(false);
  const shownArticles = isOpen ? articles : articles.slice(0, SHOWN);
  const hidden = articles.length - shownArticles.length;
  return (
    <li
      className={cx(
        css.day,
        isToday && css.today,
        isOutside && css.outside,
        articles.length === 0 && !isToday && css.free,
      )}
    >
      <div className={css.date}>
        <span aria-hidden="true">{number}</span>
        <span className={css.label}>
          {label}
          {isToday && ', today'}
        </span>
      </div>
      {shownArticles.map((article) => (
        <Entry key={article.id} article={article} />
      ))}
      {hidden > 0 && (
        <button type="button" className={css.more} onClick={() => setIsOpen(true)}>
          {hidden} more
        </button>
      )}
    </li>
  );
}

function Entry({ article: { id, title, topicId, slug, at, isPublished } }: { article: CalendarArticle }) {
  const topicTitle = useTopicTitle();
  const mayWrite = useMay('articles.write');
  const Icon = isPublished ? Check : CalendarClock;
  // The note above the calendar names the zone.
  const [time] = /^\d+:\d+ [AP]M/.exec(formatLocalTime(at)) ?? [formatLocalTime(at)];
  const state = isPublished ? 'Published' : 'Scheduled';
  const path = mayWrite ? `/admin/topics?edit=${id}` : isPublished ? `/articles/${slug}` : `/articles/preview/${id}`;
  return (
    <Link
      to={path}
      className={cx(css.entry, isPublished && css.published)}
      title={`${state} ${formatLocalTime(at)} · ${topicTitle(topicId)} · ${title}`}
    >
      <Icon size={13} aria-hidden="true" />
      <span className="hidden-text">{state} </span>
      <span className={css.time}>{time}</span> <span className={css.title}>{title}</span>
    </Link>
  );
}
