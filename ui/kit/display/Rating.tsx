import { cx } from '../cx.ts';
import css from './Rating.module.css';
import { formatNumber } from '../format.ts';
import glyphs from './glyphs.svg';

const stars = `${glyphs}#stars`;
/** In pixels, as in the style sheet. The filled stars are drawn at full width, and their container clips them. */
const WIDTH = 90;

interface RatingProps {
  value: number | null | undefined;
  count?: number | null;
  /** Names who collected the reviews. Null shows that no source is recorded. */
  source?: string | null;
  /** Text stars without a value. */
  none?: string;
  className?: string;
}

/** Read-only. Screen readers get a sentence. */
export function Rating({ value, count, source, none = 'No ratings yet', className }: RatingProps) {
  if (value == null) return <span className={cx(css.rating, css.none, className)}>{none}</span>;
  const rating = Math.min(5, Math.max(0, value));
  const counted = count == null ? '' : ` from ${formatNumber(count)} ${count === 1 ? 'review' : 'reviews'}`;
  return (
    <span className={cx(css.rating, className)}>
      <span className="hidden-text">{`Rated ${rating.toFixed(1)} out of 5${counted}`}</span>
      <span className={css.drawing} aria-hidden="true">
        <svg className={cx('icon', css.stars)}>
          <use href={stars} />
          <svg width={`${Math.round(rating * 20)}%`}>
            <use href={stars} width={WIDTH} />
          </svg>
        </svg>
        <span className={css.value}>{rating.toFixed(1)}</span>
        {count != null && <span className={css.count}>{`(${formatNumber(count)})`}</span>}
      </span>
      {source !== undefined && <span className={css.source}>{source || 'unknown source'}</span>}
    </span>
  );
}
