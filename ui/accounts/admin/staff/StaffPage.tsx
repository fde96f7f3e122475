import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { roleNames, roleSummaries, staffRoles } from '#shared/roles.ts';
import { listStaff, withdrawInvitation, type StaffInvitation, type StaffMember } from '#contract/accounts/staff.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { useUrlState } from '#ui/admin/use-url-state.ts';
import { Head } from '#ui/base/page/Head.tsx';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { formatAgo, formatShortLocalDate } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { ChangeRoleDialog } from './ChangeRoleDialog.tsx';
import { InviteDialog } from './InviteDialog.tsx';

const none: never[] = [];

/** The staff with their roles, and open invitations. */
function StaffPage() {
  const [search, change] = useUrlState();
  const [member, setMember] = useState<StaffMember | null>(null);
  const staff = useQuery({ ...queryOf(listStaff, {}), refetchOnMount: 'always' });
  const columns = useMemo(
    (): Column<StaffMember>[] => [
      { id: 'name', header: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
      { id: 'email', header: 'Email', hiddenOnPhone: true, cell: ({ email }) => email, sortBy: ({ email }) => email },
      {
        id: 'role',
        header: 'Role',
        cell: ({ role }) => <Badge tone={role === 'admin' ? 'accent' : 'neutral'}>{roleNames[role]}</Badge>,
        sortBy: ({ role }) => roleNames[role],
      },
      {
        id: 'two-factor',
        header: 'Two-factor',
        hiddenOnPhone: true,
        cell: ({ twoFactor }) => (twoFactor ? 'On' : 'Off'),
      },
      {
        id: 'seen',
        header: 'Last seen',
        hiddenOnPhone: true,
        cell: ({ lastSeenAt }) => (lastSeenAt ? formatAgo(lastSeenAt) : 'Never'),
        sortBy: ({ lastSeenAt }) => lastSeenAt,
      },
      {
        id: 'actions',
        header: <span className="hidden-text">Actions</span>,
        align: 'end',
        aside: 132,
        cell: (row) => (
          <Button size="small" onClick={() => setMember(row)}>
            Change role<span className="hidden-text"> of {row.name}</span>
          </Button>
        ),
      },
    ],
    [],
  );
  return (
    <AdminPageBody>
      <Head title="Staff" noindex />
      <AdminPageHeader title="Staff">
        <Button variant="primary" icon={<UserPlus />} onClick={() => change({ invite: 1 })}>
          Invite
        </Button>
      </AdminPageHeader>
      {staff.isError ? (
        <LoadFailed title="We couldn’t load the staff" compact query={staff} />
      ) : (
        <Table
          label="Staff"
          rows={staff.data?.members ?? none}
          columns={columns}
          rowId={({ id }) => String(id)}
          loading={!staff.data}
          loadingRows={4}
          stacked
        />
      )}
      {staff.data && staff.data.invitations.length > 0 && (
        <section className={layout.stack} aria-labelledby="invitations">
          <h2 id="invitations">Open invitations</h2>
          {staff.data.invitations.map((invitation) => (
            <Invitation key={invitation.id} invitation={invitation} />
          ))}
        </section>
      )}
      <section className={layout.stack} aria-labelledby="roles">
        <h2 id="roles">What each role may do</h2>
        <dl className={layout.facts}>
          {staffRoles.map((role) => (
            <RoleSummary key={role} name={roleNames[role]} summary={roleSummaries[role]} />
          ))}
        </dl>
      </section>
      {search.has('invite') && <InviteDialog onClose={() => change({ invite: null })} />}
      {member && <ChangeRoleDialog member={member} onClose={() => setMember(null)} />}
    </AdminPageBody>
  );
}

const RoleSummary = ({ name, summary }: { name: string; summary: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{summary}</dd>
  </>
);

function Invitation({ invitation }: { invitation: StaffInvitation }) {
  const client = useQueryClient();
  const { id, email, role, invitedBy, invitedAt, expiresAt, expired } = invitation;
  const withdraw = useMutation({
    mutationFn: () => api(withdrawInvitation, { params: { id: String(id) } }),
    onSuccess: (staff) => client.setQueryData(queryOf(listStaff, {}).queryKey, staff),
    onError: (error) => toastError(error),
  });
  return (
    <div className={layout.between}>
      <span>
        <strong>{email}</strong>, {roleNames[role].toLowerCase()}
        <span className={layout.muted}>
          {' · '}
          {invitedBy ?? 'Former staff'}, {formatShortLocalDate(invitedAt)}
          {expired ? '' : `, expires ${formatShortLocalDate(expiresAt)}`}
        </span>{' '}
        {expired && <Badge tone="warn">Expired</Badge>}
      </span>
      <Button size="small" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
        Withdraw<span className="hidden-text"> the invitation to {email}</span>
      </Button>
    </div>
  );
}

export const page: Page = { Component: StaffPage };
