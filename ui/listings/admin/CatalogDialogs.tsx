import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  listCatalog,
  mergeCatalogEntry,
  renameCatalogEntry,
  type CatalogEntry,
  type CatalogKind,
} from '#contract/listings/admin-catalog.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Combobox } from '#ui/kit/controls/Combobox.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Form, FormActions } from '#ui/kit/controls/Form.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { NameDialog } from './NameDialog.tsx';
import { countUses, kindNames, staleAfterChange } from './catalog-names.ts';
import { useSeparatePlan, useUndoCatalogMerge } from './use-separate-plan.ts';

interface EntryDialogProps {
  kind: CatalogKind;
  entry: CatalogEntry;
  onClose: () => void;
}

export const RenameEntryDialog = ({ kind, entry, onClose }: EntryDialogProps) => (
  <NameDialog
    title={kind === 'topics' ? 'Edit this topic' : `Rename this ${kindNames[kind].one}`}
    description={
      kind === 'practices'
        ? 'The new name is shown for all dentists of the practice.'
        : kind === 'topics'
          ? 'Its address stays the same.'
          : 'Searches and imports still understand the former name.'
    }
    action={kind === 'topics' ? 'Save' : 'Rename'}
    name={entry.name}
    about={entry.about}
    draft={`rename ${kind} ${entry.id}`}
    save={(name, about) =>
      api(renameCatalogEntry, {
        params: { kind, id: String(entry.id) },
        body: {
          name,
          about,
          read: { name: entry.name, ...(entry.about !== undefined && { about: entry.about }) },
        },
      })
    }
    onClose={onClose}
  />
);

export function MergeEntryDialog({ kind, entry, onClose }: EntryDialogProps) {
  const client = useQueryClient();
  const { one } = kindNames[kind];
  const separate = useSeparatePlan();
  const undo = useUndoCatalogMerge();
  const form = useAppForm({
    defaultValues: { text: '', intoId: 0 },
    keep: 'choice',
    check: ({ intoId }): Record<string, string> =>
      intoId === 0 ? { text: `Please choose a ${one} from the list.` } : {},
  });
  const count = countUses(kind, entry.listings);
  const merge = useMutation({
    mutationFn: ({ intoId, text }: typeof form.values) =>
      api(mergeCatalogEntry, {
        params: { kind, id: String(entry.id) },
        body: { intoId, read: { name: entry.name, intoName: text } },
      }),
    async onSuccess({ listings, mergeId }) {
      toast({
        title: 'Merged',
        description: `${countUses(kind, listings)} moved to “${form.values.text}”.`,
        variant: 'good',
        action: {
          label: 'Undo',
          altText: `Choose Separate in the list of ${kindNames[kind].many}`,
          onSelect: () => (mergeId === undefined ? separate.mutate(entry.id) : undo.mutate(mergeId)),
        },
      });
      onClose();
      await refresh(client, ...staleAfterChange);
    },
    onError: (error) => form.showError(error, 'text'),
  });
  const suggest = async (text: string, signal: AbortSignal) =>
    (await api(listCatalog, { params: { kind }, query: { q: text, pageSize: '8' } }, { signal }))
      .filter(({ id, gone }) => id !== entry.id && gone === null)
      .map(({ id, name, detail }) => ({
        value: String(id),
        label: name,
        ...(kind === 'practices' && detail ? { detail } : {}),
      }));
  return (
    <Dialog
      open
      title={`Merge “${entry.name}” into another ${one}`}
      description={
        kind === 'practices'
          ? `Its ${count} will move there. You can separate them again.`
          : kind === 'topics'
            ? `Its ${count} will move there, and its address will lead there. You can separate them again.`
            : `Its ${count} will show the other name. Searches and imports still understand “${entry.name}.” You can separate them again.`
      }
      onOpenChange={(open) => !open && onClose()}
    >
      <Form
        onSubmit={form.submit((values) => {
          if (!merge.isPending) merge.mutate(values);
        })}
      >
        <Field label="Merge into" required hint="Start typing its name, then choose it." error={form.errors.text}>
          <Combobox
            value={form.values.text}
            minLength={1}
            listLabel={kindNames[kind].title}
            suggest={suggest}
            onValueChange={(text) => form.setValues({ text, intoId: 0 })}
            onSelect={({ value, label }) => form.setValues({ text: label, intoId: Number(value) })}
          />
        </Field>
        <FormActions>
          <Button type="submit" variant="primary" busy={merge.isPending}>
            Merge
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
