import type { RowData } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import { use, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { Checkbox } from '../controls/Checkbox.tsx';
import { cx } from '../cx.ts';
import { EmptyState } from '../display/EmptyState.tsx';
import { Skeleton } from '../display/Skeleton.tsx';
import css from './Table.module.css';
import { useRowKeys } from './table-keys.ts';
import { tableCsv, TableSaving } from './table-csv.ts';
import { useModel, type Column, type TableModelProps } from './table-model.ts';

export type { Column, Sort } from './table-model.ts';

/** The row height of a compact table, until the token has been read. */
const DENSE = 36;

export interface TableProps<Row extends RowData> extends TableModelProps<Row> {
  /** The label for screen readers. */
  label: string;
  /** Keeps existing rows; without any, shows skeletons of the same height. */
  loading?: boolean;
  loadingRows?: number;
  empty?: ReactNode;
  /** Height of the scroll container. Without it, the table is as tall as its rows. */
  height?: number | string;
  /** Renders only the visible rows. Needs a height, and all rows have the height of the row token. */
  virtual?: boolean;
  onOpen?: (row: Row) => void;
  rowLabel?: (row: Row) => string;
  /** Yields all rows in batches, for saving the table when `rows` is one page. */
  allRows?: () => AsyncIterable<readonly Row[]>;
  /** In a narrow box, each row has two lines: the first column above the others. */
  stacked?: boolean;
  /** J, K, and X work wherever the focus is. For the one table of a page. */
  pageKeys?: boolean;
  /** The row that is open next to the table. J and K then open the next and the previous one. */
  openId?: string | undefined;
  className?: string;
}

export function Table<Row extends RowData>(props: TableProps<Row>) {
  const { label, columns, loading = false, loadingRows = 8, empty, height, virtual = false } = props;
  const { onOpen, rowLabel, stacked = false, pageKeys = false, openId, className } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const [rowHeight, setRowHeight] = useState(DENSE);
  const saving = use(TableSaving);
  const table = useModel(props);
  const selectable = props.onSelectedChange !== undefined;
  const rows = table.getRowModel().rows;
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoised or handed to memoised children
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: virtual,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroll.current,
    initialRect: { width: 800, height: typeof height === 'number' ? height : 600 },
    overscan: 12,
  });
  // The token depends on the density and on touch.
  useLayoutEffect(() => {
    const box = scroll.current;
    if (!virtual || !box) return undefined;
    const readHeight = () => setRowHeight(Number.parseFloat(getComputedStyle(box).getPropertyValue('--row')) || DENSE);
    readHeight();
    virtualizer.measure();
    addEventListener('resize', readHeight);
    // Its box becomes narrow when something opens next to it.
    const observer = 'ResizeObserver' in globalThis ? new ResizeObserver(readHeight) : null;
    observer?.observe(box);
    return () => {
      removeEventListener('resize', readHeight);
      observer?.disconnect();
    };
  }, [virtual, virtualizer, rowHeight, className]);
  const keys = useRowKeys({
    table,
    scroll,
    selectable,
    onOpen,
    show: (index) => virtual && virtualizer.scrollToIndex(index),
    onPage: pageKeys,
    openIndex: openId === undefined ? -1 : rows.findIndex((row) => row.id === openId),
  });
  const items = virtualizer.getVirtualItems();
  const shown = virtual ? items.flatMap((item) => rows[item.index] ?? []) : rows;
  const first = virtual ? (items[0]?.index ?? 0) : 0;
  const before = virtual ? (items[0]?.start ?? 0) : 0;
  const after = virtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  const width = columns.length + (selectable ? 1 : 0);
  const focusable = selectable || onOpen !== undefined;
  const waiting = loading && rows.length === 0;
  // Keeps fixed-layout columns readable on a phone.
  const least = columns.reduce(
    (sum, one) => sum + (typeof one.width === 'number' ? one.width : 160),
    selectable ? 44 : 0,
  );

  const aside = columns.find((column) => column.aside)?.aside;
  const leader = columns.find((column) => column.leads) ?? columns[0];
  const isHidden = ({ hiddenOnPhone = false }: Column<Row>, row: Row) =>
    typeof hiddenOnPhone === 'function' ? hiddenOnPhone(row) : hiddenOnPhone;

  const box = (
    <div
      ref={scroll}
      className={cx(css.scroll, stacked && css.stacked, !loading && rows.length === 0 && css.empty, className)}
      style={{ height: waiting ? height : undefined, maxHeight: height, ...(aside && { '--aside': `${aside}px` }) }}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
      tabIndex={focusable && rows.length > 0 ? undefined : 0}
    >
      {loading && <div className={css.bar} />}
      <table
        className={cx(css.table, virtual && css.fixed, loading && !waiting && css.stale)}
        style={virtual ? { '--size': `${least}px` } : undefined}
        role={focusable ? 'grid' : undefined}
        aria-label={label}
        aria-busy={loading || undefined}
        aria-rowcount={virtual ? rows.length + 1 : undefined}
        aria-multiselectable={selectable || undefined}
      >
        <thead>
          <tr>
            {selectable && (
              <th className={css.check} scope="col">
                <Checkbox
                  aria-label="Select all rows"
                  checked={rows.length > 0 && table.getIsAllRowsSelected()}
                  indeterminate={table.getIsSomeRowsSelected()}
                  disabled={rows.length === 0}
                  onChange={table.getToggleAllRowsSelectedHandler()}
                />
              </th>
            )}
            {table.getFlatHeaders().map((header) => {
              const column = columns.find(({ id }) => id === header.column.id);
              const sorted = header.column.getIsSorted();
              return (
                <th
                  key={header.id}
                  scope="col"
                  className={column?.align === 'end' ? css.end : undefined}
                  style={{ width: column?.width }}
                  aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
                >
                  {header.column.getCanSort() ? (
                    <button type="button" className={css.sort} onClick={header.column.getToggleSortingHandler()}>
                      {column?.header}
                      <svg viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="1.75" aria-hidden="true">
                        <path d="M6 10V2M2.5 5.5 6 2l3.5 3.5" strokeLinecap="round" strokeLinejoin="round" />
                      </svg>
                      {props.sorts && props.sorts.length > 1 && sorted && (
                        <span className={css.place}>{header.column.getSortIndex() + 1}</span>
                      )}
                    </button>
                  ) : (
                    column?.header
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Spacer height={before} width={width} />}
          {shown.map((row, offset) => {
            const index = first + offset;
            return (
              <tr
                key={row.id}
                className={cx(css.row, onOpen && css.opens)}
                aria-selected={selectable ? row.getIsSelected() : undefined}
                aria-current={row.id === openId ? 'true' : undefined}
                aria-rowindex={virtual ? index + 2 : undefined}
                role={stacked ? 'row' : undefined}
                style={virtual ? { height: rowHeight } : undefined}
                {...(focusable && keys.row(index))}
              >
                {selectable && (
                  <td className={css.check} role={stacked ? 'gridcell' : undefined}>
                    <Checkbox
                      aria-label={rowLabel ? `Select ${rowLabel(row.original)}` : `Select row ${index + 1}`}
                      tabIndex={-1}
                      checked={row.getIsSelected()}
                      onChange={row.getToggleSelectedHandler()}
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <td
                    key={column.id}
                    className={cx(
                      column.align === 'end' && css.end,
                      column === leader ? css.lead : isHidden(column, row.original) && css.wideOnly,
                      column.aside !== undefined && css.aside,
                    )}
                    role={stacked ? 'gridcell' : undefined}
                  >
                    {column.cell(row.original)}
                  </td>
                ))}
              </tr>
            );
          })}
          {after > 0 && <Spacer height={after} width={width} />}
          {waiting &&
            Array.from({ length: loadingRows }, (_, index) => (
              <tr key={index}>
                {Array.from({ length: width }, (_cell, place) => (
                  <td key={place}>
                    <Skeleton width={place === 0 && selectable ? 20 : `${55 + ((index * 7 + place * 13) % 35)}%`} />
                  </td>
                ))}
              </tr>
            ))}
          {!loading && rows.length === 0 && (
            <tr>
              <td colSpan={width} className={css.blank}>
                {empty ?? <EmptyState title="Nothing here yet" heading="h3" compact />}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
  return saving && props.rows.length > 0 ? (
    <div className={css.saved}>
      {box}
      <SaveTable {...props} />
    </div>
  ) : (
    box
  );
}

type Saved<Row extends RowData> = Pick<TableProps<Row>, 'label' | 'columns' | 'rows' | 'allRows'>;

/** Saves the table as a file, if the host can. */
export function SaveTable<Row extends RowData>({ label, columns, rows, allRows }: Saved<Row>) {
  const save = use(TableSaving);
  const [busy, setBusy] = useState(false);
  if (!save) return null;
  const saveAll = async () => {
    setBusy(true);
    await save(label, tableCsv(columns, allRows ? allRows() : [rows])).finally(() => setBusy(false));
  };
  return (
    <div>
      <Button
        size="small"
        variant="quiet"
        busy={busy}
        aria-label={`Save “${label}” as CSV…`}
        onClick={() => void saveAll()}
      >
        Save as CSV…
      </Button>
    </div>
  );
}

const Spacer = ({ height, width }: { height: number; width: number }) => (
  <tr className={css.spacer} style={{ '--gap': `${height}px` }} aria-hidden="true">
    {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a spacer for the rows that are not rendered */}
    <td colSpan={width} />
  </tr>
);
