import { useMutation, useQuery } from '@tanstack/react-query';
import { reportProblem } from '#contract/admin-listings.ts';
import { problemTopics } from '#contract/problem-topics.ts';
import { humanCheck } from '#contract/site.ts';
import { useAppForm } from '#ui/app/use-app-form.ts';
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
  const form = useAppForm({ defaultValues: { about: '', message: '', email: '', answer: '' } });
  const { errors, field } = form;
  const send = useMutation({
    mutationFn: ({ answer, ...report }: typeof form.values) =>
      api(reportProblem, {
        params: { id: String(dentistId) },
        body: { ...report, humanCheck: { token: sum.data?.token ?? '', answer } },
      }),
    onSuccess() {
      onDone();
      toast({ title: 'Report sent', description: "Thanks. We'll review it.", variant: 'good' });
    },
    onError(error) {
      // A sum works only once, so get a new one.
      form.setValues({ answer: '' });
      void sum.refetch();
      form.showErrors(fieldsOf(error));
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
      <Field
        label={sum.data ? `What is ${sum.data.a} + ${sum.data.b}?` : 'Loading…'}
        required
        error={errors['humanCheck.answer']}
      >
        <Input inputMode="numeric" {...field('answer')} />
      </Field>
      <Button variant="primary" type="submit" busy={send.isPending} disabled={!sum.data}>
        Send report
      </Button>
    </form>
  );
}
