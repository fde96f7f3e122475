import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatSort, parseSort, type FilterValues, type SortKey, type TableShape } from '#shared/tables/table-shape.ts';
import { useUrlState } from '../use-url-state.ts';

/** Separates the values of a filter in the URL. */
const SEPARATOR = '|';
export type Density = 'compact' | 'roomy';

/** The place where a page of the list begins. `at` counts the rows before it. */
export interface PagePosition {
  after?: string;
  before?: string;
  end?: '1';
  at: number;
}

const noPosition = { after: null, before: null, end: null, at: null };
/** The URL parameters that belong to a saved view, besides the filters. */
const viewParams = ['q', 'sort', 'columns', 'density'];

const none: readonly string[] = [];

/**
 * The view of a list: everything is in the URL, so that it survives a reload and can be sent to a colleague. `places` are
 * parameters that name the screen, such as a tab, and are saved with a view.
 */
export function useTableView(shape: TableShape, places: readonly string[] = none) {
  const [search, change] = useUrlState();
  const [, setSearch] = useSearchParams();
  const text = search.toString();
  return useMemo(() => {
    const params = new URLSearchParams(text);
    const columns = [...new Set(params.get('columns')?.split(','))].filter((id) => Object.hasOwn(shape.columns, id));
    const filters: FilterValues = Object.fromEntries(
      Object.keys(shape.filters).flatMap((id) => {
        const values = params.get(id)?.split(SEPARATOR).filter(Boolean) ?? [];
        return values.length > 0 ? [[id, values]] : [];
      }),
    );
    const sorts = parseSort(params.get('sort') ?? shape.defaultSort).filter(({ column }) =>
      Object.hasOwn(shape.columns, column),
    );
    const end = params.get('end') === '1' ? ('1' as const) : undefined;
    const position: PagePosition = {
      ...(params.get('after') ? { after: params.get('after')! } : {}),
      ...(params.get('before') ? { before: params.get('before')! } : {}),
      ...(end ? { end } : {}),
      at: Number(params.get('at')) || 0,
    };
    const viewNames = [...places, ...viewParams, ...Object.keys(shape.filters)];
    return {
      q: params.get('q') ?? '',
      columns: columns.length > 0 ? columns : [...shape.defaultColumns],
      filters,
      sorts,
      density: (params.get('density') === 'roomy' ? 'roomy' : 'compact') as Density,
      position,
      /** The parts of the URL that a saved view holds, in a fixed order. */
      search: new URLSearchParams(
        viewNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)!] as [string, string]] : [])),
      ).toString(),
      setFilter: (id: string, values: readonly string[] | null) =>
        change({ [id]: values?.join(SEPARATOR), ...noPosition }),
      clearFilters: () =>
        change({ q: null, ...Object.fromEntries(Object.keys(shape.filters).map((id) => [id, null])), ...noPosition }),
      setSorts: (next: readonly SortKey[]) => change({ sort: formatSort(next), ...noPosition }),
      setColumns: (next: readonly string[]) =>
        change({ columns: next.join() === shape.defaultColumns.join() ? null : next.join() }),
      setDensity: (density: Density) => change({ density: density === 'roomy' ? density : null }),
      setPosition: (next: PagePosition | null) =>
        change({ ...noPosition, ...next, at: next && next.at > 0 ? next.at : null }, { push: true }),
      applySearch: (saved: string) => setSearch(new URLSearchParams(saved), { preventScrollReset: true }),
    };
  }, [text, shape, places, change, setSearch]);
}
export type TableViewState = ReturnType<typeof useTableView>;
