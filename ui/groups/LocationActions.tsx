import { Plus } from 'lucide-react';
import { useState } from 'react';
import { addLocations, removeLocations, setCostCenters, type Group } from '#contract/groups/groups.ts';
import { FormDialog } from '#ui/base/forms/FormDialog.tsx';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { api } from '#ui/base/platform/api.ts';
import { countOf } from '#ui/insights/figure-words.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { locationNouns } from './group-words.ts';
import { LocationPicker } from './LocationPicker.tsx';
import { useGroupChange } from './use-group-change.ts';

export function AddLocations({ group }: { group: Group }) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const close = () => {
    setOpen(false);
    setChosen(new Set());
  };
  const add = useGroupChange(
    group.id,
    () => api(addLocations, { params: { id: String(group.id) }, body: { ids: [...chosen] } }),
    { onSuccess: close },
  );
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => (open ? setOpen(true) : close())}
      trigger={
        <Button size="small" icon={<Plus />} disabled={!group.planActive}>
          Add locations
        </Button>
      }
      title="Add locations"
      description="People with a role in the group then see these listings."
      footer={
        <Button variant="primary" busy={add.isPending} disabled={chosen.size === 0} onClick={() => add.mutate()}>
          Add {countOf(chosen.size, locationNouns)}
        </Button>
      }
    >
      <LocationPicker label="Your other listings" locations={group.addable} chosen={chosen} onChange={setChosen} />
    </Dialog>
  );
}

interface ChosenProps {
  groupId: number;
  ids: readonly number[];
  onDone: () => void;
}

export function RemoveLocations({ groupId, ids, onDone }: ChosenProps) {
  const remove = useGroupChange(
    groupId,
    () => api(removeLocations, { params: { id: String(groupId) }, body: { ids: [...ids] } }),
    { onSuccess: onDone },
  );
  return (
    <Confirm
      title={`Remove ${countOf(ids.length, locationNouns)} from the group?`}
      description="They stay yours as single listings. Other people in the group no longer see them. To give one to someone else, transfer it from its page."
      action="Remove"
      trigger={<Button size="small">Remove from the group</Button>}
      onConfirm={() => remove.mutateAsync()}
    />
  );
}

export function CostCenter({ groupId, ids, onDone }: ChosenProps) {
  const [isOpen, setOpen] = useState(false);
  const form = useAppForm({ defaultValues: { costCenter: '' }, keep: 'choice' });
  const save = useGroupChange(
    groupId,
    (costCenter: string) =>
      api(setCostCenters, {
        params: { id: String(groupId) },
        body: { costCenters: ids.map((id) => ({ id, costCenter: costCenter.trim() || null })) },
      }),
    {
      onSuccess: () => {
        setOpen(false);
        onDone();
      },
      onError: (error) => form.showError(error, 'costCenter'),
    },
  );
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Set the cost center
      </Button>
      {isOpen && (
        <FormDialog
          title="Set the cost center"
          description={`For ${countOf(ids.length, locationNouns)}. The CSV has a column for it.`}
          action="Save"
          isBusy={save.isPending}
          onSubmit={form.submit(({ costCenter }) => save.mutate(costCenter))}
          onClose={() => setOpen(false)}
        >
          <Field label="Cost center" hint="Leave it empty to remove it." error={form.errors.costCenter}>
            <Input maxLength={60} autoComplete="off" {...form.field('costCenter')} />
          </Field>
        </FormDialog>
      )}
    </>
  );
}
