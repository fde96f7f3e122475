import { ChevronLeft, ChevronRight } from 'lucide-react';
import { cx } from '../cx.ts';
import { Link } from '../display/Link.tsx';
import css from './Pagination.module.css';
import { formatNumber } from '../format.ts';

interface PaginationProps {
  page: number;
  pages: number;
  /** Real links, which crawlers follow and users can open in a new tab. */
  hrefFor: (page: number) => string;
  label?: string;
  className?: string;
}

/** The first and last page, and those next to the current one. The number of entries stays constant. */
export function pageNumbers(page: number, pages: number): (number | 'gap-before' | 'gap-after')[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index + 1);
  const start = Math.min(Math.max(page - 1, 3), pages - 4);
  const near = page <= 4 ? [2, 3, 4, 5] : page >= pages - 3 ? [pages - 4, pages - 3, pages - 2, pages - 1] : null;
  if (near && page <= 4) return [1, ...near, 'gap-after', pages];
  if (near) return [1, 'gap-before', ...near, pages];
  return [1, 'gap-before', start, start + 1, start + 2, 'gap-after', pages];
}

export function Pagination({ page, pages, hrefFor, label = 'Pages', className }: PaginationProps) {
  if (pages <= 1) return null;
  const step = (target: number, word: string, icon: 'before' | 'after') => {
    const inside = (
      <>
        {icon === 'before' && <ChevronLeft aria-hidden="true" />}
        <span className={css.word}>{word}</span>
        {icon === 'after' && <ChevronRight aria-hidden="true" />}
      </>
    );
    const off = target < 1 || target > pages;
    return off ? (
      <span className={cx(css.page, css.step, css.off)} aria-disabled="true">
        {inside}
      </span>
    ) : (
      <Link to={hrefFor(target)} rel={icon === 'before' ? 'prev' : 'next'} className={cx(css.page, css.step)}>
        {inside}
      </Link>
    );
  };
  return (
    <nav aria-label={label} className={className}>
      <ul className={css.pages}>
        <li>{step(page - 1, 'Previous', 'before')}</li>
        {pageNumbers(page, pages).map((entry) => (
          <li key={entry}>
            {typeof entry === 'number' ? (
              <Link
                to={hrefFor(entry)}
                className={css.page}
                aria-label={`Page ${entry}`}
                aria-current={entry === page ? 'page' : undefined}
              >
                {formatNumber(entry)}
              </Link>
            ) : (
              <span className={cx(css.page, css.gap)} aria-hidden="true">
                …
              </span>
            )}
          </li>
        ))}
        <li>{step(page + 1, 'Next', 'after')}</li>
      </ul>
    </nav>
  );
}
