import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { importRows, type ImportRow, type ImportRun } from '#contract/bulk.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { api } from '#ui/platform/api.ts';
import { countedOf, toTheEnd } from '#ui/platform/query.ts';
import css from '../Bulk.module.css';

const PAGE = 50;

const line: Column<ImportRow> = { id: 'line', header: 'Line', width: 90, cell: (row) => row.line ?? '—' };
const listing: Column<ImportRow> = {
  id: 'listing',
  header: 'Listing',
  cell: ({ dentistId, name }) =>
    dentistId ? <Link to={`/profile/${dentistId}`}>{name ?? `Listing ${dentistId}`}</Link> : name,
};
const changes: Column<ImportRow> = {
  id: 'changes',
  header: 'What changes',
  cell: (row) => <Changes row={row} />,
  words: (row) =>
    [
      ...row.changes.map(({ field, before, after }) => `${field}: ${formatValue(before)} → ${formatValue(after)}`),
      ...row.kept.map(
        ({ field, before, after }) => `${field}: ${formatValue(before)} stays; the file says ${formatValue(after)}`,
      ),
    ].join('\n'),
};
const columns = { new: [line, listing], changed: [line, listing, changes] };

export function RunRows({ run, outcome }: { run: ImportRun; outcome: 'new' | 'changed' }) {
  const [page, setPage] = useState(1);
  const { data } = useQuery({
    // What a run did changes with its state.
    ...countedOf(importRows, { params: { id: String(run.id) }, query: { outcome, page: String(page) } }),
    queryKey: [`/api/admin/imports/${run.id}/rows`, outcome, page, run.status] as never,
    placeholderData: keepPreviousData,
  });
  if (!data) return <Skeleton height={120} />;
  const pages = Math.ceil(data.total / PAGE);
  return (
    <div className={css.tight}>
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
        <div className={css.pager}>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span className={css.number}>
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

const formatValue = (value: string | null) => value ?? 'nothing';

function Changes({ row }: { row: ImportRow }) {
  return (
    <div className={css.tight}>
      {row.changes.map(({ field, before, after }) => (
        <div key={field}>
          <strong>{field}</strong> <del className={css.before}>{formatValue(before)}</del>{' '}
          <ins className={css.after}>{formatValue(after)}</ins>
        </div>
      ))}
      {row.kept.map(({ field, before, after }) => (
        <div key={field} className={css.kept}>
          <strong>{field}</strong> stays “{formatValue(before)}”, as an owner or staff wrote it; the file says “{after}
          ”.
        </div>
      ))}
    </div>
  );
}
