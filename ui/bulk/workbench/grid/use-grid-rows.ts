import { keepPreviousData, useQueries, useQuery, type Query } from '@tanstack/react-query';
import { listGridRows, type GridRow, type ImportFile, type RowFilter } from '#contract/bulk/workbench.ts';
import type { Reply } from '#contract/endpoint.ts';
import { api } from '#ui/base/platform/api.ts';

export interface GridView {
  sort?: { column: string; descending: boolean };
  filter?: RowFilter;
}

const PAGE_ROWS = 100;
const isPlain = ({ sort, filter = {} }: GridView) => !sort && Object.keys(filter).length === 0;

function pageQuery(file: ImportFile, view: GridView, page: number) {
  const fields = file.columns.map(({ field }) => field).join('|');
  // A full page stays valid while the rest of the file is read.
  const rowsThen = isPlain(view) ? Math.min(file.rows, (page + 1) * PAGE_ROWS) : file.rows;
  return {
    queryKey: ['import-file-rows', file.id, file.version, fields, view, rowsThen, page],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api(
        listGridRows,
        { params: { id: String(file.id) }, body: { from: page * PAGE_ROWS, count: PAGE_ROWS, ...view } },
        { signal },
      ),
    gcTime: 60_000,
  };
}

/** The number of rows in a view. */
export function useRowCount(file: ImportFile, view: GridView): { total: number; isPending: boolean } {
  const { data, isPending } = useQuery({ ...pageQuery(file, view, 0), placeholderData: keepPreviousData });
  return { total: isPlain(view) ? file.rows : (data?.total ?? 0), isPending };
}

/** The rows of a window, from pages that stay cached until the file or the view changes. */
export function useGridRows(file: ImportFile, view: GridView, from: number, to: number) {
  const pages: number[] = [];
  for (let page = Math.floor(from / PAGE_ROWS); page <= Math.floor(to / PAGE_ROWS); page++) pages.push(page);
  const results = useQueries({
    queries: pages.map((page) => ({
      ...pageQuery(file, view, page),
      // The old rows stay until the new ones arrive, but never at another place of the file.
      placeholderData: (old: Reply<typeof listGridRows> | undefined, query: Query | undefined) =>
        query?.queryKey.at(-1) === page ? old : undefined,
    })),
  });
  const rowAt = (index: number): GridRow | undefined => {
    const page = Math.floor(index / PAGE_ROWS);
    return results[pages.indexOf(page)]?.data?.rows[index - page * PAGE_ROWS];
  };
  return { rowAt, isStale: results.some(({ isPlaceholderData }) => isPlaceholderData) };
}
