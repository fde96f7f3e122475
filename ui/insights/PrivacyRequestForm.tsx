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
import { HumanCheckField, humanCheckFailed, useHumanCheck } from '#ui/site/HumanCheck.tsx';
import css from './Insights.module.css';

// Written here once more, so that a public page need not load what validates requests.
const kinds = [
  { value: 'access', label: 'See what you hold about me' },
  { value: 'correction', label: 'Correct something' },
  { value: 'deletion', label: 'Delete my data' },
  { value: 'export', label: 'Send me a copy of my data' },
  { value: 'objection', label: 'Stop using my data' },
  { value: 'other', label: 'Something else' },
] as const;
const empty = { kind: 'access' as (typeof kinds)[number]['value'], name: '', email: '', message: '' };

/** A privacy request; it is answered within 30 days. */
export function PrivacyRequestForm() {
  const [form, setForm] = useState(empty);
  const [answer, setAnswer] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const check = useHumanCheck();
  const send = useMutation({
    mutationFn: () =>
      api(sendPrivacyRequest, { body: { ...form, humanCheck: { token: check.sum?.token ?? '', answer } } }),
    onSuccess: () => {
      setForm(empty);
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
      check.renew();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    const found: Record<string, string> = {};
    if (form.name.trim() === '') found.name = 'Please enter your name.';
    if (form.email.trim() === '') found.email = 'Please enter your email address.';
    if (!check.solves(answer)) found.humanAnswer = humanCheckFailed.description;
    setErrors(found);
    if (Object.keys(found).length === 0) send.mutate();
  };
  const field = (name: keyof typeof empty) => ({
    name,
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  if (send.isSuccess)
    return (
      <Callout tone="good" title="We have your request" announce>
        You will have our answer within 30 days. A mail confirms it.
      </Callout>
    );
  return (
    <form noValidate onSubmit={submit} className={css.form} aria-label="Privacy request">
      <Field label="What do you ask for?">
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
      <HumanCheckField sum={check.sum} value={answer} onChange={setAnswer} error={errors.humanAnswer} />
      {errors.form && <Callout tone="bad">{errors.form}</Callout>}
      <div>
        <Button type="submit" variant="primary" busy={send.isPending}>
          Send request
        </Button>
      </div>
    </form>
  );
}
