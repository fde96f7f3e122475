import { useMutation } from '@tanstack/react-query';
import { addNotice, noticeForm, noticeStates, updateNotice, type StatusNotice } from '#contract/status.ts';
import { FormDialog } from '#ui/base/forms/FormDialog.tsx';
import { useAppForm, WHOLE_FORM } from '#ui/base/forms/use-app-form.ts';
import { api } from '#ui/base/platform/api.ts';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { formatLocalZone, fromLocalInput, toLocalInput } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { useNow } from '#ui/kit/use-now.ts';
import { noticeStateLabels } from '../status-texts.ts';
import { useShowStatus } from './use-show-status.ts';

const options = noticeStates.map((value) => ({ value, label: noticeStateLabels[value] }));

/** Publishes a notice, or adds an update to one. */
export function NoticeForm({ notice, onClose }: { notice: StatusNotice | null; onClose: () => void }) {
  const show = useShowStatus();
  const form = useAppForm({
    defaultValues: {
      title: notice?.title ?? '',
      text: '',
      state: notice?.state ?? ('ongoing' as StatusNotice['state']),
      startsAt: toLocalInput(notice?.startsAt ?? null),
      endsAt: toLocalInput(notice?.endsAt ?? null),
    },
    keep: { draft: `status-notice-${notice?.id ?? 'new'}` },
    schema: noticeForm,
  });
  const { errors, field, values } = form;
  const save = useMutation({
    mutationFn: ({ title, text, state, startsAt, endsAt }: typeof values) => {
      const start = fromLocalInput(startsAt);
      const times = { ...(start === null ? {} : { startsAt: start }), endsAt: fromLocalInput(endsAt) };
      return notice
        ? api(updateNotice, { params: { id: String(notice.id) }, body: { text, state, ...times } })
        : api(addNotice, { body: { title, text, state, ...times } });
    },
    async onSuccess(reply) {
      form.endDraft();
      await show(reply);
      onClose();
    },
    onError: (error) => form.showError(error),
  });
  const zone = formatLocalZone(useNow(60_000));
  return (
    <FormDialog
      title={notice ? `Update: ${notice.title}` : 'New notice'}
      description="It's public as soon as you publish it."
      action="Publish"
      isBusy={save.isPending}
      onSubmit={form.submit((valid) => save.mutate(valid))}
      onClose={onClose}
    >
      {errors[WHOLE_FORM] && (
        <Callout tone="bad" announce>
          {errors[WHOLE_FORM]}
        </Callout>
      )}
      {!notice && (
        <Field label="Title" required hint="Every page shows it, so say what visitors notice." error={errors.title}>
          <Input maxLength={100} {...field('title')} />
        </Field>
      )}
      <Field label="Text" required error={errors.text}>
        <Textarea rows={4} maxLength={1_000} {...field('text')} />
      </Field>
      <Field label="State" error={errors.state}>
        <Select options={options} {...field('state')} />
      </Field>
      <div className={layout.columns}>
        <Field label="From" optional hint={`${zone}. Empty means now.`} error={errors.startsAt}>
          <Input type="datetime-local" {...field('startsAt')} />
        </Field>
        <Field label="To" optional={values.state !== 'planned'} hint={zone} error={errors.endsAt}>
          <Input type="datetime-local" {...field('endsAt')} />
        </Field>
      </div>
    </FormDialog>
  );
}
