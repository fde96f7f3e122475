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
import { usePlatform } from '#ui/platform/platform.ts';
import { countedOf } from '#ui/platform/query.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin-shell/AdminPageBody.tsx';
import { ImportQueue } from '../queue/ImportQueue.tsx';
import { WatchedFolderCard } from '../queue/WatchedFolderCard.tsx';
import { DataTab } from './DataTab.tsx';
import { statusLabels } from '../format.ts';
import { layout } from '#ui/kit/layout.ts';

const PAGE_SIZE = 20;

type CountField = 'rowsNew' | 'rowsChanged' | 'rowsSame' | 'rowsRefused';
const countColumn = (header: string, field: CountField): Column<ImportRun> => ({
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
        {fileName} <span className={layout.hint}>{formatBytes(fileBytes)}</span>
      </>
    ),
  },
  { id: 'when', header: 'When', cell: ({ createdAt }) => formatLocalDateTime(createdAt) },
  { id: 'who', header: 'Who', cell: ({ userName }) => userName },
  {
    id: 'state',
    header: 'State',
    cell: ({ status }) => <Badge tone={statusLabels[status].tone}>{statusLabels[status].label}</Badge>,
  },
  countColumn('New', 'rowsNew'),
  countColumn('Changed', 'rowsChanged'),
  countColumn('Unchanged', 'rowsSame'),
  countColumn('Refused', 'rowsRefused'),
];

/** Loads numbered pages, because runs are few and rarely change. */
async function* loadAllRuns() {
  for (let page = 1; ; page++) {
    const { items, total } = await api.counted(listImports, { query: { page: String(page), pageSize: '100' } });
    yield items;
    if (page * 100 >= total) return;
  }
}

function ImportsPage() {
  const [search] = useSearchParams();
  // The console has its own page for new imports.
  const { staffConsole } = usePlatform();
  const page = Math.max(1, Math.floor(Number(search.get('page'))) || 1);
  const runs = useQuery({
    ...countedOf(listImports, { query: { page: String(page), pageSize: String(PAGE_SIZE) } }),
    refetchInterval: ({ state }) => (state.data?.items.some(({ status }) => status === 'running') ? 1500 : false),
  });
  const { data } = runs;
  return (
    <AdminPageBody>
      <Head title="Imports" noindex />
      <AdminPageHeader title="Imports" />
      {!staffConsole && <DataTab linksToPastImports={false} />}
      {staffConsole && <ImportQueue />}
      <WatchedFolderCard />
      <div className={layout.tight}>
        <h2>Past imports</h2>
        {runs.isPending && <Skeleton height={160} />}
        {runs.isError && !data && <LoadFailed title="We couldn't load the imports" heading="h3" compact query={runs} />}
        {data?.total === 0 && (
          <EmptyState compact title="No imports yet" heading="h3">
            Your imports and their changes are listed here, and you can undo them.
          </EmptyState>
        )}
        {data && data.total > 0 && (
          <Table
            label="Past imports"
            rows={data.items}
            columns={columns}
            rowId={({ id }) => String(id)}
            allRows={loadAllRuns}
          />
        )}
        {data && data.total > PAGE_SIZE && (
          <Pagination
            page={page}
            pages={Math.ceil(data.total / PAGE_SIZE)}
            hrefFor={(number) => `/admin/imports?page=${number}`}
            label="Pages of imports"
          />
        )}
      </div>
    </AdminPageBody>
  );
}

export const page: Page = { Component: ImportsPage };
