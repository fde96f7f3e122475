import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { articleCalendar } from '#contract/articles/admin-articles.ts';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import { useListedShortcuts } from '#ui/admin/shown-shortcuts.ts';
import { useShortcuts } from '#ui/admin/use-shortcuts.ts';
import { useUrlState } from '#ui/admin/use-url-state.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { cx } from '#ui/kit/cx.ts';
import { formatCalendarMonth, formatCalendarWeekday, formatLocalZone } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { useNow } from '#ui/kit/use-now.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import css from './ArticleCalendar.module.css';
import { CalendarDay } from './CalendarDay.tsx';
import { addMonths, daysOfCalendar, isMonth, localDayOf, monthOf, rangeOfCalendar } from './month-days.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const shortcuts = {
  name: 'Calendar',
  shortcuts: [
    ['[', 'Previous month'],
    [']', 'Next month'],
    ['T', 'This month'],
  ],
} as const;

function groupByDay<A extends { at: string }>(articles: readonly A[]): Map<string, A[]> {
  const byDay = new Map<string, A[]>();
  for (const article of articles) {
    const day = localDayOf(article.at);
    byDay.set(day, [...(byDay.get(day) ?? []), article]);
  }
  return byDay;
}

/** A month of published and scheduled articles, in the viewer's time zone. */
export function ArticleCalendar() {
  const [search, change] = useUrlState();
  const now = useNow(60_000);
  const today = localDayOf(now);
  const wanted = search.get('month');
  const month = isMonth(wanted) ? wanted : monthOf(today);
  const days = useMemo(() => daysOfCalendar(month), [month]);
  const articles = useQuery({
    ...queryOf(articleCalendar, { query: rangeOfCalendar(days) }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: 60_000,
  });
  const articlesByDay = useMemo(() => groupByDay(articles.data ?? []), [articles.data]);
  const show = (next: string) => change({ month: next === monthOf(today) ? null : next });
  useListedShortcuts(shortcuts);
  useShortcuts({
    '[': () => show(addMonths(month, -1)),
    ']': () => show(addMonths(month, 1)),
    t: () => show(monthOf(today)),
  });
  const inMonth = (articles.data ?? []).filter(({ at }) => monthOf(localDayOf(at)) === month);
  const published = inMonth.filter(({ isPublished }) => isPublished).length;
  return (
    <section className={layout.stack} aria-labelledby="article-calendar">
      <div className={layout.between}>
        <h2 id="article-calendar">{formatCalendarMonth(`${month}-01`)}</h2>
        <div className={layout.row}>
          <IconButton label="Previous month" onClick={() => show(addMonths(month, -1))}>
            <ChevronLeft />
          </IconButton>
          <Button onClick={() => show(monthOf(today))} disabled={month === monthOf(today)}>
            Today
          </Button>
          <IconButton label="Next month" onClick={() => show(addMonths(month, 1))}>
            <ChevronRight />
          </IconButton>
        </div>
      </div>
      <p className={layout.hint} aria-live="polite">
        {articles.data && `${published} published, ${inMonth.length - published} scheduled. `}
        Times are {formatLocalZone(now)}.
      </p>
      {articles.isError && !articles.data ? (
        <LoadFailed title="We couldn't load the calendar" compact query={articles} />
      ) : (
        <>
          <div className={css.weekdays} aria-hidden="true">
            {weekdays.map((name) => (
              <span key={name}>{name.slice(0, 3)}</span>
            ))}
          </div>
          <ol
            className={cx(css.days, inMonth.length === 0 && css.empty)}
            aria-label={formatCalendarMonth(`${month}-01`)}
          >
            {days.map((day) => (
              <CalendarDay
                key={day}
                label={formatCalendarWeekday(day)}
                number={Number(day.slice(8))}
                isToday={day === today}
                isOutside={monthOf(day) !== month}
                articles={articlesByDay.get(day) ?? []}
              />
            ))}
          </ol>
          {articles.data && inMonth.length === 0 && (
            <p className={cx(layout.muted, css.nothing)}>
              Nothing is published or scheduled in {formatCalendarMonth(`${month}-01`)}.
            </p>
          )}
        </>
      )}
    </section>
  );
}
