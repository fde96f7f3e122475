import { useMutation } from '@tanstack/react-query';
import { reportProblem } from '#contract/listings/admin-listings.ts';
import { problemTopics } from '#contract/listings/problem-topics.ts';
import { HumanCheckField } from '#ui/app/human-check/HumanCheckField.tsx';
import { humanCheckFailed, useHumanCheck } from '#ui/app/human-check/use-human-check.ts';
import { useAppForm } from '#ui/app/use-app-form.ts';
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
  const form = useAppForm({
    defaultValues: { about: '', message: '', email: '', answer: '' },
    keep: { draft: `problem ${dentistId}`, except: ['answer'] },
  });
  const { errors, field } = form;
  const send = useMutation({
    mutationFn: ({ answer, ...report }: typeof form.values) =>
      api(reportProblem, {
        params: { id: String(dentistId) },
        body: { ...report, humanCheck: humanCheck.answer(answer) ?? { token: humanCheck.sum?.token ?? '', answer } },
      }),
    onSuccess() {
      form.endDraft();
      onDone();
      toast({ title: 'Report sent', description: "Thanks. We'll review it.", variant: 'good' });
    },
    onError(error) {
      // A check works only once, so get a new one.
      form.setValues({ answer: '' });
      humanCheck.renew();
      const hasFailedCheck = error instanceof ApiError && error.code === 'verification_failed';
      form.showErrors(hasFailedCheck ? { answer: humanCheckFailed.description } : fieldsOf(error));
      if (Object.keys(fieldsOf(error)).length === 0)
        toast({ title: 'Not sent', description: sentenceOf(error), variant: 'destructive' });
    },
  });
  return (
    <form
      style={{ display: 'grid', gap: 'var(--space-4)' }}
      noValidate
      onSubmit={form.submit((values) => {
        if (!send.isPending) send.mutate(values);
      })}
    >
      <Field label="What's incorrect?" required error={errors.about}>
        <Select
          placeholder="Please choose"
          {...field('about')}
          options={problemTopics.map(([value, label]) => ({ value, label }))}
        />
      </Field>
      <Field label="What should it say?" required error={errors.message}>
        <Textarea rows={4} {...field('message')} />
      </Field>
      <Field label="Your email" optional hint="Only if we can follow up." error={errors.email}>
        <Input type="email" autoComplete="email" {...field('email')} />
      </Field>
      <HumanCheckField
        check={humanCheck}
        value={form.values.answer}
        onChange={(answer) => form.setValues({ answer })}
        error={errors.answer ?? errors.humanCheck}
      />
      <Button variant="primary" type="submit" busy={send.isPending} disabled={!humanCheck.sum}>
        Send report
      </Button>
    </form>
  );
}
