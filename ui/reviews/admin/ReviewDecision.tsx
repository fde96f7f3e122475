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
  keepReasons,
  languageNames,
  outcomeSentence,
  refusalLabel,
  refusalReasons,
  reportLabel,
  reviewQuestions,
  type KeepReason,
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
import { formatDate, formatNumber } from '#ui/kit/format.ts';
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
      {review.status === 'published' && review.report?.outcome === null && (
        <ReportedForm key={review.changedAt} item={item} review={review} onDone={onDone} />
      )}
    </div>
  );
}

const othersText = (count: number): string =>
  count === 0
    ? 'No other reviews'
    : `${formatNumber(count)} other ${count === 1 ? 'review' : 'reviews'} in the last 30 days`;

function ReviewFacts({ review }: { review: ReviewForStaff }) {
  const { flags, photos, appeal, report, reason, answers, otherReviews, sameNetwork, sameDevice } = review;
  return (
    <>
      {appeal !== null && (
        <Callout title={`The author appeals${reason ? ` against “${refusalLabel(reason)}”` : ''}`}>{appeal}</Callout>
      )}
      {report !== null && (
        <Callout title={`The practice reported it: ${reportLabel(report.reason)}`}>
          {report.by ?? 'Someone whose account is closed'} reported it on {formatDate(report.reportedAt)}.{' '}
          {report.outcome !== null && outcomeSentence(report.outcome)}
        </Callout>
      )}
      <dl className={layout.facts}>
        <dt>Found by the checks</dt>
        <dd>{flags.length === 0 ? 'Nothing' : flags.map(flagLabel).join(', ')}</dd>
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
        <dd>{othersText(sameNetwork)}</dd>
        <dt>Same device</dt>
        <dd>{othersText(sameDevice)}</dd>
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

interface FormProps {
  item: InboxDetail;
  review: ReviewForStaff;
  onDone: () => void;
}

function useDecision({ item, onDone }: FormProps) {
  const decide = useItemChange(item, (decision: Decision) =>
    api(decideReview, { params: { id: String(item.id) }, body: decision }),
  );
  return { isPending: decide.isPending, send: (decision: Decision) => decide.mutate(decision, { onSuccess: onDone }) };
}

const refusalOptions = refusalReasons.map(([value, label]) => ({ value, label }));

/** The answer to a report. */
function ReportedForm(props: FormProps) {
  const [keep, setKeep] = useState<KeepReason>('rules');
  const [reason, setReason] = useState<RefusalReason | null>(null);
  const { isPending, send } = useDecision(props);
  const { changedAt } = props.review;
  return (
    <section className={layout.stack} aria-label="Decision">
      <p className={layout.note}>
        It shows until you decide. Keep it unless the report is right and one of the reasons to refuse applies. An
        opinion, good or bad, is never one. The practice and the author get an email.
      </p>
      <RadioGroup
        legend="Reason to keep"
        options={keepReasons.map(([value, label]) => ({ value, label }))}
        value={keep}
        onValueChange={setKeep}
      />
      <Button
        id="inbox-done"
        variant="primary"
        busy={isPending}
        onClick={() => send({ decision: 'keep', reason: keep, changedAt })}
      >
        Keep
      </Button>
      <RadioGroup
        isRow
        legend="Reason to refuse"
        options={refusalOptions}
        {...(reason === null ? {} : { value: reason })}
        onValueChange={setReason}
      />
      <Button
        disabled={isPending || reason === null}
        onClick={() => reason && send({ decision: 'refuse', reason, changedAt })}
      >
        Refuse
      </Button>
    </section>
  );
}

function DecisionForm(props: FormProps) {
  const { review } = props;
  const [reason, setReason] = useState<RefusalReason | null>(null);
  const { changedAt } = review;
  const { isPending, send } = useDecision(props);
  return (
    <section className={layout.stack} aria-label="Decision">
      <p className={layout.note}>
        Publish it unless one of these reasons applies. An opinion, good or bad, is never a reason. The author reads the
        reason{review.appeal === null ? ' and may appeal once.' : '. After an appeal, the decision is final.'}
      </p>
      <RadioGroup
        isRow
        legend="Reason to refuse"
        options={refusalOptions}
        {...(reason === null ? {} : { value: reason })}
        onValueChange={setReason}
      />
      <div className={layout.row}>
        <Button
          id="inbox-done"
          variant="primary"
          busy={isPending}
          onClick={() => send({ decision: 'publish', changedAt })}
        >
          Publish
        </Button>
        <Button
          disabled={isPending || reason === null}
          onClick={() => reason && send({ decision: 'refuse', reason, changedAt })}
        >
          Refuse
        </Button>
      </div>
    </section>
  );
}
