import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TableName } from '#shared/tables/table-list.ts';
import { formatSort } from '#shared/tables/table-shape.ts';
import { readTable, type TableRow } from '#contract/tables/tables.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import type { TableViewState } from './use-table-view.ts';

const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The filters of a view as the calls take them. */
export function filterQuery({ q, filters }: Pick<TableViewState, 'q' | 'filters'>) {
  const usesDays = Object.values(filters).some(([value]) => value?.includes('..'));
  return {
    ...(q ? { q } : {}),
    ...(Object.keys(filters).length > 0 ? { filters: JSON.stringify(filters) } : {}),
    ...(usesDays ? { zone: zone() } : {}),
  };
}

/** The same for a change of all matching rows. */
export function filterBody({ q, filters }: Pick<TableViewState, 'q' | 'filters'>) {
  return {
    ...(q ? { q } : {}),
    filters: Object.fromEntries(Object.entries(filters).map(([id, values]) => [id, [...values]])),
    zone: zone(),
  };
}

/** The columns, filters, and order of a view as the calls take them. */
export const shownQuery = (view: TableViewState) => ({
  ...filterQuery(view),
  columns: view.columns.join(','),
  ...(view.sorts.length > 0 ? { sort: formatSort(view.sorts) } : {}),
});

/** The page of rows that a view shows. `needed` columns are read even if they are hidden. */
export function useTablePage(
  name: TableName,
  view: TableViewState,
  needed: readonly string[],
  poll: (rows: readonly TableRow[]) => number | false = () => false,
) {
  const { at: _at, ...position } = view.position;
  const columns = [...new Set([...view.columns, ...needed])].join(',');
  return useQuery({
    ...queryOf(readTable, { params: { table: name }, query: { ...shownQuery(view), columns, ...position } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => poll(state.data?.rows ?? []),
  });
}
