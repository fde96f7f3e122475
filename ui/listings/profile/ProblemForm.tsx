import { useMutation } from '@tanstack/react-query';
import { reportProblem } from '#contract/listings/admin-listings.ts';
import { problemTopics } from '#shared/listings/problem-topics.ts';
import { HumanCheckField } from '#ui/base/forms/HumanCheckField.tsx';
import { useHumanCheck } from '#ui/base/forms/use-human-check.ts';
import { callOf, PostForm } from '#ui/base/forms/posted-form.tsx';
import { useAppForm, WHOLE_FORM } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, fieldsOf, sentenceOf } from '#ui/base/platform/api.ts';

export function ProblemForm({ dentistId, onDone }: { dentistId: number; onDone: () => void }) {
  const call = callOf(reportProblem, { id: String(dentistId) });
  const humanCheck = useHumanCheck();
  const form = useAppForm({
    defaultValues: { about: '', message: '', email: '' },
    keep: { draft: `problem ${dentistId}`, onServer: true },
    call,
  });
  const { errors, field } = form;
  const send = useMutation({
    mutationFn: async (report: typeof form.values) =>
      api(reportProblem, {
        params: { id: String(dentistId) },
        body: { ...report, humanCheck: await humanCheck.prove() },
      }),
    onSuccess() {
      form.endDraft();
      onDone();
      toast({ title: 'Report sent', description: "Thanks. We'll review it.", variant: 'good' });
    },
    onError(error) {
      form.showErrors(fieldsOf(error));
      if (Object.keys(fieldsOf(error)).length === 0)
        toast({ title: 'Not sent', description: sentenceOf(error), variant: 'destructive' });
    },
  });
  return (
    <PostForm
      call={call}
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
      {errors[WHOLE_FORM] && (
        <Callout tone="bad" announce>
          {errors[WHOLE_FORM]}
        </Callout>
      )}
      <HumanCheckField check={humanCheck} />
      <Button variant="primary" type="submit" busy={send.isPending}>
        Send report
      </Button>
    </PostForm>
  );
}
