import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { importRows, type ImportRow, type ImportRun } from '#contract/bulk/bulk.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { api } from '#ui/base/platform/api.ts';
import { countedOf, toTheEnd } from '#ui/base/platform/query.ts';
import css from './RunRows.module.css';
import { layout } from '#ui/kit/layout.ts';

const PAGE_SIZE = 50;

const line: Column<ImportRow> = { id: 'line', header: 'Line', width: 90, cell: (row) => row.line ?? '—' };
const listing: Column<ImportRow> = {
  id: 'listing',
  header: 'Listing',
  cell: ({ dentistId, name }) =>
    dentistId ? <Link to={`/profile/${dentistId}`}>{name ?? `Listing ${dentistId}`}</Link> : name,
};
const changes: Column<ImportRow> = {
  id: 'changes',
  header: 'Changes',
  cell: (row) => <Changes row={row} />,
  words: (row) =>
    [
      ...row.changes.map(({ field, before, after }) => `${field}: ${formatValue(before)} → ${formatValue(after)}`),
      ...row.kept.map(
        ({ field, before, after }) => `${field}: ${formatValue(before)} kept; the file has ${formatValue(after)}`,
      ),
    ].join('\n'),
};
const columns = { new: [line, listing], changed: [line, listing, changes] };

export function RunRows({ run, outcome }: { run: ImportRun; outcome: 'new' | 'changed' }) {
  const [page, setPage] = useState(1);
  const { data } = useQuery({
    // The rows change with the status of the run.
    ...countedOf(importRows, { params: { id: String(run.id) }, query: { outcome, page: String(page) } }),
    queryKey: [`/api/admin/imports/${run.id}/rows`, outcome, page, run.status] as never,
    placeholderData: keepPreviousData,
  });
  if (!data) return <Skeleton height={120} />;
  const pages = Math.ceil(data.total / PAGE_SIZE);
  return (
    <div className={layout.tight}>
      <Table
        label={`${outcome === 'new' ? 'New' : 'Changed'} rows of import ${run.id}`}
        rows={data.items}
        columns={columns[outcome]}
        rowId={(row) => `${row.line ?? ''}-${row.dentistId ?? ''}`}
        allRows={() =>
          toTheEnd(
            (after) => api(importRows, { params: { id: String(run.id) }, query: { outcome, after } }),
            ({ line, dentistId }) => line ?? dentistId!,
          )
        }
      />
      {pages > 1 && (
        <div className={layout.row}>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span>
            Page {page} of {formatNumber(pages)}
          </span>
          <Button size="small" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </div>
  );
}

const formatValue = (value: string | null) => value ?? '(empty)';

function Changes({ row }: { row: ImportRow }) {
  return (
    <div className={layout.tight}>
      {row.changes.map(({ field, before, after }) => (
        <div key={field}>
          <strong>{field}</strong> <del className={css.before}>{formatValue(before)}</del>{' '}
          <ins className={css.after}>{formatValue(after)}</ins>
        </div>
      ))}
      {row.kept.map(({ field, before, after }) => (
        <div key={field} className={css.kept}>
          <strong>{field}</strong> stays “{formatValue(before)}” because an owner or staff edited it; the file has “
          {after}”.
        </div>
      ))}
    </div>
  );
}
