import { useMutation } from '@tanstack/react-query';
import { contactForm, sendContact } from '#contract/site.ts';
import { callOf, PostForm, useWasSent } from '#ui/base/forms/posted-form.tsx';
import { useAppForm, WHOLE_FORM } from '#ui/base/forms/use-app-form.ts';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, fieldsOf, sentenceOf } from '#ui/base/platform/api.ts';
import { HumanCheckField } from '#ui/base/forms/HumanCheckField.tsx';
import { useHumanCheck } from '#ui/base/forms/use-human-check.ts';
import css from './ContactForm.module.css';

const categories = [
  { value: 'general', label: 'General question' },
  { value: 'technical', label: 'Technical problem' },
  { value: 'dentist', label: 'For dentists' },
  { value: 'partnership', label: 'Partnership' },
  { value: 'feedback', label: 'Feedback' },
  { value: 'billing', label: 'Billing' },
] as const;

const defaultValues = {
  name: '',
  email: '',
  subject: '',
  category: 'general' as (typeof categories)[number]['value'],
  message: '',
};
const requiredFields = ['name', 'email', 'subject', 'message'] as const;

export default function ContactForm() {
  const call = callOf(sendContact);
  const humanCheck = useHumanCheck();
  const wasSent = useWasSent();
  const payments = usePayments();
  const form = useAppForm({
    defaultValues,
    keep: { draft: 'contact', onServer: true },
    schema: contactForm,
    call,
  });
  const { values, errors, field } = form;
  const send = useMutation({
    mutationFn: async (message: typeof defaultValues) =>
      api(sendContact, { body: { ...message, humanCheck: await humanCheck.prove() } }),
    onSuccess: ({ answerHours }) => {
      form.reset();
      toast({
        title: 'Message Sent!',
        description: `We'll get back to you within ${answerHours} hours.`,
        variant: 'good',
      });
    },
    onError: (error) => {
      form.showErrors(fieldsOf(error));
      toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' });
    },
  });
  const showInvalid = () => {
    if (requiredFields.some((name) => values[name].trim() === ''))
      toast({
        title: 'Missing Information',
        description: 'Please fill in all required fields.',
        variant: 'destructive',
      });
  };
  const submit = form.submit((validValues) => {
    if (!send.isPending) send.mutate(validValues);
  }, showInvalid);
  return (
    <PostForm call={call} onSubmit={submit} className={css.fields}>
      <div className={css.pair}>
        <Field id="contact-name" label="Name" error={errors.name} required>
          <Input {...field('name')} autoComplete="name" maxLength={200} />
        </Field>
        <Field id="contact-email" label="Email" error={errors.email} required>
          <Input {...field('email')} type="email" autoComplete="email" maxLength={254} />
        </Field>
      </div>
      <div className={css.pair}>
        <Field id="contact-subject" label="Subject" error={errors.subject} required>
          <Input {...field('subject')} maxLength={200} />
        </Field>
        <Field id="contact-category" label="Category" error={errors.category}>
          <Select
            {...field('category')}
            options={payments ? categories : categories.filter(({ value }) => value !== 'billing')}
          />
        </Field>
      </div>
      <Field id="contact-message" label="Message" error={errors.message} required>
        <Textarea {...field('message')} rows={6} limit={5000} />
      </Field>
      <HumanCheckField check={humanCheck} />
      {errors[WHOLE_FORM] && (
        <Callout tone="bad" announce>
          {errors[WHOLE_FORM]}
        </Callout>
      )}
      <div className={css.end}>
        <Button type="submit" variant="primary" size="large" busy={send.isPending}>
          Send Message
        </Button>
        <div role="status">
          {send.isSuccess && (
            <Callout tone="good">
              Your message was sent. We’ll get back to you within {send.data.answerHours} hours.
            </Callout>
          )}
          {wasSent && !send.isSuccess && (
            <Callout tone="good">Your message was sent. We’ll answer you by email.</Callout>
          )}
        </div>
      </div>
    </PostForm>
  );
}
