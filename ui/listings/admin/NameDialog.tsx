import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Form, FormActions } from '#ui/kit/controls/Form.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { refresh } from '#ui/base/platform/query.ts';
import { staleAfterChange } from './catalog-names.ts';

interface NameDialogProps {
  title: string;
  description: string;
  /** The label of the button. */
  action: string;
  name: string;
  /** The description of a topic. Other entries have none. */
  about?: string | undefined;
  /** The key of the draft. */
  draft: string;
  save: (name: string, about: string | undefined) => Promise<unknown>;
  onSaved?: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of an entry of the catalog. */
export function NameDialog(props: NameDialogProps) {
  const { title, description, action, name, about, draft, save, onSaved, onClose } = props;
  const client = useQueryClient();
  const form = useAppForm({ defaultValues: { name, about: about ?? '' }, keep: { draft } });
  const saving = useMutation({
    mutationFn: (values: typeof form.values) => save(values.name, about === undefined ? undefined : values.about),
    async onSuccess() {
      onSaved?.(form.values.name);
      form.endDraft();
      onClose();
      await refresh(client, ...staleAfterChange);
    },
    onError: (error) => form.showError(error, 'name'),
  });
  return (
    <Dialog open width="narrow" title={title} description={description} onOpenChange={(open) => !open && onClose()}>
      <Form
        onSubmit={form.submit((values) => {
          if (!saving.isPending) saving.mutate(values);
        })}
      >
        <Field label="Name" required error={form.errors.name}>
          <Input {...form.field('name')} maxLength={200} />
        </Field>
        {about !== undefined && (
          <Field label="Description" optional hint="One sentence below the name." error={form.errors.about}>
            <Input {...form.field('about')} maxLength={200} />
          </Field>
        )}
        <FormActions>
          <Button type="submit" variant="primary" busy={saving.isPending}>
            {action}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
