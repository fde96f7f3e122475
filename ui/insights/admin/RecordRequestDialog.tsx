import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addPrivacyRequest, privacyForm, privacyKindNames, type PrivacyRequest } from '#contract/accounts/privacy.ts';
import { dayOf } from '#shared/insights/report-zone.ts';
import { FormDialog } from '#ui/base/forms/FormDialog.tsx';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { refreshInbox } from '#ui/admin/inbox/use-inbox.ts';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';

const kinds = Object.entries(privacyKindNames).map(([value, label]) => ({ value, label }));

/** For a request that came by letter, email, or phone. Its 30 days run from the day it arrived. */
export function RecordRequestDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const [today] = useState(() => dayOf(new Date()));
  const form = useAppForm({
    defaultValues: { kind: 'access' as PrivacyRequest['kind'], name: '', email: '', message: '', receivedAt: today },
    keep: { draft: 'privacy request' },
    schema: privacyForm,
    check: ({ receivedAt }): Record<string, string> =>
      receivedAt === '' || receivedAt > today ? { receivedAt: 'Please choose today or an earlier day.' } : {},
  });
  const record = useMutation({
    mutationFn: ({ receivedAt, ...request }: typeof form.values) =>
      api(addPrivacyRequest, {
        // Noon in UTC is the same day everywhere in the United States.
        body: { ...request, ...(receivedAt === today ? {} : { receivedAt: `${receivedAt}T12:00:00Z` }) },
      }),
    async onSuccess() {
      form.endDraft();
      await refreshInbox(cache);
      toast({ title: 'Request Added', variant: 'good' });
      onClose();
    },
    onError: (error) => form.showError(error, 'name'),
  });
  return (
    <FormDialog
      title="Add a privacy request"
      description="For requests that came by letter, email, or phone."
      action="Add request"
      isBusy={record.isPending}
      onSubmit={form.submit((values) => !record.isPending && record.mutate(values))}
      onClose={onClose}
    >
      <Field label="Request" error={form.errors.kind}>
        <Select {...form.field('kind')} options={kinds} />
      </Field>
      <Field label="Name" required error={form.errors.name}>
        <Input autoComplete="off" maxLength={200} {...form.field('name')} />
      </Field>
      <Field label="Email" required error={form.errors.email}>
        <Input type="email" autoComplete="off" maxLength={254} {...form.field('email')} />
      </Field>
      <Field label="Received on" required error={form.errors.receivedAt}>
        <Input type="date" max={today} {...form.field('receivedAt')} />
      </Field>
      <Field label="Details" optional error={form.errors.message}>
        <Textarea rows={4} limit={5_000} {...form.field('message')} />
      </Field>
    </FormDialog>
  );
}
