import { cx } from '../cx.ts';
import css from './Rating.module.css';
import { formatNumber } from '../format.ts';
import { Glyph } from './Glyph.tsx';

export interface RatingProps {
  value: number | null | undefined;
  count?: number | null;
  /** Text stars without a value. */
  none?: string;
  className?: string;
}

/** Read-only. Screen readers get a sentence. */
export function Rating({ value, count, none = 'No ratings yet', className }: RatingProps) {
  if (value == null) return <span className={cx(css.rating, css.none, className)}>{none}</span>;
  const stars = Math.min(5, Math.max(0, value));
  const counted = count == null ? '' : ` from ${formatNumber(count)} ${count === 1 ? 'review' : 'reviews'}`;
  return (
    <span className={cx(css.rating, className)}>
      <span className="hidden-text">{`Rated ${stars.toFixed(1)} out of 5${counted}`}</span>
      <span className={css.stars} aria-hidden="true">
        <Glyph name="stars" />
        <span className={css.fill} style={{ width: `${(stars / 5) * 100}%` }}>
          <Glyph name="stars" />
        </span>
      </span>
      <span className={css.value} aria-hidden="true">
        {stars.toFixed(1)}
      </span>
      {count != null && (
        <span className={css.count} aria-hidden="true">
          {`(${formatNumber(count)})`}
        </span>
      )}
    </span>
  );
}
