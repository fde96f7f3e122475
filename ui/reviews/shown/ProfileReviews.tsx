import type { ShownReviews } from '#contract/reviews/reviews.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Mentions } from './Mentions.tsx';
import { ReviewItem } from './ReviewItem.tsx';
import { reviewsPath } from './reviews-query.ts';
import { ReviewSummary } from './ReviewSummary.tsx';
import css from './ProfileReviews.module.css';

/** The section of a profile: the sums and the newest reviews. Plain links, so that profiles load no script for it. */
export function ProfileReviews({
  listing,
  reviews,
}: {
  listing: { id: number; name: string; practiceName: string | null };
  reviews: ShownReviews | undefined;
}) {
  if (!reviews) return null;
  const { total, source } = reviews;
  return (
    <section aria-labelledby="reviews" className={css.section}>
      <header>
        <h2 id="reviews" className={css.title}>
          Patient Reviews
        </h2>
        <ButtonLink to={`/write-review/${listing.id}`} rel="nofollow">
          Write a review
        </ButtonLink>
      </header>
      {total === 0 ? (
        <p className={layout.muted}>No reviews yet.</p>
      ) : (
        <>
          {source === 'sample' && <SampleNote />}
          {source === 'imported' && <ImportedNote total={total} />}
          <ReviewSummary dentistId={listing.id} reviews={reviews} />
          <Mentions dentistId={listing.id} mentions={reviews.mentions} />
          {reviews.reviews.map((review) => (
            <ReviewItem
              key={review.id}
              review={review}
              isSample={source === 'sample'}
              practice={listing.practiceName ?? listing.name}
            />
          ))}
        </>
      )}
      <p className={layout.row}>
        {total > reviews.reviews.length && (
          <Link to={reviewsPath(listing.id)} rel="nofollow">
            Read all {formatNumber(total)} reviews
          </Link>
        )}
        <Link to="/how-reviews-work">How we check reviews</Link>
      </p>
    </section>
  );
}

/** A file has reviews from another directory, which this one can't verify. */
export const ImportedNote = ({ total }: { total: number }) => (
  <Callout title={`${formatNumber(total)} imported ${total === 1 ? 'review' : 'reviews'}`}>
    {total === 1 ? 'It was' : 'They were'} written in another directory. We didn't check {total === 1 ? 'it' : 'them'},
    and they don't count in our ratings.
  </Callout>
);

/** Sample data invents reviews, which no patient wrote. */
export const SampleNote = () => (
  <Callout title="Sample reviews">These are invented to show how the page looks. No patient wrote them.</Callout>
);
