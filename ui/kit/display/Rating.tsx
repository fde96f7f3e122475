import { cx } from '../cx.ts';
import css from './Rating.module.css';
import { formatNumber } from '../format.ts';

export interface RatingProps {
  value: number | null | undefined;
  count?: number | null;
  /** Text stars without a value. */
  none?: string;
  className?: string;
}

const star =
  'M10 2.2c.5 0 .8.3 1 .7l1.8 3.8 4.1.6c1 .1 1.3 1.2.6 1.9l-3 2.9.7 4.1c.2.9-.8 1.7-1.6 1.2L10 15.5l-3.6 1.9c-.9.5-1.8-.3-1.7-1.2l.7-4.1-3-2.9c-.7-.7-.3-1.8.6-1.9l4.2-.6L9 2.9c.2-.4.5-.7 1-.7Z';

const Five = () =>
  [1, 2, 3, 4, 5].map((place) => (
    <svg key={place} viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.25">
      <path d={star} />
    </svg>
  ));

/** Read-only. Screen readers get a sentence. */
export function Rating({ value, count, none = 'No ratings yet', className }: RatingProps) {
  if (value == null) return <span className={cx(css.rating, css.none, className)}>{none}</span>;
  const stars = Math.min(5, Math.max(0, value));
  const counted = count == null ? '' : ` from ${formatNumber(count)} ${count === 1 ? 'review' : 'reviews'}`;
  return (
    <span className={cx(css.rating, className)}>
      <span className="hidden-text">{`Rated ${stars.toFixed(1)} out of 5${counted}`}</span>
      <span className={css.stars} aria-hidden="true">
        <Five />
        <span className={css.fill} style={{ width: `${(stars / 5) * 100}%` }}>
          <Five />
        </span>
      </span>
      <span className={css.value} aria-hidden="true">
        {stars.toFixed(1)}
      </span>
      {count != null && (
        <span className={css.count} aria-hidden="true">
          ({formatNumber(count)})
        </span>
      )}
    </span>
  );
}
