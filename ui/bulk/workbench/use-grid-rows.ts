import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { listGridRows, type GridRow, type ImportFile, type RowFilter } from '#contract/bulk-workbench.ts';
import { api } from '#ui/platform/api.ts';

export interface GridView {
  sort?: { column: string; descending: boolean };
  filter?: RowFilter;
}

const PAGE_ROWS = 100;

/** The rows of a window, from pages that stay cached until the file or the view changes. */
export function useGridRows(file: ImportFile, view: GridView, from: number, to: number) {
  const fields = file.columns.map(({ field }) => field).join('|');
  const viewKey = [
    'import-file-rows',
    file.id,
    file.version,
    fields,
    view,
    file.status === 'reading' ? file.rows : 'all',
  ];
  const pageQuery = (page: number) => ({
    queryKey: [...viewKey, page],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api(
        listGridRows,
        { params: { id: String(file.id) }, body: { from: page * PAGE_ROWS, count: PAGE_ROWS, ...view } },
        { signal },
      ),
    gcTime: 60_000,
  });
  const firstPage = useQuery({ ...pageQuery(0), placeholderData: keepPreviousData });
  const pages: number[] = [];
  for (let page = Math.floor(from / PAGE_ROWS); page <= Math.floor(to / PAGE_ROWS); page++) pages.push(page);
  const results = useQueries({
    queries: pages.map((page) => ({ ...pageQuery(page), placeholderData: keepPreviousData })),
  });
  const rowAt = (index: number): GridRow | undefined => {
    const page = Math.floor(index / PAGE_ROWS);
    return results[pages.indexOf(page)]?.data?.rows[index - page * PAGE_ROWS];
  };
  return {
    rowAt,
    total: firstPage.data?.total ?? 0,
    isPending: firstPage.isPending,
    isStale: firstPage.isPlaceholderData,
    error: firstPage.error,
  };
}
