import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { inviteManager, listManagers, removeManager, type Manager } from '#contract/listings/managers.ts';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Loading, SkeletonText } from '#ui/kit/display/Skeleton.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { OwnerTransfer } from '../../transfers/OwnerTransfer.tsx';
import { layout } from '#ui/kit/layout.ts';
import css from './ManagersTab.module.css';

export default function ManagersTab({ listing }: { listing: OwnListing }) {
  const client = useQueryClient();
  const isOwner = listing.role === 'owner';
  const params = { id: String(listing.id) };
  const query = queryOf(listManagers, { params });
  const { data: managers, error } = useQuery(query);
  const form = useAppForm({ defaultValues: { email: '' }, keep: { draft: `invitation ${listing.id}` } });
  const [busy, setBusy] = useState(false);
  const [invited, setInvited] = useState<string | null>(null);
  const invite = async (email: string) => {
    if (busy) return;
    setBusy(true);
    setInvited(null);
    try {
      client.setQueryData(query.queryKey, await api(inviteManager, { params, body: { email } }));
      setInvited(email);
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
    <section aria-label="Managers" className={css.body}>
      <p className={layout.note}>
        Managers may edit this listing. They can't release or delete the listing or see{' '}
        {isOwner ? 'your' : "the owner's"} billing.
      </p>
      {error && <Callout tone="bad">{sentenceOf(error)}</Callout>}
      {!managers && !error && (
        <Loading label="Loading managers">
          <SkeletonText lines={2} />
        </Loading>
      )}
      {managers?.length === 0 && <p>You're the only one who manages this listing.</p>}
      <ul className={css.managers}>
        {managers?.map((manager) => (
          <li key={manager.id}>
            <span>
              {manager.name ?? manager.email} {manager.name && <span className={layout.note}>{manager.email}</span>}
            </span>
            <span className={layout.wrap}>
              <Badge tone={manager.acceptedAt ? 'good' : manager.expired ? 'bad' : 'warn'}>
                {manager.acceptedAt ? 'Manager' : manager.expired ? 'Expired' : 'Invited'}
              </Badge>
              {isOwner && (
                <IconButton label={`Remove ${manager.email}`} size="small" onClick={() => void remove(manager)}>
                  <X />
                </IconButton>
              )}
            </span>
          </li>
        ))}
      </ul>
      {isOwner && (
        <>
          {!listing.planActive && <Callout tone="warn">Invitations are paused because the plan has ended.</Callout>}
          <form
            method="post"
            className={css.invite}
            noValidate
            onSubmit={form.submit(({ email }) => void invite(email))}
          >
            <Field label="Invite by email" error={form.errors.email}>
              <Input type="email" autoComplete="off" disabled={!listing.planActive} {...form.field('email')} />
            </Field>
            <Button type="submit" variant="primary" busy={busy} disabled={!listing.planActive}>
              Send invitation
            </Button>
          </form>
          {invited && (
            <Callout tone="good" announce>
              Invitation sent. {invited} can accept it within 14 days.
            </Callout>
          )}
          <OwnerTransfer listing={listing} />
        </>
      )}
    </section>
  );
}
