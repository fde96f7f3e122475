import { useMutation, useQueryClient } from '@tanstack/react-query';
import { transferListing } from '#contract/admin-listings.ts';
import { useAppForm } from '#ui/app/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { layout } from '#ui/kit/layout.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/platform/api.ts';
import { refresh } from '#ui/platform/query.ts';

/** Gives a listing to another account. */
export function TransferForm({ id }: { id: number }) {
  const client = useQueryClient();
  const form = useAppForm({
    defaultValues: { email: '', note: '', chargeFee: true },
    keep: { draft: `transfer ${id}` },
  });
  const transfer = useMutation({
    mutationFn: (body: typeof form.values) => api(transferListing, { params: { id: String(id) }, body }),
    async onSuccess() {
      form.reset();
      toast({ title: 'Success', description: 'The listing has a new owner.', variant: 'good' });
      await refresh(client, '/api/admin/listings', '/api/dentists');
    },
    onError: (error) => form.showError(error, 'email'),
  });
  return (
    <form
      className={layout.stack}
      noValidate
      onSubmit={form.submit((values) => {
        if (!transfer.isPending) transfer.mutate(values);
      })}
    >
      <Field label="Email of the new owner’s account" required error={form.errors.email}>
        <Input type="email" {...form.field('email')} />
      </Field>
      <Field label="Note" optional hint="For the audit log." error={form.errors.note}>
        <Textarea rows={2} {...form.field('note')} />
      </Field>
      <Checkbox
        label="Charge the $25 transfer fee"
        hint="It is added to the new owner’s next invoice."
        {...form.checkbox('chargeFee')}
      />
      <div>
        <Button variant="primary" type="submit" busy={transfer.isPending}>
          Transfer the listing
        </Button>
      </div>
    </form>
  );
}
