import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { reportProblem } from '#contract/admin-listings.ts';
import { problemTopics } from '#contract/problem-topics.ts';
import { HumanCheckField } from '#ui/app/human-check/HumanCheckField.tsx';
import { humanCheckFailed, useHumanCheck } from '#ui/app/human-check/use-human-check.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, ApiError, fieldsOf, sentenceOf } from '#ui/platform/api.ts';

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
  const humanCheck = useHumanCheck();
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
          humanCheck: humanCheck.answer(form.answer) ?? { token: humanCheck.sum?.token ?? '', answer: form.answer },
        },
      }),
    onSuccess() {
      onDone();
      toast({ title: 'Report sent', description: "Thanks. We'll review it.", variant: 'good' });
    },
    onError(error) {
      // A check works only once, so get a new one.
      set({ answer: '' });
      humanCheck.renew();
      if (Object.keys(fieldsOf(error)).length === 0)
        toast({ title: 'Not sent', description: sentenceOf(error), variant: 'destructive' });
    },
  });
  const errors = fieldsOf(send.error);
  const hasFailedCheck = send.error instanceof ApiError && send.error.code === 'verification_failed';
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
      <HumanCheckField
        check={humanCheck}
        value={form.answer}
        onChange={(answer) => set({ answer })}
        error={hasFailedCheck ? humanCheckFailed.description : errors.humanCheck}
      />
      <Button variant="primary" type="submit" busy={send.isPending} disabled={!humanCheck.sum}>
        Send report
      </Button>
    </form>
  );
}
