import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { listAudit, type AuditEntry } from '#contract/audit.ts';
import { LoadFailed } from '#ui/app/LoadFailed.tsx';
import { Head } from '#ui/app/Head.tsx';
import type { Page } from '#ui/app/page.ts';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { Sheet } from '#ui/kit/overlays/Sheet.tsx';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { api } from '#ui/platform/api.ts';
import { countedOf, toTheEnd } from '#ui/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin-shell/AdminPageBody.tsx';
import { Toolbar } from '#ui/admin-shell/Toolbar.tsx';
import css from './AuditPage.module.css';
import { Pager } from '#ui/admin-shell/Pager.tsx';
import { SavedFilters } from '#ui/admin-shell/SavedFilters.tsx';
import { SearchBox } from '#ui/admin-shell/SearchBox.tsx';
import { useUrlState } from '#ui/admin-shell/use-url-state.ts';

const filters = ['q', 'subject', 'from', 'to'];
const PAGE = 100;
const subjects = [
  'article',
  'schedule',
  'generation',
  'brand',
  'claim',
  'listing',
  'user',
  'settings',
  'import',
  'export',
  'backup',
];
const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value, null, 1) ?? '—'));
const columns: Column<AuditEntry>[] = [
  { id: 'at', header: 'When', width: 220, cell: (row) => formatLocalDateTime(row.at) },
  { id: 'who', header: 'Who', width: 180, cell: (row) => row.actorName },
  { id: 'action', header: 'What', width: 200, cell: (row) => <span className={layout.code}>{row.action}</span> },
  { id: 'subject', header: 'About', width: 130, cell: (row) => [row.subject, row.subjectId].filter(Boolean).join(' ') },
  { id: 'note', header: 'Note', cell: (row) => row.note ?? '' },
];

function AuditPage() {
  const [search, change] = useUrlState();
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const of = (name: string) => search.get(name) ?? undefined;
  const wanted = {
    q: of('q'),
    subject: of('subject'),
    from: of('from'),
    to: of('to'),
    pageSize: String(PAGE),
  } as const;
  const allRows = () =>
    toTheEnd(
      (after) => api(listAudit, { query: { ...wanted, after } }),
      ({ id }) => id,
    );
  const log = useQuery({
    ...countedOf(listAudit, { query: { ...wanted, page: of('page') } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return (
    <AdminPageBody>
      <Head title="Audit log" noindex />
      <AdminPageHeader title="Audit Log" />
      <p className={layout.hint}>
        Every change made by staff and every export. Entries can be neither changed nor deleted.
      </p>
      <Toolbar>
        <SearchBox label="Search the audit log" placeholder="Person, action, id or value..." />
        <Select
          aria-label="About"
          placeholder="About anything"
          value={of('subject') ?? ''}
          onChange={(event) => change({ subject: event.target.value, page: null })}
          options={subjects.map((value) => ({ value, label: value[0]!.toUpperCase() + value.slice(1) }))}
        />
        <div className={layout.pair}>
          <Field label="From">
            <Input
              type="date"
              value={of('from') ?? ''}
              onChange={(event) => change({ from: event.target.value, page: null })}
            />
          </Field>
          <Field label="To">
            <Input
              type="date"
              value={of('to') ?? ''}
              onChange={(event) => change({ to: event.target.value, page: null })}
            />
          </Field>
        </div>
        <SavedFilters names={filters} />
      </Toolbar>
      {log.isError ? (
        <LoadFailed title="The audit log could not be loaded" compact query={log} />
      ) : (
        <Table
          label="Audit log"
          rows={log.data?.items ?? []}
          columns={columns}
          allRows={allRows}
          rowId={(row) => String(row.id)}
          loading={log.isFetching && !log.data}
          onOpen={setOpen}
          empty={<EmptyState title="No entries found" heading="h2" compact scene="search" />}
        />
      )}
      {log.data && <Pager total={log.data.total} pageSize={PAGE} one="entry" many="entries" />}
      <Sheet
        open={open !== null}
        onOpenChange={(is) => !is && setOpen(null)}
        title={open?.action ?? ''}
        description={
          open
            ? `${open.actorName}${open.actorEmail ? ` (${open.actorEmail})` : ''}, ${formatLocalDateTime(open.at)}`
            : ''
        }
      >
        {open && (
          <div className={layout.stack} data-density="compact">
            {open.note && <p style={{ overflowWrap: 'anywhere' }}>{open.note}</p>}
            {[...new Set([...Object.keys(open.before ?? {}), ...Object.keys(open.after ?? {})])].map((name) => (
              <div key={name} className={layout.tight}>
                <h3>{name}</h3>
                {open.before && name in open.before && <pre className={css.pre}>− {shown(open.before[name])}</pre>}
                {open.after && name in open.after && <pre className={css.pre}>+ {shown(open.after[name])}</pre>}
              </div>
            ))}
          </div>
        )}
      </Sheet>
    </AdminPageBody>
  );
}

export const page: Page = { Component: AuditPage };
