import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createPerson, personForm, updatePerson, type ListedPerson } from '#contract/articles/people.ts';
import { EditConflict } from '#ui/base/forms/EditConflict.tsx';
import { FormDialog } from '#ui/base/forms/FormDialog.tsx';
import { useConflictForm } from '#ui/base/forms/use-conflict-form.ts';
import { api } from '#ui/base/platform/api.ts';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { refreshArticles } from '../admin-articles.ts';

const toFormValues = (person: ListedPerson | null) => ({
  name: person?.name ?? '',
  credentials: person?.credentials ?? '',
  introduction: person?.introduction ?? '',
  link: person?.link ?? '',
});
const fieldNames = { name: 'Name', credentials: 'Credentials', introduction: 'Introduction', link: 'Web page' };

export function PersonDialog({ person, onClose }: { person: ListedPerson | null; onClose: () => void }) {
  const client = useQueryClient();
  const form = useConflictForm(`article person ${person?.id ?? 'new'}`, person, toFormValues, {
    schema: personForm,
  });
  const save = useMutation({
    mutationFn: ({ base, values }: typeof form.formState): Promise<unknown> =>
      base
        ? api(updatePerson, { params: { id: String(base.id) }, body: { ...values, read: toFormValues(base) } })
        : api(createPerson, { body: values }),
    async onSuccess() {
      form.endDraft();
      onClose();
      await refreshArticles(client);
    },
    onError: (error) => {
      if (!form.handleConflict(error)) form.showError(error, 'name');
    },
  });
  return (
    <FormDialog
      title={person ? 'Edit this person' : 'Add a person'}
      description={
        person
          ? 'A new name or new credentials appear on all articles of this person.'
          : 'Choose the person as author or reviewer in the settings of an article.'
      }
      action={person ? 'Save' : 'Add person'}
      isBusy={save.isPending}
      onSubmit={form.submit(() => {
        if (!save.isPending) save.mutate(form.formState);
      })}
      onClose={onClose}
    >
      <Field label="Name" required error={form.errors.name}>
        <Input {...form.field('name')} maxLength={70} />
      </Field>
      <Field
        label="Credentials"
        optional
        hint="Letters after the name, such as DDS, MS."
        error={form.errors.credentials}
      >
        <Input {...form.field('credentials')} maxLength={40} />
      </Field>
      <Field label="Introduction" optional hint="One sentence for readers." error={form.errors.introduction}>
        <Textarea {...form.field('introduction')} rows={3} maxLength={300} />
      </Field>
      <Field label="Web page" optional hint="A page about the person, such as a profile." error={form.errors.link}>
        <Input {...form.field('link')} type="url" maxLength={500} />
      </Field>
      <EditConflict
        form={form}
        names={fieldNames}
        busy={save.isPending}
        onKeepMine={() => save.mutate(form.keepMyValues())}
      />
    </FormDialog>
  );
}
