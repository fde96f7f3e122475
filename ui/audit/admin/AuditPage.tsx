import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { useUrlState } from '#ui/admin/use-url-state.ts';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import type { TableRow } from '#contract/tables/tables.ts';
import { describeEntry, pathOfSubject } from './audit-sentence.ts';
import { AuditSheet } from './AuditSheet.tsx';

const needed = ['action', 'about', 'name'];

function entryOf(row: TableRow) {
  const [, subject = '', subjectId = null] = /^(.+?)(?: (\d+))?$/.exec(String(row.about)) ?? [];
  return { action: String(row.action), subject, subjectId, subjectName: row.name ? String(row.name) : null };
}

function Sentence({ row }: { row: TableRow }) {
  const entry = entryOf(row);
  const path = pathOfSubject(entry);
  return path ? <Link to={path}>{describeEntry(entry)}</Link> : describeEntry(entry);
}

function AuditPage() {
  const [search, change] = useUrlState();
  const open = Number(search.get('open')) || null;
  return (
    <AdminPageBody>
      <Head title="Audit log" noindex />
      <AdminPageHeader title="Audit log" />
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
          action: (row) => <Sentence row={row} />,
        }}
        rowLabel={(row) => describeEntry(entryOf(row))}
        onOpen={(row) => change({ open: Number(row.id) })}
        height="max(22rem, 100dvh - 17rem - var(--above, 0rem))"
      />
      {open && <AuditSheet key={open} id={open} onClose={() => change({ open: null })} />}
    </AdminPageBody>
  );
}

export const page: Page = { Component: AuditPage };
