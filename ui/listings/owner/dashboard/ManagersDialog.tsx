import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { inviteManager, listManagers, removeManager, type Manager } from '#contract/managers.ts';
import type { OwnListing } from '#contract/own-listings.ts';
import { useAppForm } from '#ui/app/use-app-form.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Loading, SkeletonText } from '#ui/kit/display/Skeleton.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';
import css from './ManagersDialog.module.css';

export default function ManagersDialog({ listing, onClose }: { listing: OwnListing; onClose: () => void }) {
  const client = useQueryClient();
  const params = { id: String(listing.id) };
  const query = queryOf(listManagers, { params });
  const { data: managers, error } = useQuery(query);
  const form = useAppForm({ defaultValues: { email: '' }, keep: { draft: `invitation ${listing.id}` } });
  const [busy, setBusy] = useState(false);
  const invite = async (email: string) => {
    if (busy) return;
    setBusy(true);
    try {
      client.setQueryData(query.queryKey, await api(inviteManager, { params, body: { email } }));
      toast({ title: 'Invitation sent', description: `${email} can accept it within 14 days.`, variant: 'good' });
      form.reset();
    } catch (failure) {
      form.showError(failure, 'email');
    } finally {
      setBusy(false);
    }
  };
  const remove = async (manager: Manager) => {
    try {
      client.setQueryData(
        query.queryKey,
        await api(removeManager, { params: { ...params, manager: String(manager.id) } }),
      );
    } catch (failure) {
      toast({ title: 'Error', description: sentenceOf(failure), variant: 'destructive' });
    }
  };
  return (
    <Dialog
      title="Managers"
      description="Managers may edit this listing. They can't release or delete the listing or see your billing."
      open
      onOpenChange={(open) => !open && onClose()}
    >
      {error && <Callout tone="bad">{sentenceOf(error)}</Callout>}
      {!managers && !error && (
        <Loading label="Loading managers">
          <SkeletonText lines={2} />
        </Loading>
      )}
      {managers?.length === 0 && <p className={css.muted}>You're the only manager.</p>}
      <ul className={css.managers}>
        {managers?.map((manager) => (
          <li key={manager.id}>
            <span>
              {manager.name ?? manager.email} {manager.name && <span className={css.muted}>{manager.email}</span>}
            </span>
            <span className={css.buttons}>
              <Badge tone={manager.acceptedAt ? 'good' : manager.expired ? 'bad' : 'warn'}>
                {manager.acceptedAt ? 'Manager' : manager.expired ? 'Expired' : 'Invited'}
              </Badge>
              <IconButton label={`Remove ${manager.email}`} size="small" onClick={() => void remove(manager)}>
                <X />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
      {!listing.planActive && <Callout tone="warn">Invitations are paused because the plan has ended.</Callout>}
      <form className={css.invite} noValidate onSubmit={form.submit(({ email }) => void invite(email))}>
        <Field label="Invite by email" error={form.errors.email}>
          <Input type="email" autoComplete="off" disabled={!listing.planActive} {...form.field('email')} />
        </Field>
        <Button type="submit" variant="primary" busy={busy} disabled={!listing.planActive}>
          Send invitation
        </Button>
      </form>
    </Dialog>
  );
}
