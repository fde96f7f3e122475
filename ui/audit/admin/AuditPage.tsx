import { Head } from '#ui/app/Head.tsx';
import type { Page } from '#ui/app/page.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin-shell/AdminPageBody.tsx';
import { DataTable } from '#ui/admin-shell/table/DataTable.tsx';
import { useUrlState } from '#ui/admin-shell/use-url-state.ts';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { AuditSheet } from './AuditSheet.tsx';

const needed = ['action', 'about'];

function AuditPage() {
  const [search, change] = useUrlState();
  const open = Number(search.get('open')) || null;
  return (
    <AdminPageBody>
      <Head title="Audit log" noindex />
      <AdminPageHeader title="Audit Log" />
      <p className={layout.hint}>Every staff change and every export. Entries can't be changed or deleted.</p>
      <DataTable
        name="audit"
        label="Audit log"
        one="entry"
        many="entries"
        searchHint="Person, action, ID, or value..."
        needed={needed}
        cells={{
          when: (row) => formatLocalDateTime(String(row.when)),
          action: (row) => <span className={layout.code}>{String(row.action)}</span>,
        }}
        rowLabel={(row) => `${String(row.action)}, ${String(row.about)}`}
        onOpen={(row) => change({ open: Number(row.id) })}
        height="max(22rem, 100dvh - 17rem)"
      />
      {open && <AuditSheet key={open} id={open} onClose={() => change({ open: null })} />}
    </AdminPageBody>
  );
}

export const page: Page = { Component: AuditPage };
