import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { getDentist, listingPath } from '#contract/listings/listings.ts';
import type { ShownReviews } from '#contract/reviews/reviews.ts';
import { languageNames, type ReviewLanguage } from '#shared/reviews/review.ts';
import { Head } from '#ui/base/page/Head.tsx';
import NotFound from '#ui/base/page/NotFoundPage.tsx';
import { ApiError, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Pagination } from '#ui/kit/table/Pagination.tsx';
import { Mentions } from './Mentions.tsx';
import { ImportedNote, SampleNote } from './ProfileReviews.tsx';
import { ReviewItem } from './ReviewItem.tsx';
import { readReviewSearch, reviewsPath, searchReviews, type ReviewSearch } from './reviews-query.ts';
import { ReviewSummary } from './ReviewSummary.tsx';
import css from './ReviewsPage.module.css';

const PAGE_SIZE = 10;

/** All reviews of a practice. Filters are links, so the page works without scripts. */
export default function ReviewsPage() {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const search = readReviewSearch(params);
  const { data: listing, error: listingError } = useQuery(queryOf(getDentist, { params: { id } }));
  const { data: reviews, error: reviewsError } = useQuery(searchReviews(id, search));
  const error = listingError ?? reviewsError;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NotFound />;
  return (
    <div className={layout.text}>
      <Head
        title={listing ? `Reviews of ${listing.name}` : 'Reviews'}
        description={listing && `What patients say about their visits to ${listing.name}.`}
        noindex
      />
      <header className={layout.head}>
        <h1>Patient reviews</h1>
        {listing && (
          <p className={layout.lead}>
            <Link to={listingPath(listing)}>{listing.name}</Link>
          </p>
        )}
      </header>
      {error ? (
        <Callout tone="bad">{sentenceOf(error)}</Callout>
      ) : !listing || !reviews ? (
        <Loading label="Loading the reviews">
          <Skeleton height={640} />
        </Loading>
      ) : (
        <div className={css.body}>
          <div className={layout.between}>
            <Link to="/how-reviews-work">How we check reviews</Link>
            <ButtonLink to={`/write-review/${listing.id}`} rel="nofollow">
              Write a review
            </ButtonLink>
          </div>
          {reviews.source === 'sample' && <SampleNote />}
          {reviews.source === 'imported' && <ImportedNote total={reviews.total} />}
          {reviews.total > 0 && (
            <>
              <ReviewSummary dentistId={listing.id} reviews={reviews} />
              <Mentions dentistId={listing.id} mentions={reviews.mentions} search={search} />
              <Filters dentistId={listing.id} search={search} reviews={reviews} />
            </>
          )}
          <Found listing={listing} search={search} reviews={reviews} />
        </div>
      )}
    </div>
  );
}

interface FoundProps {
  listing: { id: number; name: string; practiceName: string | null };
  search: ReviewSearch;
  reviews: ShownReviews;
}

function Found({ listing, search, reviews: { total, matching, source, reviews } }: FoundProps) {
  if (total === 0) return <p>No reviews yet.</p>;
  if (reviews.length === 0)
    return (
      <p>
        No reviews match. <Link to={reviewsPath(listing.id)}>Show all {formatNumber(total)}</Link>
      </p>
    );
  return (
    <>
      <p>
        {matching === total ? `${formatNumber(total)} ` : `${formatNumber(matching)} of ${formatNumber(total)} `}
        {total === 1 ? 'review' : 'reviews'}, newest first
      </p>
      {reviews.map((review) => (
        <ReviewItem
          key={review.id}
          review={review}
          isSample={source === 'sample'}
          practice={listing.practiceName ?? listing.name}
        />
      ))}
      <Pagination
        page={Number(search.page ?? 1)}
        pages={Math.ceil(matching / PAGE_SIZE)}
        hrefFor={(page) => reviewsPath(listing.id, { ...search, page: String(page) })}
        label="Pages of reviews"
      />
    </>
  );
}

interface FiltersProps {
  dentistId: number;
  search: ReviewSearch;
  reviews: ShownReviews;
}

function Filters({ dentistId, search, reviews: { stars, services, languages, withPhotos, verified } }: FiltersProps) {
  const row = (label: string, name: 'language' | 'service' | 'stars', options: [value: string, text: string][]) =>
    options.length > 1 && (
      <ul aria-label={label}>
        {[['', `All ${label}`] as [string, string], ...options].map(([value, text]) => (
          <li key={value}>
            <Link
              to={reviewsPath(dentistId, { ...search, [name]: value, page: undefined })}
              rel="nofollow"
              aria-current={(search[name] ?? '') === value ? 'true' : undefined}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    );
  const switches = [
    { name: 'photos', label: 'With photos', count: withPhotos },
    { name: 'verified', label: 'Visit verified', count: verified },
  ] as const;
  const shownSwitches = switches.filter(({ count }) => count > 0);
  return (
    <nav aria-label="Filters" className={css.filters}>
      {shownSwitches.length > 0 && (
        <ul aria-label="kinds">
          {shownSwitches.map(({ name, label, count }) => {
            const isOn = search[name] === '1';
            return (
              <li key={name}>
                <Link
                  to={reviewsPath(dentistId, { ...search, [name]: isOn ? '' : '1', page: undefined })}
                  rel="nofollow"
                  aria-current={isOn ? 'true' : undefined}
                >
                  {label} ({formatNumber(count)})
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      {row(
        'stars',
        'stars',
        stars
          .flatMap((count, index): [string, string][] =>
            count === 0 ? [] : [[String(index + 1), `${index + 1} ★ (${formatNumber(count)})`]],
          ) // prettier-ignore
          .toReversed(),
      )}
      {row(
        'services',
        'service',
        services.map(({ id, name, count }) => [String(id), `${name} (${formatNumber(count)})`]),
      )}
      {row(
        'languages',
        'language',
        languages.map(({ language, count }) => [language, `${languageNames[language as ReviewLanguage]} (${formatNumber(count)})`]), // prettier-ignore
      )}
    </nav>
  );
}
