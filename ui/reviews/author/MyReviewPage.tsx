import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { refusalSentence } from '#shared/reviews/review.ts';
import { deleteReview, saveReview, viewReview, type OwnReview } from '#contract/reviews/reviews.ts';
import { POSTED_FORM_KEY } from '#ui/base/forms/posted-form-key.ts';
import { callOf, PostForm } from '#ui/base/forms/posted-form.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatDateTime } from '#ui/kit/format.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { layout } from '#ui/kit/layout.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import type { PostedForm } from '#shared/posted-form.ts';
import { AppealForm } from './AppealForm.tsx';
import { ReviewForm } from './ReviewForm.tsx';
import { keyOfReview, PasteReviewLink, usePostedReview } from './WithoutScripts.tsx';
import css from './MyReviewPage.module.css';

const watchHash = (onChange: () => void) => {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
};
/** The token is in the fragment, which only the browser knows. Null while the server renders. */
const useToken = () =>
  useSyncExternalStore(
    watchHash,
    () => location.hash.slice(1),
    () => null,
  );

function MyReviewPage() {
  const fragment = useToken();
  const posted = usePostedReview();
  const token = fragment || posted.token;
  const [isDeleted, setIsDeleted] = useState(posted.isDeleted);
  return (
    <div className={css.page}>
      <Head title="Your review" noindex />
      <header className={css.head}>
        <h1>Your review</h1>
      </header>
      {isDeleted ? (
        <Callout tone="good" title="Deleted" announce>
          Your review and your address are gone, and this link no longer works.
        </Callout>
      ) : token === null ? (
        <Waiting withoutScripts={<PasteReviewLink error={posted.error} />} />
      ) : (
        <Review key={token} token={token} postedError={posted.error} onDeleted={() => setIsDeleted(true)} />
      )}
    </div>
  );
}

const Waiting = ({ withoutScripts }: { withoutScripts?: ReactNode }) => (
  <Loading label="Loading your review" withoutScripts={withoutScripts}>
    <Skeleton height={420} />
  </Loading>
);

interface ReviewProps {
  token: string;
  postedError: string | undefined;
  onDeleted: () => void;
}

function Review({ token, postedError, onDeleted }: ReviewProps) {
  const client = useQueryClient();
  const posted = usePostedReview();
  const { data: own, error } = useQuery({
    queryKey: keyOfReview(token),
    queryFn: ({ signal }) => api(viewReview, { body: { token } }, { signal }),
    refetchOnMount: 'always',
    initialData: posted.own,
  });
  if (error)
    return (
      <Callout tone="bad" title="We couldn't open your review" announce>
        {sentenceOf(error)}
      </Callout>
    );
  if (!own) return <Waiting />;
  const { practice, review } = own;
  const show = (changed: OwnReview) => client.setQueryData(keyOfReview(token), changed);
  return (
    <Card className={layout.stack}>
      <h2>{practice.href ? <Link to={practice.href}>{practice.name}</Link> : practice.name}</h2>
      {review && <Status review={review} />}
      {postedError && <Callout tone="bad">{postedError}</Callout>}
      {review?.canAppeal && <AppealForm token={token} onSent={show} />}
      {(review === null || review.canEdit) && (
        <ReviewForm key={review?.sentAt} token={token} own={own} onSaved={show} />
      )}
      <Deletion
        token={token}
        label={review ? 'Delete my review' : own.verifiedBy === 'visit' ? "Don't ask me again" : 'Delete my address'}
        title={review ? 'Delete your review?' : 'End this invitation?'}
        onDeleted={onDeleted}
      />
    </Card>
  );
}

function Status({ review }: { review: NonNullable<OwnReview['review']> }) {
  const by = review.expectedBy ? formatDateTime(review.expectedBy) : '';
  if (review.status === 'published') return <Callout tone="good">Your review is published. Thank you.</Callout>;
  if (review.status === 'refused')
    return (
      <Callout tone="bad" title="We didn't publish your review">
        {refusalSentence(review.reason ?? '')} Your stars and your opinion had no part in this.
      </Callout>
    );
  return (
    <Callout title="We have your review" announce>
      {review.status === 'waiting'
        ? `Unless a later check sends it to our staff, it shows on the practice's page after ${by}.`
        : `Our staff are checking it, for a reason that has nothing to do with your opinion. They aim to decide by ${by}.`}
    </Callout>
  );
}

interface DeletionProps {
  token: string;
  label: string;
  title: string;
  onDeleted: () => void;
}

function Deletion({ token, label, title, onDeleted }: DeletionProps) {
  const remove = async () => {
    try {
      await api(deleteReview, { body: { token } });
      onDeleted();
    } catch (error) {
      toastError(error);
      throw error;
    }
  };
  return (
    <div className={css.data}>
      <div data-needs-script>
        <Confirm
          title={title}
          description="We also delete your photos and your address, and this link stops working. It can't be undone."
          action={label}
          danger
          trigger={<Button size="small">{label}</Button>}
          onConfirm={remove}
        />
      </div>
      <noscript>
        <PostForm call={callOf(deleteReview)} hidden={{ token }}>
          <Button type="submit">{label}</Button>
        </PostForm>
      </noscript>
    </div>
  );
}

export const page: Page = {
  Component: MyReviewPage,
  /** A form that was posted without scripts and refused shows again with the practice and its choices. */
  async load({ call, cache, server }) {
    if (!server) return;
    const posted = cache.getQueryData<PostedForm>(POSTED_FORM_KEY);
    if (posted?.call !== callOf(saveReview) || !posted.error) return;
    const token = String(posted.values['token'] ?? '');
    const own = await call(viewReview, { body: { token } }).catch(() => null);
    if (own) cache.setQueryData(keyOfReview(token), own);
  },
};
