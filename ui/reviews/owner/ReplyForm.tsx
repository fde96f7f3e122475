import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { replyToReview, type ReceivedReview } from '#contract/reviews/received-reviews.ts';
import { findPatientDetails, privacyReasons, suggestedReplies } from '#shared/reviews/patient-privacy.ts';
import { MAX_REPLY_LENGTH } from '#shared/reviews/review.ts';
import { useAppForm, WHOLE_FORM } from '#ui/base/forms/use-app-form.ts';
import { api } from '#ui/base/platform/api.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Form, FormActions } from '#ui/kit/controls/Form.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { layout } from '#ui/kit/layout.ts';

interface ReplyFormProps {
  review: ReceivedReview;
  listKey: QueryKey;
}

/** Writes, changes, or removes the reply. Words that seem to confirm a patient are named while typing. */
export function ReplyForm({ review, listKey }: ReplyFormProps) {
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [isConfirmed, setIsConfirmed] = useState(false);
  const form = useAppForm({
    defaultValues: { reply: review.reply ?? '' },
    keep: { draft: `review reply ${review.id}` },
  });
  const save = useMutation({
    mutationFn: (reply: string) =>
      api(replyToReview, {
        params: { id: String(review.id) },
        body: { reply, changedAt: review.changedAt, confirmed: isConfirmed },
      }),
    async onSuccess() {
      form.endDraft();
      setIsOpen(false);
      await client.invalidateQueries({ queryKey: listKey });
    },
    onError: (error) => form.showError(error, 'reply'),
  });
  if (!isOpen && form.values.reply === (review.reply ?? ''))
    return (
      <p>
        <Button size="small" onClick={() => setIsOpen(true)}>
          {review.reply === null ? 'Reply' : 'Change the reply'}
        </Button>
      </p>
    );
  const findings = findPatientDetails(form.values.reply);
  return (
    <Form
      aria-label={`Reply to ${review.author}`}
      onSubmit={form.submit(({ reply }) => {
        if (!save.isPending) save.mutate(reply);
      })}
    >
      <Field
        label="Your public reply"
        hint={review.reply === null ? undefined : 'An empty reply removes it.'}
        error={form.errors.reply ?? form.errors[WHOLE_FORM]}
      >
        <Textarea {...form.field('reply')} rows={4} limit={MAX_REPLY_LENGTH} />
      </Field>
      {findings.length > 0 && (
        <Callout tone="warn" title="This may break HIPAA" announce>
          <div className={layout.stack}>
            <p>
              Even thanking someone for a visit confirms that they're a patient. HIPAA doesn't allow that in public,
              even if they said it first.
            </p>
            <ul>
              {findings.map(({ kind, words }) => (
                <li key={kind}>{`“${words}” ${privacyReasons[kind]}.`}</li>
              ))}
            </ul>
            <p>Replies that confirm nothing:</p>
            <ul className={layout.tight}>
              {suggestedReplies.map((text) => (
                <li key={text}>
                  “{text}”{' '}
                  <Button
                    size="small"
                    aria-label={`Use the words: ${text}`}
                    onClick={() => form.setValues({ reply: text })}
                  >
                    Use
                  </Button>
                </li>
              ))}
            </ul>
            <Checkbox
              label="I checked it: this reply doesn't confirm that anyone is a patient."
              checked={isConfirmed}
              onChange={(event) => setIsConfirmed(event.target.checked)}
            />
          </div>
        </Callout>
      )}
      <FormActions>
        <Button type="submit" variant="primary" busy={save.isPending} disabled={findings.length > 0 && !isConfirmed}>
          {form.values.reply.trim() === '' && review.reply !== null ? 'Remove the reply' : 'Publish the reply'}
        </Button>
        <Button
          onClick={() => {
            form.setValues({ reply: review.reply ?? '' });
            form.endDraft();
            setIsOpen(false);
          }}
        >
          Cancel
        </Button>
      </FormActions>
    </Form>
  );
}
