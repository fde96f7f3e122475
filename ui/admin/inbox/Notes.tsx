import { Lock } from 'lucide-react';
import { addInboxNote, noteForm, type InboxDetail } from '#contract/inbox.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { layout } from '#ui/kit/layout.ts';
import { api } from '#ui/base/platform/api.ts';
import { Entry } from './Entry.tsx';
import { useItemChange } from './use-inbox.ts';

/** Notes that only staff can read. */
export function Notes({ item }: { item: InboxDetail }) {
  const form = useAppForm({
    defaultValues: { note: '' },
    keep: { draft: `note ${item.kind} ${item.id}` },
    schema: noteForm,
  });
  const add = useItemChange(item, (note: string) =>
    api(addInboxNote, { params: { kind: item.kind, id: String(item.id) }, body: { note } }),
  );
  return (
    <section className={layout.stack} aria-label="Staff notes">
      {item.notes.map((note) => (
        <Entry key={note.id} entry={note} icon={<Lock size={14} aria-hidden="true" />} tone="note" />
      ))}
      <form
        method="post"
        noValidate
        className={layout.tight}
        onSubmit={form.submit(({ note }) => {
          if (!add.isPending) add.mutate(note, { onSuccess: () => form.reset({ note: '' }) });
        })}
      >
        <Field id="inbox-note" label="Staff note" error={form.errors.note}>
          <Textarea rows={2} {...form.field('note')} />
        </Field>
        <div>
          <Button type="submit" size="small" busy={add.isPending}>
            Add note
          </Button>
        </div>
      </form>
    </section>
  );
}
