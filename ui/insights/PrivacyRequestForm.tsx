import { useMutation } from '@tanstack/react-query';
import { sendPrivacyRequest } from '#contract/accounts/privacy.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { api } from '#ui/base/platform/api.ts';
import { callOf, PostForm, useWasSent } from '#ui/base/forms/posted-form.tsx';
import { useAppForm, WHOLE_FORM } from '#ui/base/forms/use-app-form.ts';
import { HumanCheckField } from '#ui/base/forms/HumanCheckField.tsx';
import { useHumanCheck } from '#ui/base/forms/use-human-check.ts';
import { layout } from '#ui/kit/layout.ts';

// Repeats the contract's kinds, so that a public page doesn't load its validation code.
const kinds = [
  { value: 'access', label: 'Show me the data you have about me' },
  { value: 'correction', label: 'Correct my data' },
  { value: 'deletion', label: 'Delete my data' },
  { value: 'export', label: 'Send me a copy of my data' },
  { value: 'objection', label: 'Stop using my data' },
  { value: 'other', label: 'Something else' },
] as const;
const defaultValues = {
  kind: 'access' as (typeof kinds)[number]['value'],
  name: '',
  email: '',
  message: '',
};

function checkValues({ name, email }: typeof defaultValues) {
  const sentences: Record<string, string> = {};
  if (name.trim() === '') sentences.name = 'Please enter your name.';
  if (email.trim() === '') sentences.email = 'Please enter your email address.';
  return sentences;
}

export default function PrivacyRequestForm() {
  const call = callOf(sendPrivacyRequest);
  const humanCheck = useHumanCheck();
  const wasSent = useWasSent();
  const form = useAppForm({
    defaultValues,
    keep: { draft: 'own privacy request', place: 'tab', onServer: true },
    call,
    check: checkValues,
  });
  const { errors, field } = form;
  const send = useMutation({
    mutationFn: async (body: typeof defaultValues) =>
      api(sendPrivacyRequest, { body: { ...body, humanCheck: await humanCheck.prove() } }),
    onSuccess: form.endDraft,
    onError: (error) => form.showError(error),
  });
  if (send.isSuccess || wasSent)
    return (
      <Callout tone="good" title="We received your request" announce>
        We'll answer within 30 days. We've emailed you a confirmation.
      </Callout>
    );
  return (
    <PostForm
      call={call}
      onSubmit={form.submit((values) => {
        if (!send.isPending) send.mutate(values);
      })}
      className={layout.stack}
      aria-label="Privacy request"
    >
      <Field label="What would you like us to do?">
        <Select {...field('kind')} options={kinds} />
      </Field>
      <Field label="Name" error={errors.name} required>
        <Input {...field('name')} autoComplete="name" maxLength={200} />
      </Field>
      <Field label="Email" error={errors.email} required>
        <Input {...field('email')} type="email" autoComplete="email" maxLength={254} />
      </Field>
      <Field label="Details" error={errors.message} optional>
        <Textarea {...field('message')} rows={4} />
      </Field>
      <HumanCheckField check={humanCheck} />
      {errors[WHOLE_FORM] && <Callout tone="bad">{errors[WHOLE_FORM]}</Callout>}
      <div>
        <Button type="submit" variant="primary" busy={send.isPending}>
          Send request
        </Button>
      </div>
    </PostForm>
  );
}
