import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { receivedReviews } from '#contract/reviews/received-reviews.ts';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { layout } from '#ui/kit/layout.ts';
import { ReviewItem } from '../shown/ReviewItem.tsx';
import css from './ListingReviews.module.css';
import { PatientLink } from './PatientLink.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { ReportForm } from './ReportForm.tsx';

const PAGE_SIZE = 10;

/** The published reviews of an own listing, with the reply to each. */
export default function ListingReviews({
  listing,
}: {
  listing: { id: number; name: string; practiceName: string | null };
}) {
  const [page, setPage] = useState(1);
  const reviewsQuery = queryOf(receivedReviews, { params: { id: String(listing.id) }, query: { page: String(page) } });
  const { data: reviews, ...query } = useQuery({
    ...reviewsQuery,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  if (query.isError) return <LoadFailed title="We couldn’t load the reviews" compact query={query} />;
  if (!reviews)
    return (
      <Loading label="Loading the reviews">
        <Skeleton height={320} />
      </Loading>
    );
  return (
    <div className={layout.stack}>
      <PatientLink dentistId={listing.id} />
      <p className={layout.hint}>
        You can reply to reviews and report those that break the rules, but not remove them.{' '}
        <Link to="/how-reviews-work">How reviews work</Link>
      </p>
      {reviews.length === 0 && <p>{page === 1 ? 'No reviews yet.' : 'No more reviews.'}</p>}
      {reviews.map((review) => (
        <div key={review.id} className={layout.stack}>
          <ReviewItem review={review} isSample={false} practice={listing.practiceName ?? listing.name} />
          <div className={css.answers}>
            <ReplyForm key={review.changedAt} review={review} listKey={reviewsQuery.queryKey} />
            <ReportForm review={review} listKey={reviewsQuery.queryKey} />
          </div>
        </div>
      ))}
      {(page > 1 || reviews.length === PAGE_SIZE) && (
        <div className={layout.row}>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button size="small" disabled={reviews.length < PAGE_SIZE} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </div>
      )}
    </div>
  );
}
