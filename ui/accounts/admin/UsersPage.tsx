import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { findUsers, type StaffUser } from '#contract/admin-users.ts';
import { roleNames, roles } from '#contract/roles.ts';
import { LoadFailed } from '#ui/app/LoadFailed.tsx';
import { Head } from '#ui/app/Head.tsx';
import type { Page } from '#ui/app/page.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { formatShortLocalDate, formatAgo } from '#ui/kit/format.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { api } from '#ui/platform/api.ts';
import { countedOf, toTheEnd } from '#ui/platform/query.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin-shell/AdminPageBody.tsx';
import { Toolbar } from '#ui/admin-shell/Toolbar.tsx';
import { Pager } from '#ui/admin-shell/Pager.tsx';
import { planName } from './plan-name.ts';
import { SavedFilters } from '#ui/admin-shell/SavedFilters.tsx';
import { SearchBox } from '#ui/admin-shell/SearchBox.tsx';
import { useUrlState } from '#ui/admin-shell/use-url-state.ts';
import { UserSheet } from './UserSheet.tsx';

const filters = ['q', 'role', 'plan'];
const PAGE = 100;

const columns: Column<StaffUser>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name },
  { id: 'email', header: 'Email', cell: (row) => row.email },
  {
    id: 'role',
    header: 'Role',
    width: 90,
    cell: (row) => (row.role === 'admin' ? <Badge tone="accent">Admin</Badge> : roleNames[row.role]),
  },
  {
    id: 'plan',
    header: 'Plan',
    width: 170,
    cell: (row) => `${planName(row.subscriptionPlan)}, ${row.subscriptionStatus}`,
  },
  { id: 'listings', header: 'Listings', width: 80, align: 'end', cell: (row) => row.listings },
  { id: 'seen', header: 'Last seen', width: 120, cell: (row) => (row.lastSeenAt ? formatAgo(row.lastSeenAt) : '—') },
  { id: 'since', header: 'Since', width: 120, cell: (row) => formatShortLocalDate(row.createdAt) },
];

function UsersPage() {
  const [search, change] = useUrlState();
  const filterOf = (name: string) => search.get(name) ?? undefined;
  const role = filterOf('role');
  const query = {
    q: filterOf('q'),
    role: roles.find((name) => name === role),
    plan: filterOf('plan'),
    pageSize: String(PAGE),
  } as const;
  const allRows = () =>
    toTheEnd(
      (after) => api(findUsers, { query: { ...query, after } }),
      ({ id }) => id,
    );
  const users = useQuery({
    ...countedOf(findUsers, { query: { ...query, page: filterOf('page') } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const open = Number(filterOf('open')) || null;
  return (
    <AdminPageBody>
      <Head title="Users" noindex />
      <AdminPageHeader title="Users" />
      <Toolbar>
        <SearchBox label="Search users" placeholder="Name, email or number..." />
        <Select
          aria-label="Role"
          placeholder="All roles"
          value={role ?? ''}
          onChange={(event) => change({ role: event.target.value, page: null })}
          options={[
            { value: 'user', label: 'Users' },
            { value: 'admin', label: 'Admins' },
            { value: 'editor', label: 'Editors' },
            { value: 'reviewer', label: 'Reviewers' },
            { value: 'analyst', label: 'Analysts' },
          ]}
        />
        <Select
          aria-label="Plan"
          placeholder="All plans"
          value={filterOf('plan') ?? ''}
          onChange={(event) => change({ plan: event.target.value, page: null })}
          options={['free', 'professional', 'pro_max', 'enterprise'].map((value) => ({
            value,
            label: planName(value),
          }))}
        />
        <SavedFilters names={filters} />
      </Toolbar>
      {users.isError ? (
        <LoadFailed title="The users could not be loaded" compact query={users} />
      ) : (
        <Table
          label="Users"
          rows={users.data?.items ?? []}
          columns={columns}
          allRows={allRows}
          rowId={(row) => String(row.id)}
          loading={!users.data}
          onOpen={(row) => change({ open: row.id })}
          empty={<EmptyState title="No users found" heading="h2" compact scene="search" />}
        />
      )}
      {users.data && <Pager total={users.data.total} pageSize={PAGE} one="account" many="accounts" />}
      {open && <UserSheet id={open} onClose={() => change({ open: null })} />}
    </AdminPageBody>
  );
}

export const page: Page = { Component: UsersPage };
