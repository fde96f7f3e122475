import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reportProblem } from '#contract/admin-listings.ts';
import { problemTopics } from '#contract/problem-topics.ts';
import { humanCheck } from '#contract/site.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, fieldsOf, sentenceOf } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';

interface ReportProblemDialogProps {
  dentistId: number;
  name: string;
  onClose: () => void;
}

export default function ReportProblemDialog({ dentistId, name, onClose }: ReportProblemDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Report incorrect information" description={name}>
      <ProblemForm dentistId={dentistId} onDone={onClose} />
    </Dialog>
  );
}

function ProblemForm({ dentistId, onDone }: { dentistId: number; onDone: () => void }) {
  const sum = useQuery({ ...queryOf(humanCheck, {}), staleTime: 0, gcTime: 0 });
  const [form, setForm] = useState({ about: '', message: '', email: '', answer: '' });
  const set = (change: Partial<typeof form>) => setForm((previous) => ({ ...previous, ...change }));
  const send = useMutation({
    mutationFn: () =>
      api(reportProblem, {
        params: { id: String(dentistId) },
        body: {
          about: form.about,
          message: form.message,
          email: form.email,
          humanCheck: { token: sum.data?.token ?? '', answer: form.answer },
        },
      }),
    onSuccess() {
      onDone();
      toast({ title: 'Report sent', description: "Thanks. We'll review it.", variant: 'good' });
    },
    onError(error) {
      // A sum works only once, so get a new one.
      set({ answer: '' });
      void sum.refetch();
      if (Object.keys(fieldsOf(error)).length === 0)
        toast({ title: 'Not sent', description: sentenceOf(error), variant: 'destructive' });
    },
  });
  const errors = fieldsOf(send.error);
  return (
    <form
      style={{ display: 'grid', gap: 'var(--space-4)' }}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Field label="What's incorrect?" required error={errors.about}>
        <Select
          placeholder="Please choose"
          value={form.about}
          onChange={(event) => set({ about: event.target.value })}
          options={problemTopics.map(([value, label]) => ({ value, label }))}
        />
      </Field>
      <Field label="What should it say?" required error={errors.message}>
        <Textarea rows={4} value={form.message} onChange={(event) => set({ message: event.target.value })} />
      </Field>
      <Field label="Your email" optional hint="Only if we can follow up." error={errors.email}>
        <Input
          type="email"
          autoComplete="email"
          value={form.email}
          onChange={(event) => set({ email: event.target.value })}
        />
      </Field>
      <Field
        label={sum.data ? `What is ${sum.data.a} + ${sum.data.b}?` : 'Loading…'}
        required
        error={errors['humanCheck.answer']}
      >
        <Input inputMode="numeric" value={form.answer} onChange={(event) => set({ answer: event.target.value })} />
      </Field>
      <Button variant="primary" type="submit" busy={send.isPending} disabled={!sum.data}>
        Send report
      </Button>
    </form>
  );
}
