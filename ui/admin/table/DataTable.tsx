import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { tableShapes, type TableName } from '#shared/tables/table-list.ts';
import { explainSort, type TableShape, type ColumnShape } from '#shared/tables/table-shape.ts';
import { countTable, saveTable, type TableRow } from '#contract/tables/tables.ts';
import { urlOf } from '#shared/url.ts';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import { useDownload } from '#ui/base/use-download.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Table, type Column, type Sort } from '#ui/kit/table/Table.tsx';
import { TableSaving } from '#ui/kit/table/table-csv.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useListedShortcuts, type ShortcutGroup } from '../shown-shortcuts.ts';
import { useMay } from '../use-may.ts';
import { useUrlState } from '../use-url-state.ts';
import { SearchBox } from '../SearchBox.tsx';
import { Toolbar } from '../Toolbar.tsx';
import { BulkBar } from './BulkBar.tsx';
import { BulkDialog, type BulkSelection } from './BulkDialog.tsx';
import { BulkProgress } from './BulkProgress.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import css from './DataTable.module.css';
import { AddFilter, FilterChips } from './FilterChips.tsx';
import { SavedViews } from './SavedViews.tsx';
import { filterBody, filterQuery, shownQuery, useTablePage } from './table-queries.ts';
import { TablePager } from './TablePager.tsx';
import { useTableView } from './use-table-view.ts';
import { formatDollars, formatNumber, formatShortLocalDate } from '#ui/kit/format.ts';

const tableShortcuts: ShortcutGroup = {
  name: 'This list',
  shortcuts: [
    ['J', 'Next row'],
    ['K', 'Previous row'],
    ['Enter', 'Open the row'],
    ['X', 'Select the row'],
    ['Shift J', 'Extend the selection down'],
    ['Shift K', 'Extend the selection up'],
    ['Ctrl A', 'Select the page'],
    ['Home', 'First row of the page'],
    ['End', 'Last row of the page'],
  ],
};

type CellValue = TableRow[string];

/** The text of a cell whose list draws nothing special for it. */
function cellText(kind: ColumnShape['kind'], value: CellValue | undefined): ReactNode {
  if (value === null || value === undefined || value === '') return '—';
  if (kind === 'time') return formatShortLocalDate(String(value));
  if (kind === 'money') return formatDollars(Number(value) / 100);
  if (kind === 'flag') return value === true ? 'Yes' : 'No';
  if (typeof value === 'number') return formatNumber(value);
  return String(value);
}

interface DataTableProps {
  name: TableName;
  label: string;
  /** The words for one row and for many, such as "listing" and "listings". */
  one: string;
  many: string;
  searchHint: string;
  /** Cells that show more than their text. */
  cells?: Record<string, (row: TableRow) => ReactNode>;
  /** The options of filters whose values are in the database. */
  choices?: Record<string, readonly (readonly [value: string, label: string])[]>;
  /** A column of buttons after the others. */
  rowActions?: { label: string; width: number; narrowWidth?: number; cell: (row: TableRow) => ReactNode };
  rowLabel: (row: TableRow) => string;
  onOpen?: (row: TableRow) => void;
  /** More that can be done with the selected rows. */
  selectionActions?: (ids: readonly number[], clear: () => void) => ReactNode;
  canSelect?: boolean;
  /** Says that an unfiltered list is empty. */
  emptyTitle?: string;
  emptyHint?: ReactNode;
  /** Columns that are read even if they are hidden. */
  needed?: readonly string[];
  /** The row that is open next to the list. */
  openId?: number | null;
  /** Parameters of the URL that name the screen, such as a tab. */
  places?: readonly string[];
  /** How soon to read the rows again, in milliseconds. */
  poll?: (rows: readonly TableRow[]) => number | false;
  height?: string;
}

/** Adds options to filters that have none in the shape. */
const addChoices = (shape: TableShape, choices: DataTableProps['choices']): TableShape =>
  choices
    ? {
        ...shape,
        filters: Object.fromEntries(
          Object.entries(shape.filters).map(([id, filter]) => [
            id,
            filter.kind === 'choice' && choices[id] ? { ...filter, options: choices[id] } : filter,
          ]),
        ),
      }
    : shape;

const nameOnly = ['name'];
const none: readonly string[] = [];
const defaultHeight = 'max(22rem, 100dvh - 14.5rem - var(--above, 0rem))';

/**
 * A list of the admin panel: sorted, filtered, and paged by the server, with the view in the URL. A list needs a shape in
 * the contract, a source next to its queries, and an entry in server/tables/registry.ts.
 */
export function DataTable(props: DataTableProps) {
  const { name, label, one, many, searchHint, cells = {}, rowActions, rowLabel, onOpen } = props;
  const { selectionActions, emptyTitle = `No ${many} found`, emptyHint, openId, places, poll } = props;
  const { height = defaultHeight } = props;
  const shape = addChoices(tableShapes[name], props.choices);
  // The name labels a row, even if its column is hidden.
  const { needed = 'name' in shape.columns ? nameOnly : none } = props;
  const view = useTableView(shape, places);
  const mayChange = useMay(shape.changing);
  const hasActions = Object.keys(shape.actions).length > 0 || selectionActions !== undefined;
  const canSelect = props.canSelect ?? (mayChange && hasActions);
  const mayExport = useMay('exports.download');
  const { saving, save } = useDownload();
  useListedShortcuts(tableShortcuts);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [isAll, setIsAll] = useState(false);
  const [action, setAction] = useState<string | null>(null);
  // In the URL, so that a reload keeps Undo at hand.
  const [search, changeUrl] = useUrlState();
  const changeId = Number(search.get('bulk')) || null;
  // A selection belongs to the rows that were shown when it was made.
  const viewKey = JSON.stringify([view.q, view.filters]);
  const [selectedIn, setSelectedIn] = useState(viewKey);
  if (selectedIn !== viewKey) {
    setSelectedIn(viewKey);
    setSelected([]);
    setIsAll(false);
  }
  const clear = () => {
    setSelected([]);
    setIsAll(false);
  };

  const params = { table: name };
  const page = useTablePage(name, view, needed, poll);
  const count = useQuery({
    ...queryOf(countTable, { params, query: filterQuery(view) }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const total = count.isPlaceholderData ? undefined : count.data?.total;

  const [firstColumn, ...afterFirst] = view.columns;
  const titleColumn = shape.phoneTitle && view.columns.includes(shape.phoneTitle) ? shape.phoneTitle : firstColumn;
  const otherColumns = titleColumn === firstColumn ? afterFirst : view.columns.filter((id) => id !== titleColumn);
  const shownOnPhones = otherColumns.filter((id) => shape.phoneColumns.includes(id));
  const phoneColumns = [titleColumn, ...(shownOnPhones.length > 0 ? shownOnPhones : otherColumns.slice(0, 3))];
  const columns: Column<TableRow>[] = view.columns.map((id) => {
    const { label: header, kind, width } = shape.columns[id]!;
    return {
      id,
      header,
      width,
      leads: id === titleColumn,
      // Without its header, the dash or "No" of an empty cell or flag would mean nothing.
      hiddenOnPhone: (row) => !phoneColumns.includes(id) || row[id] === null || row[id] === '' || row[id] === false,
      cell: (row) => cells[id]?.(row) ?? cellText(kind, row[id]),
      ...(kind === 'number' || kind === 'money' ? { align: 'end' as const } : {}),
      sortBy: (row: TableRow) => row[id],
    };
  });
  if (rowActions)
    columns.push({
      id: 'actions',
      header: rowActions.label,
      width: rowActions.width,
      cell: rowActions.cell,
      aside: rowActions.narrowWidth ?? rowActions.width,
    });

  const sortBy = (sorts: Sort[]) => {
    const next = sorts.map(({ id, desc }) => ({ column: id, desc }));
    const problem = explainSort(shape, next);
    if (problem === null) view.setSorts(next);
    else toast({ title: 'Not sorted', description: problem });
  };
  const rows = page.data?.rows ?? [];
  const selection: BulkSelection = isAll ? filterBody(view) : { ids: selected.map(Number) };
  const isFiltered = view.q !== '' || Object.keys(view.filters).some((id) => !shape.filters[id]!.hidden);
  return (
    <div className={css.list}>
      <Toolbar>
        <SearchBox label={`Search ${many}`} placeholder={searchHint} />
        <AddFilter shape={shape} view={view} />
        <ColumnMenu shape={shape} view={view} />
        <SavedViews name={name} view={view} />
        {mayExport && (
          <Button
            icon={<Download />}
            busy={saving !== null}
            aria-label={`Save these ${many} as CSV`}
            onClick={() => void save(name, urlOf(saveTable.path, params, shownQuery(view)), name)}
          >
            CSV
          </Button>
        )}
      </Toolbar>
      <FilterChips shape={shape} view={view} />
      {selected.length > 0 && canSelect && (
        <BulkBar
          {...{ shape, selected, isAll, total, many }}
          onSelectAll={() => setIsAll(true)}
          onClear={clear}
          onAction={setAction}
        >
          {!isAll && selectionActions?.(selected.map(Number), clear)}
        </BulkBar>
      )}
      {changeId !== null && (
        <BulkProgress key={changeId} id={changeId} {...{ one, many }} onClose={() => changeUrl({ bulk: null })} />
      )}
      {page.isError ? (
        <LoadFailed title={`We couldn't load the ${many}`} compact query={page} />
      ) : (
        <TableSaving value={null}>
          {canSelect && rows.length > 0 && (
            <Checkbox
              className={css.selectAll}
              label="Select all rows"
              checked={isAll || rows.every((row) => selected.includes(String(row.id)))}
              indeterminate={!isAll && selected.length > 0 && selected.length < rows.length}
              onChange={(event) => {
                setSelected(event.target.checked ? rows.map((row) => String(row.id)) : []);
                setIsAll(false);
              }}
            />
          )}
          <Table
            label={label}
            rows={rows}
            columns={columns}
            rowId={(row) => String(row.id)}
            rowLabel={rowLabel}
            loading={page.isPending || page.isPlaceholderData}
            height={height}
            className={view.density === 'compact' ? css.compact : css.roomy}
            virtual
            stacked
            pageKeys
            sorts={view.sorts.map(({ column, desc }) => ({ id: column, desc }))}
            onSortsChange={sortBy}
            {...(canSelect && {
              selected,
              onSelectedChange: (ids: string[]) => {
                setSelected(ids);
                setIsAll(false);
              },
            })}
            {...(onOpen && { onOpen })}
            openId={openId == null ? undefined : String(openId)}
            empty={
              <EmptyState
                title={isFiltered ? `No ${many} found` : emptyTitle}
                heading="h2"
                compact
                scene={isFiltered ? 'search' : 'done'}
              >
                {isFiltered ? 'Try fewer words, or remove a filter.' : emptyHint}
              </EmptyState>
            }
          />
        </TableSaving>
      )}
      {page.data && (
        <TablePager
          position={view.position}
          shown={rows.length}
          before={page.data.before}
          after={page.data.after}
          {...{ total, one, many }}
          onChange={view.setPosition}
        />
      )}
      {action && (
        <BulkDialog
          {...{ name, selection, one, many }}
          actionId={action}
          action={shape.actions[action]!}
          onClose={() => setAction(null)}
          onStarted={({ id }) => {
            changeUrl({ bulk: id });
            setAction(null);
            clear();
          }}
        />
      )}
    </div>
  );
}
