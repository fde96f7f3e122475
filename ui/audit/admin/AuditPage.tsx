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
import { Link } from '#ui/kit/display/Link.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { Sheet } from '#ui/kit/overlays/Sheet.tsx';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { api } from '#ui/platform/api.ts';
import { countedOf, toTheEnd } from '#ui/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin-shell/AdminPageBody.tsx';
import { Toolbar } from '#ui/admin-shell/Toolbar.tsx';
import css from './AuditPage.module.css';
import { describeEntry, pathOfSubject } from './audit-sentence.ts';
import { Pager } from '#ui/admin-shell/Pager.tsx';
import { SavedFilters } from '#ui/admin-shell/SavedFilters.tsx';
import { SearchBox } from '#ui/admin-shell/SearchBox.tsx';
import { useUrlState } from '#ui/admin-shell/use-url-state.ts';

const filterNames = ['q', 'subject', 'from', 'to'];
const PAGE_SIZE = 100;
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
const formatValue = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 1) ?? '—');
const columns: Column<AuditEntry>[] = [
  { id: 'at', header: 'When', width: 220, cell: (row) => formatLocalDateTime(row.at) },
  { id: 'who', header: 'Who', width: 180, cell: (row) => row.actorName },
  {
    id: 'action',
    header: 'What',
    width: 320,
    cell: (row) => {
      const path = pathOfSubject(row);
      return path ? <Link to={path}>{describeEntry(row)}</Link> : describeEntry(row);
    },
  },
  { id: 'note', header: 'Note', cell: (row) => row.note ?? '' },
];

function AuditPage() {
  const [search, changeSearch] = useUrlState();
  const [entry, setEntry] = useState<AuditEntry | null>(null);
  const getParam = (name: string) => search.get(name) ?? undefined;
  const filter = {
    q: getParam('q'),
    subject: getParam('subject'),
    from: getParam('from'),
    to: getParam('to'),
    pageSize: String(PAGE_SIZE),
  } as const;
  const loadAllRows = () =>
    toTheEnd(
      (after) => api(listAudit, { query: { ...filter, after } }),
      ({ id }) => id,
    );
  const log = useQuery({
    ...countedOf(listAudit, { query: { ...filter, page: getParam('page') } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return (
    <AdminPageBody>
      <Head title="Audit log" noindex />
      <AdminPageHeader title="Audit Log" />
      <p className={layout.hint}>Every staff change and every export. Entries can't be changed or deleted.</p>
      <Toolbar>
        <SearchBox label="Search the audit log" placeholder="Person, action, ID, or value..." />
        <Select
          aria-label="About"
          placeholder="All subjects"
          value={getParam('subject') ?? ''}
          onChange={(event) => changeSearch({ subject: event.target.value, page: null })}
          options={subjects.map((value) => ({ value, label: value[0]!.toUpperCase() + value.slice(1) }))}
        />
        <div className={layout.pair}>
          <Field label="From">
            <Input
              type="date"
              value={getParam('from') ?? ''}
              onChange={(event) => changeSearch({ from: event.target.value, page: null })}
            />
          </Field>
          <Field label="To">
            <Input
              type="date"
              value={getParam('to') ?? ''}
              onChange={(event) => changeSearch({ to: event.target.value, page: null })}
            />
          </Field>
        </div>
        <SavedFilters names={filterNames} />
      </Toolbar>
      {log.isError ? (
        <LoadFailed title="We couldn't load the audit log" compact query={log} />
      ) : (
        <Table
          label="Audit log"
          rows={log.data?.items ?? []}
          columns={columns}
          allRows={loadAllRows}
          rowId={(row) => String(row.id)}
          loading={log.isFetching && !log.data}
          onOpen={setEntry}
          empty={<EmptyState title="No entries found" heading="h2" compact scene="search" />}
        />
      )}
      {log.data && <Pager total={log.data.total} pageSize={PAGE_SIZE} one="entry" many="entries" />}
      <Sheet
        open={entry !== null}
        onOpenChange={(isOpen) => !isOpen && setEntry(null)}
        title={entry ? describeEntry(entry) : ''}
        description={
          entry
            ? `${entry.actorName}${entry.actorEmail ? ` (${entry.actorEmail})` : ''}, ${formatLocalDateTime(entry.at)}`
            : ''
        }
      >
        {entry && (
          <div className={layout.stack} data-density="compact">
            <p className={layout.note}>{entry.action}</p>
            {entry.note && <p style={{ overflowWrap: 'anywhere' }}>{entry.note}</p>}
            {[...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])].map((name) => (
              <div key={name} className={layout.tight}>
                <h3>{name}</h3>
                {entry.before && name in entry.before && (
                  <pre className={css.pre}>− {formatValue(entry.before[name])}</pre>
                )}
                {entry.after && name in entry.after && (
                  <pre className={css.pre}>+ {formatValue(entry.after[name])}</pre>
                )}
              </div>
            ))}
          </div>
        )}
      </Sheet>
    </AdminPageBody>
  );
}

export const page: Page = { Component: AuditPage };
