import {
  createSortedRowModel,
  functionalUpdate,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';

const features = tableFeatures({
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

export interface Column<Row extends RowData> {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** The text in a saved table, for cells that aren't plain text. */
  words?: (row: Row) => string;
  /** Makes the column sortable. Unknown values are last in both directions. */
  sortBy?: (row: Row) => string | number | Date | boolean | null | undefined;
  align?: 'start' | 'end';
  /** Phones leave this column out of the rows of a stacked table, or of those that have nothing to show in it. */
  hiddenOnPhone?: boolean | ((row: Row) => boolean);
  /** Phones show this column above the others, in place of the first one. */
  leads?: boolean;
  width?: number | string;
  /** For buttons, which stand at the end of both lines in a narrow box: their width there. */
  aside?: number;
}

export interface Sort {
  id: string;
  desc: boolean;
}

export interface TableModelProps<Row extends RowData> {
  /** Keep rows and columns stable between renders, because a new array resets the table. */
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** With onSortChange, the owner sorts, usually the server. Without it, the table does. */
  sort?: Sort | null;
  defaultSort?: Sort;
  onSortChange?: (sort: Sort | null) => void;
  /** Like `sort`, for several columns: a click with Shift adds one. */
  sorts?: readonly Sort[];
  onSortsChange?: (sorts: Sort[]) => void;
  /** Ids of the selected rows. Rows are selectable if onSelectedChange is set. */
  selected?: readonly string[];
  onSelectedChange?: (ids: string[]) => void;
}

const words = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return words.compare(a, b);
  return Number(a) - Number(b);
}

export function useModel<Row extends RowData>(props: TableModelProps<Row>) {
  const { rows, columns, rowId, sort, defaultSort, onSortChange, selected, onSelectedChange } = props;
  const { sorts, onSortsChange } = props;
  const isManual = onSortChange !== undefined || onSortsChange !== undefined;
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, Row> => ({
        id: column.id,
        accessorFn: (row) => column.sortBy?.(row) ?? undefined,
        enableSorting: column.sortBy !== undefined,
        sortUndefined: 'last',
        ...(isManual && { sortDescFirst: false }),
        sortFn: (a, b, id) => compareValues(a.getValue(id), b.getValue(id)),
      })),
    [columns, isManual],
  );
  const sorting = useMemo(() => (sorts ? [...sorts] : sort ? [sort] : []), [sort, sorts]);
  const rowSelection = useMemo(
    () => Object.fromEntries((selected ?? []).map((id): [string, true] => [id, true])),
    [selected],
  );
  return useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    enableMultiSort: onSortsChange !== undefined,
    maxMultiSortColCount: 3,
    enableRowSelection: onSelectedChange !== undefined,
    initialState: { sorting: defaultSort ? [defaultSort] : [] },
    state: { rowSelection, ...(isManual && { sorting }) },
    onRowSelectionChange: (updater) => onSelectedChange?.(Object.keys(functionalUpdate(updater, rowSelection))),
    ...(isManual && {
      manualSorting: true,
      onSortingChange: (updater) => {
        const next = functionalUpdate(updater, sorting);
        onSortChange?.(next[0] ?? null);
        onSortsChange?.(next);
      },
    }),
  });
}
