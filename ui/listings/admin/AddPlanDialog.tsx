import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addInsurancePlan } from '#contract/admin/admin-catalog.ts';
import { useAppForm } from '#ui/app/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Form, FormActions } from '#ui/kit/controls/Form.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/platform/api.ts';
import { refresh } from '#ui/platform/query.ts';
import { staleAfterChange } from './catalog-names.ts';

export function AddPlanDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useAppForm({ defaultValues: { name: '' }, keep: { draft: 'new insurance plan' } });
  const add = useMutation({
    mutationFn: (body: typeof form.values) => api(addInsurancePlan, { body }),
    async onSuccess() {
      toast({ title: 'Plan added', description: `Owners can now choose “${form.values.name}.”`, variant: 'good' });
      form.endDraft();
      onClose();
      await refresh(client, ...staleAfterChange);
    },
    onError: (error) => form.showError(error, 'name'),
  });
  return (
    <Dialog
      open
      width="narrow"
      title="Add an insurance plan"
      description="Owners and imports can name it, and patients can search by it."
      onOpenChange={(open) => !open && onClose()}
    >
      <Form
        onSubmit={form.submit((values) => {
          if (!add.isPending) add.mutate(values);
        })}
      >
        <Field label="Name" required error={form.errors.name}>
          <Input {...form.field('name')} maxLength={200} />
        </Field>
        <FormActions>
          <Button type="submit" variant="primary" busy={add.isPending}>
            Add plan
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
