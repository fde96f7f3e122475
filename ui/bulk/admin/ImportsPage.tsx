import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { listImports, type ImportRun } from '#contract/bulk.ts';
import { LoadFailed } from '#ui/app/LoadFailed.tsx';
import { Head } from '#ui/app/Head.tsx';
import type { Page } from '#ui/app/page.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Pagination } from '#ui/kit/table/Pagination.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatLocalDateTime, formatNumber, formatBytes } from '#ui/kit/format.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { api } from '#ui/platform/api.ts';
import { countedOf } from '#ui/platform/query.ts';
import css from '../Bulk.module.css';
import { DataTab } from './DataTab.tsx';
import { statusLabels } from '../format.ts';

const PAGE_SIZE = 20;

type CountField = 'rowsNew' | 'rowsChanged' | 'rowsSame' | 'rowsRefused';
const createCountColumn = (header: string, field: CountField): Column<ImportRun> => ({
  id: field,
  header,
  align: 'end',
  cell: (run) => (run[field] == null ? '—' : formatNumber(run[field])),
  words: (run) => String(run[field] ?? ''),
});
const columns: Column<ImportRun>[] = [
  {
    id: 'run',
    header: 'Run',
    width: 70,
    cell: ({ id }) => (
      <Link to={`/admin/imports/${id}`} aria-label={`Run ${id}`}>
        {id}
      </Link>
    ),
  },
  {
    id: 'file',
    header: 'File',
    cell: ({ fileName, fileBytes }) => (
      <>
        {fileName} <span className={css.muted}>{formatBytes(fileBytes)}</span>
      </>
    ),
  },
  { id: 'when', header: 'When', cell: ({ createdAt }) => formatLocalDateTime(createdAt) },
  { id: 'who', header: 'Started by', cell: ({ userName }) => userName },
  {
    id: 'state',
    header: 'Status',
    cell: ({ status }) => <Badge tone={statusLabels[status].tone}>{statusLabels[status].label}</Badge>,
  },
  createCountColumn('New', 'rowsNew'),
  createCountColumn('Changed', 'rowsChanged'),
  createCountColumn('Unchanged', 'rowsSame'),
  createCountColumn('Refused', 'rowsRefused'),
];

/** Lists all runs for the table's export. Page numbers are precise enough, because imports start rarely. */
async function* listAllRuns() {
  for (let page = 1; ; page++) {
    const { items, total } = await api.counted(listImports, { query: { page: String(page), pageSize: '100' } });
    yield items;
    if (page * 100 >= total) return;
  }
}

function ImportsPage() {
  const [search] = useSearchParams();
  const page = Math.max(1, Math.floor(Number(search.get('page'))) || 1);
  const runs = useQuery({
    ...countedOf(listImports, { query: { page: String(page), pageSize: String(PAGE_SIZE) } }),
    refetchInterval: ({ state }) => (state.data?.items.some(({ status }) => status === 'running') ? 1500 : false),
  });
  const { data } = runs;
  return (
    <div className={css.page}>
      <Head title="Imports" noindex />
      <h1 className={css.pageTitle}>Imports</h1>
      <DataTab past={false} />
      <div className={css.tight}>
        <h2 className={css.title}>Past imports</h2>
        {runs.isPending && <Skeleton height={160} />}
        {runs.isError && !data && <LoadFailed title="We couldn’t load the imports" heading="h3" compact query={runs} />}
        {data?.total === 0 && (
          <EmptyState compact title="No imports yet" heading="h3">
            You’ll see every import and its changes here. You can undo any import.
          </EmptyState>
        )}
        {data && data.total > 0 && (
          <Table
            label="Past imports"
            rows={data.items}
            columns={columns}
            rowId={({ id }) => String(id)}
            allRows={listAllRuns}
          />
        )}
        {data && data.total > PAGE_SIZE && (
          <Pagination
            page={page}
            pages={Math.ceil(data.total / PAGE_SIZE)}
            hrefFor={(to) => `/admin/imports?page=${to}`}
            label="Pages of imports"
          />
        )}
      </div>
    </div>
  );
}

export const page: Page = { Component: ImportsPage };
