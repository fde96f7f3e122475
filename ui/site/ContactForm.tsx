import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { sendContact } from '#contract/site.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, ApiError, fieldsOf, sentenceOf } from '#ui/platform/api.ts';
import { HumanCheckField, humanCheckFailed, useHumanCheck } from './HumanCheck.tsx';
import css from './ContactPage.module.css';

const categories = [
  { value: 'general', label: 'General question' },
  { value: 'technical', label: 'Technical problem' },
  { value: 'dentist', label: 'For dentists' },
  { value: 'partnership', label: 'Partnership' },
  { value: 'feedback', label: 'Feedback' },
  { value: 'billing', label: 'Billing' },
] as const;

const empty = {
  name: '',
  email: '',
  subject: '',
  category: 'general' as (typeof categories)[number]['value'],
  message: '',
};
const required = ['name', 'email', 'subject', 'message'] as const;
const missing = {
  name: 'Please enter your name.',
  email: 'Please enter your email address.',
  subject: 'Please enter a subject.',
  message: 'Please enter a message.',
};

export function ContactForm() {
  const [form, setForm] = useState(empty);
  const [answer, setAnswer] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const check = useHumanCheck();
  const send = useMutation({
    mutationFn: () => api(sendContact, { body: { ...form, humanCheck: { token: check.sum?.token ?? '', answer } } }),
    onSuccess: () => {
      setForm(empty);
      setErrors({});
      toast({ title: 'Message Sent!', description: "We'll get back to you within 24 hours.", variant: 'good' });
    },
    onError: (error) => {
      const refused = error instanceof ApiError && error.code === 'verification_failed';
      const fields = refused ? { humanCheck: humanCheckFailed.description } : fieldsOf(error);
      setErrors(fields);
      document.getElementById(`contact-${Object.keys(fields)[0]}`)?.focus();
      toast(refused ? humanCheckFailed : { title: 'Error', description: sentenceOf(error), variant: 'destructive' });
    },
    onSettled: () => {
      setAnswer('');
      check.renew();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    const empties = required.filter((name) => form[name].trim() === '');
    if (empties.length > 0) {
      setErrors({
        ...Object.fromEntries(empties.map((name) => [name, missing[name]])),
        ...(answer.trim() === '' && { humanCheck: humanCheckFailed.description }),
      });
      toast({
        title: 'Missing Information',
        description: 'Please fill in all required fields.',
        variant: 'destructive',
      });
      document.getElementById(`contact-${empties[0]}`)?.focus();
      return;
    }
    if (!check.solves(answer)) {
      setErrors({ humanCheck: humanCheckFailed.description });
      toast(humanCheckFailed);
      return;
    }
    setErrors({});
    send.mutate();
  };
  const field = (name: keyof typeof empty) => ({
    name,
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  return (
    <form noValidate onSubmit={submit} className={css.fields}>
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
          <Select {...field('category')} options={categories} />
        </Field>
      </div>
      <Field id="contact-message" label="Message" error={errors.message} required>
        <Textarea {...field('message')} rows={6} limit={5000} />
      </Field>
      <HumanCheckField sum={check.sum} value={answer} onChange={setAnswer} error={errors.humanCheck} />
      <div>
        <Button type="submit" variant="primary" size="large" busy={send.isPending}>
          Send Message
        </Button>
      </div>
    </form>
  );
}
