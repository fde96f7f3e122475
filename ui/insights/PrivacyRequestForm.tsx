import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { sendPrivacyRequest } from '#contract/privacy.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { api, ApiError, fieldsOf, sentenceOf } from '#ui/platform/api.ts';
import { HumanCheckField } from '#ui/app/human-check/HumanCheckField.tsx';
import { humanCheckFailed, useHumanCheck } from '#ui/app/human-check/use-human-check.ts';
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
const emptyForm = { kind: 'access' as (typeof kinds)[number]['value'], name: '', email: '', message: '' };

export function PrivacyRequestForm() {
  const [form, setForm] = useState(emptyForm);
  const [answer, setAnswer] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const humanCheck = useHumanCheck();
  const send = useMutation({
    mutationFn: () => api(sendPrivacyRequest, { body: { ...form, humanCheck: humanCheck.answer(answer)! } }),
    onSuccess: () => {
      setForm(emptyForm);
      setErrors({});
    },
    onError: (error) =>
      setErrors(
        error instanceof ApiError && error.code === 'verification_failed'
          ? { humanAnswer: humanCheckFailed.description }
          : Object.keys(fieldsOf(error)).length > 0
            ? fieldsOf(error)
            : { form: sentenceOf(error) },
      ),
    onSettled: () => {
      setAnswer('');
      humanCheck.renew();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    const fieldErrors: Record<string, string> = {};
    if (form.name.trim() === '') fieldErrors.name = 'Please enter your name.';
    if (form.email.trim() === '') fieldErrors.email = 'Please enter your email address.';
    if (!humanCheck.answer(answer)) fieldErrors.humanAnswer = humanCheckFailed.description;
    setErrors(fieldErrors);
    if (Object.keys(fieldErrors).length === 0) send.mutate();
  };
  const registerField = (name: keyof typeof emptyForm) => ({
    name,
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  if (send.isSuccess)
    return (
      <Callout tone="good" title="We received your request" announce>
        We'll answer within 30 days. We've emailed you a confirmation.
      </Callout>
    );
  return (
    <form noValidate onSubmit={submit} className={layout.stack} aria-label="Privacy request">
      <Field label="What would you like us to do?">
        <Select {...registerField('kind')} options={kinds} />
      </Field>
      <Field label="Name" error={errors.name} required>
        <Input {...registerField('name')} autoComplete="name" maxLength={200} />
      </Field>
      <Field label="Email" error={errors.email} required>
        <Input {...registerField('email')} type="email" autoComplete="email" maxLength={254} />
      </Field>
      <Field label="Details" error={errors.message} optional>
        <Textarea {...registerField('message')} rows={4} />
      </Field>
      <HumanCheckField check={humanCheck} value={answer} onChange={setAnswer} error={errors.humanAnswer} />
      {errors.form && <Callout tone="bad">{errors.form}</Callout>}
      <div>
        <Button type="submit" variant="primary" busy={send.isPending}>
          Send request
        </Button>
      </div>
    </form>
  );
}
