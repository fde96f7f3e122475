import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  decideReview,
  openReview,
  type ReviewDecision as Decision,
  type ReviewForStaff,
} from '#contract/reviews/admin-reviews.ts';
import type { InboxDetail } from '#contract/inbox.ts';
import {
  describeMonth,
  flagLabel,
  languageNames,
  refusalLabel,
  refusalReasons,
  reviewQuestions,
  type RefusalReason,
} from '#shared/reviews/review.ts';
import { useItemChange } from '#ui/admin/inbox/use-inbox.ts';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { RadioGroup } from '#ui/kit/controls/RadioGroup.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';

const answerText = (answer: boolean | null | undefined) => (answer == null ? 'Skipped' : answer ? 'Yes' : 'No');

/** The findings of the checks, and the decision. The stars are not shown, because they must not matter. */
export function ReviewDecision({ item, onDone }: { item: InboxDetail; onDone: () => void }) {
  const { data: review, ...query } = useQuery({
    ...queryOf(openReview, { params: { id: String(item.id) } }),
    refetchOnMount: 'always',
  });
  if (query.isError) return <LoadFailed title="We couldn’t load this review" compact query={query} />;
  if (!review)
    return (
      <Loading label="Loading the review">
        <Skeleton height={160} />
      </Loading>
    );
  return (
    <div className={layout.stack}>
      <ReviewFacts review={review} />
      {review.status === 'flagged' && (
        <DecisionForm key={review.changedAt} item={item} review={review} onDone={onDone} />
      )}
    </div>
  );
}

function ReviewFacts({ review }: { review: ReviewForStaff }) {
  const { flags, photos, appeal, reason, answers, otherReviews, sameNetwork } = review;
  return (
    <>
      {appeal !== null && (
        <Callout title={`The author appeals${reason ? ` against “${refusalLabel(reason)}”` : ''}`}>{appeal}</Callout>
      )}
      <dl className={layout.facts}>
        <dt>Why it is here</dt>
        <dd>{flags.map(flagLabel).join(', ')}</dd>
        <dt>Visit</dt>
        <dd>
          {describeMonth(review.visitMonth)}
          {review.service ? `, ${review.service}` : ''}
        </dd>
        <dt>Language</dt>
        <dd>{languageNames[review.language]}</dd>
        {reviewQuestions.map(({ name, label }) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{answerText(answers[name])}</dd>
          </div>
        ))}
        <dt>Same network</dt>
        <dd>
          {sameNetwork === 0
            ? 'No other reviews'
            : `${formatNumber(sameNetwork)} other ${sameNetwork === 1 ? 'review' : 'reviews'} in the last 30 days`}
        </dd>
        <dt>Same author</dt>
        <dd>
          {otherReviews.length === 0
            ? 'No other reviews'
            : otherReviews.map(({ id, listing }, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  <Link to={`/admin/reviews?view=all&item=${id}`}>{listing}</Link>
                </span>
              ))}
        </dd>
      </dl>
      {photos.map(({ id, image, width, height }, index) => (
        <img
          key={id}
          src={image}
          alt={`Sent by the author, ${index + 1} of ${photos.length}`}
          width={width}
          height={height}
          style={{ width: 'auto', height: 'auto', maxHeight: '28rem' }}
        />
      ))}
    </>
  );
}

function DecisionForm({ item, review, onDone }: { item: InboxDetail; review: ReviewForStaff; onDone: () => void }) {
  const [reason, setReason] = useState<RefusalReason | null>(null);
  const { changedAt } = review;
  const decide = useItemChange(item, (decision: Decision) =>
    api(decideReview, { params: { id: String(item.id) }, body: decision }),
  );
  const send = (decision: Decision) => decide.mutate(decision, { onSuccess: onDone });
  return (
    <section className={layout.stack} aria-label="Decision">
      <p className={layout.note}>
        Publish it unless one of these reasons applies. An opinion, good or bad, is never a reason. The author reads the
        reason{review.appeal === null ? ' and may appeal once.' : '. After an appeal, the decision is final.'}
      </p>
      <RadioGroup
        legend="Reason to refuse"
        options={refusalReasons.map(([value, label]) => ({ value, label }))}
        {...(reason === null ? {} : { value: reason })}
        onValueChange={setReason}
      />
      <div className={layout.row}>
        <Button
          id="inbox-done"
          variant="primary"
          busy={decide.isPending}
          onClick={() => send({ decision: 'publish', changedAt })}
        >
          Publish
        </Button>
        <Button
          disabled={decide.isPending || reason === null}
          onClick={() => reason && send({ decision: 'refuse', reason, changedAt })}
        >
          Refuse
        </Button>
      </div>
    </section>
  );
}
