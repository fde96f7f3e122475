import { useMutation, useQueryClient } from '@tanstack/react-query';
import { transferListing, type StaffListingDetail } from '#contract/listings/admin-listings.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { formatShortLocalDate } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';

/** Gives a listing to another account. */
export function TransferForm({ id, transfers }: { id: number; transfers: StaffListingDetail['transfers'] }) {
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
      method="post"
      className={layout.stack}
      noValidate
      onSubmit={form.submit((values) => {
        if (!transfer.isPending) transfer.mutate(values);
      })}
    >
      <OwnerOffers transfers={transfers} />
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

const outcomes: Record<StaffListingDetail['transfers'][number]['status'], string> = {
  offered: 'not answered yet',
  paying: 'accepted, the fee is not paid yet',
  done: 'transferred',
  declined: 'declined',
  canceled: 'canceled',
  expired: 'expired',
};

/** The transfers that the owners offered themselves. */
function OwnerOffers({ transfers }: { transfers: StaffListingDetail['transfers'] }) {
  if (transfers.length === 0) return null;
  const isOpen = transfers.some(({ closedAt }) => closedAt === null);
  return (
    <Callout title={isOpen ? 'The owner has offered this listing to someone' : 'Offers of the owners'}>
      <ul className={layout.bullets}>
        {transfers.map(({ id, fromName, email, status, offeredAt, closedAt }) => (
          <li key={id}>
            {fromName ?? 'A former owner'} to {email ?? 'a removed address'}, {formatShortLocalDate(offeredAt)}:{' '}
            {outcomes[status]}
            {closedAt ? ` ${formatShortLocalDate(closedAt)}` : ''}
          </li>
        ))}
      </ul>
      {isOpen && <p>Transferring it here cancels the offer and refunds a fee that was paid.</p>}
    </Callout>
  );
}
