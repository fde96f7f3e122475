import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { inviteManager, listManagers, removeManager, type Manager } from '#contract/managers.ts';
import type { OwnListing } from '#contract/own-listings.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Loading, SkeletonText } from '#ui/kit/display/Skeleton.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, fieldsOf, sentenceOf } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';
import css from './ManagersDialog.module.css';

/** Who else may edit a listing; the owner invites and removes. */
export default function ManagersDialog({ listing, onClose }: { listing: OwnListing; onClose: () => void }) {
  const client = useQueryClient();
  const params = { id: String(listing.id) };
  const query = queryOf(listManagers, { params });
  const { data: managers, error } = useQuery(query);
  const [email, setEmail] = useState('');
  const [wrong, setWrong] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const invite = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      client.setQueryData(query.queryKey, await api(inviteManager, { params, body: { email } }));
      toast({ title: 'Invitation sent', description: `${email} can accept it within 14 days.`, variant: 'good' });
      setEmail('');
      setWrong(undefined);
    } catch (failure) {
      setWrong(fieldsOf(failure)['email'] ?? sentenceOf(failure));
    } finally {
      setBusy(false);
    }
  };
  const remove = async (one: Manager) => {
    try {
      client.setQueryData(query.queryKey, await api(removeManager, { params: { ...params, manager: String(one.id) } }));
    } catch (failure) {
      toast({ title: 'Error', description: sentenceOf(failure), variant: 'destructive' });
    }
  };
  return (
    <Dialog
      title="Managers"
      description="Managers may edit this listing. They can neither give it back nor delete it, and they see nothing of your billing."
      open
      onOpenChange={(open) => !open && onClose()}
    >
      {error && <Callout tone="bad">{sentenceOf(error)}</Callout>}
      {!managers && !error && (
        <Loading label="Loading managers">
          <SkeletonText lines={2} />
        </Loading>
      )}
      {managers?.length === 0 && <p className={css.muted}>Nobody but you manages this listing.</p>}
      <ul className={css.managers}>
        {managers?.map((one) => (
          <li key={one.id}>
            <span>
              {one.name ?? one.email} {one.name && <span className={css.muted}>{one.email}</span>}
            </span>
            <span className={css.buttons}>
              <Badge tone={one.acceptedAt ? 'good' : one.expired ? 'bad' : 'warn'}>
                {one.acceptedAt ? 'Manager' : one.expired ? 'Expired' : 'Invited'}
              </Badge>
              <IconButton label={`Remove ${one.email}`} size="small" onClick={() => void remove(one)}>
                <X />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
      <form className={css.invite} noValidate onSubmit={(event) => void invite(event)}>
        <Field label="Invite by email" error={wrong}>
          <Input
            type="email"
            autoComplete="off"
            value={email}
            onChange={(event) => (setEmail(event.target.value), setWrong(undefined))}
          />
        </Field>
        <Button type="submit" variant="primary" busy={busy}>
          Send invitation
        </Button>
      </form>
    </Dialog>
  );
}
