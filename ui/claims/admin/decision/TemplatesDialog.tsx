import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import {
  addNoteTemplate,
  changeNoteTemplate,
  deleteNoteTemplate,
  listNoteTemplates,
  placeholders,
  type NoteTemplate,
} from '#contract/claims/note-templates.ts';
import { EditConflict } from '#ui/base/forms/EditConflict.tsx';
import { useConflictForm } from '#ui/base/forms/use-conflict-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { formatShortLocalDate } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { Quote } from '#ui/kit/display/Quote.tsx';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './TemplatesDialog.module.css';

/** Note templates, shared by all staff. */
export function TemplatesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const { data = [], error } = useQuery({ ...queryOf(listNoteTemplates, {}), enabled: open });
  const [editing, setEditing] = useState<NoteTemplate | 'new' | null>(null);
  const reload = () => refresh(client, listNoteTemplates.path);
  const remove = async ({ id, name }: NoteTemplate) => {
    try {
      await api(deleteNoteTemplate, { params: { id: String(id) } });
      await reload();
    } catch (problem) {
      toast({ title: `Could not delete “${name}”`, description: sentenceOf(problem), variant: 'destructive' });
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setEditing(null);
        if (!next) onClose();
      }}
      title="Note templates"
      description="Shared by everyone on staff."
    >
      {editing ? (
        <TemplateForm
          key={editing === 'new' ? 'new' : editing.id}
          template={editing === 'new' ? null : editing}
          onDone={() => {
            setEditing(null);
            void reload();
          }}
          onCancel={() => setEditing(null)}
        />
      ) : (
        <div className={css.templates}>
          {error && <p>{sentenceOf(error)}</p>}
          <ul>
            {data.map((template) => (
              <li key={template.id}>
                <div>
                  <strong>{template.name}</strong>
                  <Quote>{template.body}</Quote>
                  {template.updatedBy && (
                    <p className={layout.muted}>
                      {template.updatedBy}, {formatShortLocalDate(template.updatedAt)}
                    </p>
                  )}
                </div>
                <div className={layout.row}>
                  <Button size="small" aria-label={`Change ${template.name}`} onClick={() => setEditing(template)}>
                    Change
                  </Button>
                  <Confirm
                    title={`Delete “${template.name}”?`}
                    description="It will be deleted for everyone on staff. Notes already sent are not affected."
                    action="Delete it"
                    danger
                    onConfirm={() => remove(template)}
                    trigger={
                      <Button size="small" variant="quiet" aria-label={`Delete ${template.name}`}>
                        Delete
                      </Button>
                    }
                  />
                </div>
              </li>
            ))}
          </ul>
          <Button onClick={() => setEditing('new')}>New template</Button>
        </div>
      )}
    </Dialog>
  );
}

const formOf = (template: NoteTemplate | null) => ({ name: template?.name ?? '', body: template?.body ?? '' });
const names = { name: 'Name', body: 'Note' };

interface TemplateFormProps {
  template: NoteTemplate | null;
  onDone: () => void;
  onCancel: () => void;
}

function TemplateForm({ template, onDone, onCancel }: TemplateFormProps) {
  const record = useConflictForm(`note template ${template?.id ?? 'new'}`, template, formOf);
  const { name, body } = record.values;
  const setBody = (text: string) => record.setValues({ body: text });
  const save = useMutation({
    mutationFn: ({ base, values }: typeof record.formState) =>
      base
        ? api(changeNoteTemplate, {
            params: { id: String(base.id) },
            body: { ...values, read: { name: base.name, body: base.body } },
          })
        : api(addNoteTemplate, { body: values }),
    onSuccess() {
      record.endDraft();
      onDone();
    },
    onError: (error) => void (record.handleConflict(error) || record.showError(error, 'name')),
  });
  const { errors } = record;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(record.formState);
  };
  return (
    <form method="post" className={css.templateForm} noValidate onSubmit={submit}>
      <Field label="Name" required error={errors['name']}>
        <Input value={name} onChange={(event) => record.setValues({ name: event.target.value })} />
      </Field>
      <Field label="Note" required error={errors['body']}>
        <Textarea rows={6} spellCheck value={body} onChange={(event) => setBody(event.target.value)} />
      </Field>
      <div>
        <p className={layout.muted}>Filled in for each claim:</p>
        <ul className={css.placeholders}>
          {Object.entries(placeholders).map(([key, meaning]) => (
            <li key={key}>
              <Button size="small" onClick={() => setBody(`${body}{${key}}`)}>{`{${key}}`}</Button> {meaning}
            </li>
          ))}
        </ul>
      </div>
      <EditConflict
        form={record}
        names={names}
        busy={save.isPending}
        onKeepMine={() => save.mutate(record.keepMyValues())}
      />
      <div className={layout.row}>
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save template
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
