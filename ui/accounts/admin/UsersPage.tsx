import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { useUrlState } from '#ui/admin/use-url-state.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { formatAgo } from '#ui/kit/format.ts';
import { UserSheet } from './UserSheet.tsx';

function UsersPage() {
  const [search, change] = useUrlState();
  const open = Number(search.get('open')) || null;
  return (
    <AdminPageBody>
      <Head title="Users" noindex />
      <AdminPageHeader title="Users" />
      <DataTable
        name="users"
        label="Users"
        one="account"
        many="accounts"
        searchHint="Name, email or number..."
        cells={{
          role: (row) => (row.role === 'Admin' ? <Badge tone="accent">Admin</Badge> : String(row.role)),
          seen: (row) => (row.seen ? formatAgo(String(row.seen)) : '—'),
        }}
        rowLabel={(row) => String(row.name ?? row.id)}
        onOpen={(row) => change({ open: Number(row.id) })}
      />
      {open && <UserSheet id={open} onClose={() => change({ open: null, do: null })} />}
    </AdminPageBody>
  );
}

export const page: Page = { Component: UsersPage };
