import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { reportReview, type ReceivedReview } from '#contract/reviews/received-reviews.ts';
import { outcomeSentence, reportLabel, reportReasons, type ReportReason } from '#shared/reviews/review.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { RadioGroup } from '#ui/kit/controls/RadioGroup.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { formatDate } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';

interface ReportFormProps {
  review: ReceivedReview;
  listKey: QueryKey;
}

/** Reports a review to staff, once, and says what became of it. */
export function ReportForm({ review, listKey }: ReportFormProps) {
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState<ReportReason | null>(null);
  const send = useMutation({
    mutationFn: (chosen: ReportReason) =>
      api(reportReview, {
        params: { id: String(review.id) },
        body: { reason: chosen, changedAt: review.changedAt },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: listKey }),
  });
  if (review.report)
    return (
      <p className={layout.note}>
        You reported this review on {formatDate(review.report.reportedAt)}: {reportLabel(review.report.reason)}.{' '}
        {review.report.outcome === null
          ? 'It shows until we decide, which takes up to two days.'
          : outcomeSentence(review.report.outcome)}
      </p>
    );
  if (!isOpen)
    return (
      <p>
        <Button size="small" aria-label={`Report the review by ${review.author}`} onClick={() => setIsOpen(true)}>
          Report
        </Button>
      </p>
    );
  return (
    <section className={layout.stack} aria-label={`Report the review by ${review.author}`}>
      <p className={layout.hint}>
        We look at each report once. A bad opinion isn't a reason. The review shows until we decide, and we email you
        and the author.
      </p>
      <RadioGroup
        legend="What is wrong with it?"
        options={reportReasons.map(([value, label]) => ({ value, label }))}
        {...(reason === null ? {} : { value: reason })}
        onValueChange={setReason}
      />
      {send.isError && <Callout tone="bad">{sentenceOf(send.error)}</Callout>}
      <div className={layout.row}>
        <Button
          variant="primary"
          busy={send.isPending}
          disabled={reason === null}
          onClick={() => reason && !send.isPending && send.mutate(reason)}
        >
          Send the report
        </Button>
        <Button onClick={() => setIsOpen(false)}>Cancel</Button>
      </div>
    </section>
  );
}
