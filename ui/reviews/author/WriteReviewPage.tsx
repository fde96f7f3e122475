import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { getDentist, listingPath } from '#contract/listings/listings.ts';
import { useWasSent } from '#ui/base/forms/posted-form.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import NotFound from '#ui/base/page/NotFoundPage.tsx';
import { missing, type Page } from '#ui/base/page/page.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import { ApiError, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { ReviewLinkForm } from './ReviewLinkForm.tsx';

/** The server refuses a longer code. It is cut here, because everyone gets the form, whatever the code. */
const MAX_CODE_LENGTH = 40;

/** Asks for an address, to which the link to the form is sent. */
function WriteReviewPage() {
  const { id = '', code = '' } = useParams();
  const { data: listing, error } = useQuery(queryOf(getDentist, { params: { id } }));
  const [isDone, setIsDone] = useState(useWasSent());
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return <NotFound />;
  return (
    <div className={layout.text}>
      <Head title="Write a review" noindex />
      <header className={layout.head}>
        <h1>Write a review</h1>
        {listing && (
          <p className={layout.lead}>
            <Link to={listingPath(listing)}>{listing.name}</Link>
          </p>
        )}
      </header>
      {error ? (
        <Callout tone="bad">{sentenceOf(error)}</Callout>
      ) : !listing ? (
        <Loading label="Loading the form">
          <Skeleton height={400} />
        </Loading>
      ) : (
        <Card>
          {isDone ? (
            <div className={layout.stack}>
              <Callout tone="good" title="We sent you a link" announce>
                Please open the email to write your review. If you have already written one, the link changes or deletes
                it.
              </Callout>
              <div>
                <ButtonLink to={listingPath(listing)}>Back to the practice</ButtonLink>
              </div>
            </div>
          ) : (
            <ReviewLinkForm
              dentistId={Number(id)}
              practiceCode={code.slice(0, MAX_CODE_LENGTH)}
              onDone={() => setIsDone(true)}
            />
          )}
        </Card>
      )}
    </div>
  );
}

export const page: Page = {
  Component: WriteReviewPage,
  async load({ call, cache, params, prefetch, server }) {
    if (!/^[1-9]\d{0,9}$/.test(params.id ?? '')) missing();
    const query = queryOf(getDentist, { params: { id: params.id! } }, call);
    if (!server) return prefetch(query as never);
    try {
      await cache.fetchQuery(query);
    } catch (error) {
      if ((error as { status?: number }).status === 404) missing();
      throw error;
    }
  },
};
