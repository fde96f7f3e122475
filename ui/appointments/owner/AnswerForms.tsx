import { declineReasons, FALLBACK_ZONE, type DeclineReason } from '#shared/appointments/appointment-state.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Form, FormActions } from '#ui/kit/controls/Form.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import type { SendAnswer } from './use-answer.ts';

/** "Central Time" */
const nameZone = (zone: string | null): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone ?? FALLBACK_ZONE, timeZoneName: 'longGeneric' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

interface OfferFormProps {
  requestId: number;
  timeZone: string | null;
  answer: SendAnswer;
}

export function OfferForm({ requestId, timeZone, answer }: OfferFormProps) {
  const form = useAppForm({
    defaultValues: { localTime: '', message: '' },
    keep: { draft: `offer ${requestId}` },
    check: ({ localTime }): Record<string, string> =>
      localTime === '' ? { localTime: 'Please choose a day and a time.' } : {},
  });
  const submit = form.submit((values) => {
    if (!answer.isPending)
      answer.mutate(
        { action: 'offer', ...values },
        { onSuccess: form.endDraft, onError: (error) => form.showError(error, 'localTime') },
      );
  });
  return (
    <Form onSubmit={submit} aria-label="Offer a time">
      <Field label={`Day and time (${nameZone(timeZone)})`} error={form.errors.localTime} required>
        <Input type="datetime-local" {...form.field('localTime')} />
      </Field>
      <Field label="Message" optional error={form.errors.message}>
        <Textarea {...form.field('message')} rows={2} limit={300} />
      </Field>
      <FormActions>
        <Button type="submit" variant="primary" busy={answer.isPending}>
          Send offer
        </Button>
      </FormActions>
    </Form>
  );
}

export function DeclineForm({ answer }: { answer: SendAnswer }) {
  const form = useAppForm({
    defaultValues: { reason: '' },
    keep: 'choice',
    check: ({ reason }): Record<string, string> => (reason === '' ? { reason: 'Please choose a reason.' } : {}),
  });
  const submit = form.submit(({ reason }) => {
    if (!answer.isPending)
      answer.mutate(
        { action: 'decline', reason: reason as DeclineReason },
        { onError: (error) => form.showError(error, 'reason') },
      );
  });
  return (
    <Form onSubmit={submit} aria-label="Decline the request">
      <Field label="Reason" hint="The patient sees it." error={form.errors.reason} required>
        <Select
          {...form.field('reason')}
          placeholder="Please choose"
          options={declineReasons.map(([value, label]) => ({ value, label }))}
        />
      </Field>
      <FormActions>
        <Button type="submit" variant="primary" busy={answer.isPending}>
          Decline request
        </Button>
      </FormActions>
    </Form>
  );
}
