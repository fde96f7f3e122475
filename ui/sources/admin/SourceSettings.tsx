import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeSource, listSources, type Source } from '#contract/sources.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';

const schedules = [
  { value: '', label: 'Only when someone asks' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every four weeks' },
];
const priorities = [
  { value: '1', label: '1, before other sources' },
  { value: '2', label: '2' },
  { value: '3', label: '3, like other files' },
  { value: '4', label: '4' },
  { value: '5', label: '5, after other sources' },
];

/** The address and schedule of a source, and its place in the order of sources. */
export function SourceSettings({ source: { key, kind, hosts, url, every, priority } }: { source: Source }) {
  const client = useQueryClient();
  const form = useAppForm({
    defaultValues: { url: url ?? '', every: every ?? '', priority: String(priority) },
    keep: 'choice',
  });
  const { values } = form;
  const save = useMutation({
    mutationFn: () =>
      api(changeSource, {
        params: { key },
        body: {
          url: values.url.trim() || null,
          every: values.every === 'week' || values.every === 'month' ? values.every : null,
          priority: Number(values.priority),
        },
      }),
    onSuccess() {
      form.endDraft();
      toast({ title: 'Saved', variant: 'good' });
      return client.invalidateQueries({ queryKey: queryOf(listSources, {}).queryKey });
    },
    onError: (error) => form.showError(error, 'url'),
  });
  return (
    <form method="post" noValidate className={layout.stack} onSubmit={form.submit(() => save.mutate())}>
      {kind !== 'website' && (
        <Field label="Address of the file" hint={`https://, on ${hosts.join(' or ')}`} error={form.errors.url}>
          <Input type="url" inputMode="url" {...form.field('url')} />
        </Field>
      )}
      <Field label={kind === 'website' ? 'Visit due websites' : 'Fetch it'}>
        <Select options={schedules} {...form.field('every')} />
      </Field>
      <Field label="Place in the order">
        <Select options={priorities} {...form.field('priority')} />
      </Field>
      <div>
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
