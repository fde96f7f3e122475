import { useMutation } from '@tanstack/react-query';
import { MAX_APPEAL_LENGTH } from '#shared/reviews/review.ts';
import { appealReview, type OwnReview } from '#contract/reviews/reviews.ts';
import { callOf, PostForm } from '#ui/base/forms/posted-form.tsx';
import { useAppForm, WHOLE_FORM } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { api } from '#ui/base/platform/api.ts';

/** Asks staff once to look again. */
export function AppealForm({ token, onSent }: { token: string; onSent: (own: OwnReview) => void }) {
  const form = useAppForm({
    defaultValues: { appeal: '' },
    keep: { draft: `review appeal ${token.slice(0, 8)}`, place: 'tab', onServer: true },
    call: callOf(appealReview),
  });
  const send = useMutation({
    mutationFn: ({ appeal }: { appeal: string }) => api(appealReview, { body: { token, appeal } }),
    onSuccess(own) {
      form.endDraft();
      onSent(own);
    },
    onError: (error) => form.showError(error),
  });
  return (
    <PostForm
      call={form.call}
      hidden={{ token }}
      onSubmit={form.submit((values) => {
        if (!send.isPending) send.mutate(values);
      })}
    >
      <Field
        label="Did we get it wrong?"
        hint="You can ask us once to look again."
        error={form.errors.appeal ?? form.errors[WHOLE_FORM]}
      >
        <Textarea {...form.field('appeal')} rows={4} maxLength={MAX_APPEAL_LENGTH} />
      </Field>
      <div>
        <Button type="submit" busy={send.isPending}>
          Ask to look again
        </Button>
      </div>
    </PostForm>
  );
}
