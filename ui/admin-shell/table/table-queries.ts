import type { TableName } from '#contract/table-list.ts';
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

export const tablePath = (name: TableName): string => `/api/admin/tables/${name}`;
