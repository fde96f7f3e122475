import { useMutation } from '@tanstack/react-query';
import { verificationLabels } from '#shared/reviews/review.ts';
import { requestReviewLink } from '#contract/reviews/reviews.ts';
import { HumanCheckField } from '#ui/base/forms/HumanCheckField.tsx';
import { useHumanCheck } from '#ui/base/forms/use-human-check.ts';
import { callOf, PostForm } from '#ui/base/forms/posted-form.tsx';
import { useAppForm, WHOLE_FORM } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { layout } from '#ui/kit/layout.ts';
import { api } from '#ui/base/platform/api.ts';

const loadSchema = async () => (await import('./loaded-schemas.ts')).linkForm;

interface ReviewLinkFormProps {
  dentistId: number;
  /** The end of the practice's own link, or empty. */
  practiceCode: string;
  onDone: () => void;
}

export function ReviewLinkForm({ dentistId, practiceCode, onDone }: ReviewLinkFormProps) {
  const call = callOf(requestReviewLink, { id: String(dentistId) });
  const humanCheck = useHumanCheck();
  const form = useAppForm({
    defaultValues: { name: '', email: '' },
    keep: { draft: `review link ${dentistId}`, place: 'tab', onServer: true },
    schema: loadSchema,
    call,
  });
  const { errors, field } = form;
  const send = useMutation({
    mutationFn: async (asked: { name: string; email: string }) =>
      api(requestReviewLink, {
        params: { id: String(dentistId) },
        body: { ...asked, practiceCode, humanCheck: await humanCheck.prove() },
      }),
    onSuccess() {
      form.endDraft();
      onDone();
    },
    onError: (error) => form.showError(error),
  });
  return (
    <PostForm
      call={call}
      hidden={{ practiceCode }}
      onSubmit={form.submit((sent) => {
        if (!send.isPending) send.mutate(sent);
      })}
    >
      <p>
        We email you a link to the form, so that each review comes from a real address. It will be marked{' '}
        {practiceCode
          ? `“${verificationLabels.practice},” or “${verificationLabels.email}” if the practice has replaced its link.`
          : `“${verificationLabels.email}.”`}
      </p>
      <Field label="Email" hint="It's never shown, and the practice doesn't get it." error={errors.email} required>
        <Input {...field('email')} type="email" autoComplete="email" maxLength={254} />
      </Field>
      <Field
        label="Your name"
        optional
        hint="Only your first name and the initial of your last name show, or just “Patient.”"
        error={errors.name}
      >
        <Input {...field('name')} autoComplete="name" maxLength={80} />
      </Field>
      <HumanCheckField check={humanCheck} />
      {errors[WHOLE_FORM] && (
        <Callout tone="bad" announce>
          {errors[WHOLE_FORM]}
        </Callout>
      )}
      <div className={layout.tight}>
        <Button type="submit" variant="primary" size="large" busy={send.isPending}>
          Email me the link
        </Button>
        <p className={layout.note}>We delete your address 60 days later if you write nothing.</p>
      </div>
    </PostForm>
  );
}
