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

const PAGE = 20;

type Counts = 'rowsNew' | 'rowsChanged' | 'rowsSame' | 'rowsRefused';
const count = (header: string, of: Counts): Column<ImportRun> => ({
  id: of,
  header,
  align: 'end',
  cell: (run) => (run[of] == null ? '—' : formatNumber(run[of])),
  words: (run) => String(run[of] ?? ''),
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
  { id: 'who', header: 'Who', cell: ({ userName }) => userName },
  {
    id: 'state',
    header: 'State',
    cell: ({ status }) => <Badge tone={statusLabels[status].tone}>{statusLabels[status].label}</Badge>,
  },
  count('New', 'rowsNew'),
  count('Changed', 'rowsChanged'),
  count('Unchanged', 'rowsSame'),
  count('Refused', 'rowsRefused'),
];

/** There are as many as somebody has begun: pages by number are near enough. */
async function* everyRun() {
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
    ...countedOf(listImports, { query: { page: String(page), pageSize: String(PAGE) } }),
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
        {runs.isError && !data && (
          <LoadFailed title="The imports could not be loaded" heading="h3" compact query={runs} />
        )}
        {data?.total === 0 && (
          <EmptyState compact title="Nothing has been imported yet" heading="h3">
            Imports are listed here with what they changed, and can be taken back.
          </EmptyState>
        )}
        {data && data.total > 0 && (
          <Table
            label="Past imports"
            rows={data.items}
            columns={columns}
            rowId={({ id }) => String(id)}
            allRows={everyRun}
          />
        )}
        {data && data.total > PAGE && (
          <Pagination
            page={page}
            pages={Math.ceil(data.total / PAGE)}
            hrefFor={(to) => `/admin/imports?page=${to}`}
            label="Pages of imports"
          />
        )}
      </div>
    </div>
  );
}

export const page: Page = { Component: ImportsPage };
