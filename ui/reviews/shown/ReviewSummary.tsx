import type { ShownReviews } from '#contract/reviews/reviews.ts';
import { reviewQuestions } from '#shared/reviews/review.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { Rating } from '#ui/kit/display/Rating.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { reviewsPath } from './reviews-query.ts';
import css from './ReviewSummary.module.css';

const Bar = ({ part, whole }: { part: number; whole: number }) => (
  <span className={css.track} aria-hidden="true">
    <span style={{ width: `${whole === 0 ? 0 : Math.round((100 * part) / whole)}%` }} />
  </span>
);

/** The mean, how many reviews have which stars, and the four answers. Each row of stars leads to its reviews. */
export function ReviewSummary({ dentistId, reviews }: { dentistId: number; reviews: ShownReviews }) {
  const { total, average, stars, answers } = reviews;
  const asked = reviewQuestions.filter(({ name }) => answers[name].asked > 0);
  return (
    <div className={css.summary}>
      <div>
        <p>
          <Rating value={average} count={total} />
        </p>
        <ul className={css.bars} aria-label="Stars">
          {stars
            .map((count, index) => ({ count, n: index + 1 }))
            .toReversed()
            .map(({ count, n }) => {
              const label = n === 1 ? '1 star' : `${n} stars`;
              return (
                <li key={n}>
                  {count > 0 ? (
                    <Link to={reviewsPath(dentistId, { stars: String(n) })} rel="nofollow">
                      {label}
                    </Link>
                  ) : (
                    <span>{label}</span>
                  )}
                  <Bar part={count} whole={total} />
                  <span className={css.number}>{formatNumber(count)}</span>
                </li>
              );
            })}
        </ul>
      </div>
      {asked.length > 0 && (
        <ul className={css.bars} aria-label="What patients answered">
          {asked.map(({ name, label }) => (
            <li key={name}>
              <span>{label}</span>
              <Bar part={answers[name].yes} whole={answers[name].asked} />
              <span className={css.number}>
                {formatNumber(answers[name].yes)} of {formatNumber(answers[name].asked)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
