import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeRole, deleteUser, endUserSessions, openUser } from '#contract/accounts/admin-users.ts';
import { roleNames, type Role } from '#shared/roles.ts';
import { useUser } from '#ui/base/session.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { Sheet } from '#ui/kit/overlays/Sheet.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatShortLocalDate, formatAgo } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, fieldsOf, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { layout } from '#ui/kit/layout.ts';
import { UserBilling } from './billing/UserBilling.tsx';
import { UserApiKeys } from './UserApiKeys.tsx';
import { planName } from './plan-name.ts';

type Action = 'promote' | 'demote' | 'delete';
const questions: Record<Action, { title: string; text: string; label: string }> = {
  promote: {
    title: 'Make this person an administrator?',
    text: 'Administrators can see and change everything here. They will be signed out everywhere and notified by email.',
    label: 'Make administrator',
  },
  demote: {
    title: 'Remove the administrator role?',
    text: 'They will be signed out everywhere and notified by email. The account itself stays.',
    label: 'Remove the role',
  },
  delete: {
    title: 'Delete this account?',
    text: 'Its listings stay in the directory without an owner, and its claims lose the name. This action cannot be undone.',
    label: 'Delete the account',
  },
};

const claimPath = ({ id, status }: { id: number; status: string }) =>
  `/admin?tab=claims&list=${status === 'withdrawn' ? 'rejected' : status}&claim=${id}`;

export function UserSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const client = useQueryClient();
  const currentUser = useUser();
  const params = { id: String(id) };
  const account = useQuery({ ...queryOf(openUser, { params }), refetchOnMount: 'always' });
  const [action, setAction] = useState<Action | null>(null);
  const signOut = useMutation({
    mutationFn: () => api(endUserSessions, { params }),
    async onSuccess({ ended }) {
      toast({
        title: 'Signed out everywhere',
        description: `${ended} ${ended === 1 ? 'sign-in' : 'sign-ins'} ended.`,
        variant: 'good',
      });
      await refresh(client, '/api/admin/users', '/api/admin/tables');
    },
    onError: (error) => toastError(error),
  });
  const payments = usePayments();
  const { user, listings, claims, apiKeys } = account.data ?? {};
  const admin = user?.role === 'admin';
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={user?.name ?? (account.isError ? 'Not found' : 'Account')}
      description={user?.email ?? ''}
    >
      <div className={layout.stack} data-density="compact">
        {account.isPending && <Skeleton height={240} />}
        {account.isError && <Callout tone="bad" title={sentenceOf(account.error)} />}
        {user && (
          <>
            {user.emailProblem && (
              <Callout tone="warn" title="Emails to this address don't arrive.">
                <p>
                  Since {formatShortLocalDate(user.emailProblem.since)}, the mail server replies “
                  {user.emailProblem.reason}”. Routine emails are paused. Ask for another address by phone.
                </p>
              </Callout>
            )}
            <dl className={layout.facts}>
              <dt>Role</dt>
              <dd>{admin ? <Badge tone="accent">Admin</Badge> : roleNames[user.role]}</dd>
              {payments && (
                <>
                  <dt>Plan</dt>
                  <dd>
                    {planName(user.subscriptionPlan)}, {user.subscriptionStatus}
                    {user.subscriptionExpiresAt && ` until ${formatShortLocalDate(user.subscriptionExpiresAt)}`}
                  </dd>
                </>
              )}
              <dt>Two-factor</dt>
              <dd>{user.twoFactor ? 'On' : 'Off'}</dd>
              <dt>Signed in</dt>
              <dd>
                {user.sessions === 0 ? 'Nowhere' : `${user.sessions} ${user.sessions === 1 ? 'place' : 'places'}`}
                {user.lastSeenAt && `, last seen ${formatAgo(user.lastSeenAt)}`}
              </dd>
              <dt>Since</dt>
              <dd>{formatShortLocalDate(user.createdAt)}</dd>
            </dl>
            <div className={layout.tight}>
              <h3>Listings ({listings!.length})</h3>
              {listings!.map((listing) => (
                <Link key={listing.id} to={`/admin/listings?open=${listing.id}`}>
                  {listing.name}, {[listing.city, listing.state].filter(Boolean).join(', ')}
                </Link>
              ))}
              {listings!.length === 0 && <span className={layout.muted}>None</span>}
            </div>
            <div className={layout.tight}>
              <h3>Claims ({claims!.length})</h3>
              {claims!.map((claim) => (
                <Link key={claim.id} to={claimPath(claim)}>
                  {claim.listing}: {claim.status}, {formatShortLocalDate(claim.submittedAt)}
                </Link>
              ))}
              {claims!.length === 0 && <span className={layout.muted}>None</span>}
            </div>
            <UserApiKeys userId={id} keys={apiKeys!} />
            {payments && <UserBilling userId={id} />}
            {action ? (
              <ConfirmByPassword
                action={action}
                id={id}
                role={user.role}
                onClose={() => setAction(null)}
                onDone={() => {
                  setAction(null);
                  if (action === 'delete') onClose();
                }}
              />
            ) : (
              <div className={layout.row}>
                <Button busy={signOut.isPending} onClick={() => signOut.mutate()}>
                  Sign out everywhere
                </Button>
                <Button onClick={() => setAction(admin ? 'demote' : 'promote')}>
                  {admin ? 'Remove admin role' : 'Make administrator'}
                </Button>
                {currentUser?.id !== id && (
                  <Button variant="danger" onClick={() => setAction('delete')}>
                    Delete
                  </Button>
                )}
              </div>
            )}
          </>
        )}
      </div>
    </Sheet>
  );
}

/** Asks for the administrator's own password, so that an unattended screen is not enough. */
function ConfirmByPassword({
  action,
  id,
  role,
  onClose,
  onDone,
}: {
  action: Action;
  id: number;
  /** The role that the caller sees. */
  role: Role;
  onClose: () => void;
  onDone: () => void;
}) {
  const client = useQueryClient();
  const form = useAppForm({ defaultValues: { password: '' }, keep: 'secret' });
  const params = { id: String(id) };
  const run = useMutation({
    mutationFn: (password: string) =>
      action === 'delete'
        ? api(deleteUser, { params, body: { password } })
        : api(changeRole, { params, body: { makeAdmin: action === 'promote', password, read: { role } } }),
    async onSuccess() {
      toast({
        title: 'Success',
        description: action === 'delete' ? 'The account was deleted.' : 'The role was changed.',
        variant: 'good',
      });
      onDone();
      // A deleted account would fail to load, so only the lists are refreshed.
      await refresh(client, `/api/admin/users${action === 'delete' ? '?' : ''}`, '/api/admin/tables');
    },
    onError: (error) => {
      form.showErrors(fieldsOf(error));
      toastError(error);
    },
  });
  const { title, text, label } = questions[action];
  return (
    <form
      method="post"
      className={layout.stack}
      onSubmit={form.submit(({ password }) => {
        if (!run.isPending) run.mutate(password);
      })}
    >
      <Callout tone="warn" title={title}>
        {text}
      </Callout>
      <Field label="Your own password" required error={form.errors.password}>
        <PasswordInput autoComplete="current-password" {...form.field('password')} />
      </Field>
      <div className={layout.row}>
        <Button variant={action === 'promote' ? 'primary' : 'danger'} type="submit" busy={run.isPending}>
          {label}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
