import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Select } from '#ui/kit/controls/Select.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { cx } from '#ui/kit/cx.ts';
import { formatNumber } from '#ui/kit/format.ts';
import type { ImportFile } from '#contract/bulk-workbench.ts';
import { ColumnHead } from './ColumnHead.tsx';
import { GridCell } from './GridCell.tsx';
import { useGridRows, type GridView } from './use-grid-rows.ts';
import css from './WorkbenchGrid.module.css';

const ROW_HEIGHT = 32;
/** Browsers limit the height of an element to about 17 million pixels. */
const SECTION_ROWS = 400_000;
const COLUMNS_SHOWN = 60;

interface WorkbenchGridProps {
  file: ImportFile;
  view: GridView;
  openColumn: string | null;
  onView: (view: GridView) => void;
  onMap: (index: number, field: string | null) => void;
  onOpenColumn: (column: string) => void;
  onEdit: (line: number, column: string, value: string) => void;
}

/** The rows of a file, of which only the visible ones exist. Columns without a field come first. */
export function WorkbenchGrid(props: WorkbenchGridProps) {
  const { file, view, openColumn, onView, onMap, onOpenColumn, onEdit } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [section, setSection] = useState(0);
  const [active, setActive] = useState({ row: 0, column: 0 });
  const [isEditing, setIsEditing] = useState(false);
  const order = useColumnOrder(file);
  const [range, setRange] = useState({ from: 0, to: 0 });
  const rows = useGridRows(file, view, range.from, range.to);
  const sections = Math.max(1, Math.ceil(rows.total / SECTION_ROWS));
  const start = Math.min(section, sections - 1) * SECTION_ROWS;
  const count = Math.min(SECTION_ROWS, rows.total - start);
  // oxlint-disable-next-line react/incompatible-library -- the compiler skips this component, as it should
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    onChange: (instance) => {
      const items = instance.getVirtualItems();
      const next = { from: start + (items[0]?.index ?? 0), to: start + (items.at(-1)?.index ?? 0) };
      setRange((current) => (current.from === next.from && current.to === next.to ? current : next));
    },
  });

  const move = (row: number, column: number) => {
    const next = {
      row: Math.min(count - 1, Math.max(0, active.row + row)),
      column: Math.min(order.length - 1, Math.max(0, active.column + column)),
    };
    setActive(next);
    virtualizer.scrollToIndex(next.row);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const steps: Record<string, [row: number, column: number]> = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      PageDown: [15, 0],
      PageUp: [-15, 0],
    };
    const step = steps[event.key];
    if (step) move(...step);
    else if (event.key === 'Enter' || event.key === 'F2') setIsEditing(true);
    else return;
    event.preventDefault();
  };
  const finishEdit = (line: number, column: string, value: string | null) => {
    setIsEditing(false);
    scroller.current?.focus();
    if (value !== null) onEdit(line, column, value);
  };
  const toggleSort = (column: string) => {
    const { sort, filter } = view;
    const isSame = sort?.column === column;
    const kept = filter ? { filter } : {};
    if (isSame && sort.descending) onView(kept);
    else onView({ ...kept, sort: { column, descending: isSame } });
  };
  const template = `4.5rem repeat(${order.length}, 12rem)`;
  return (
    <div className={css.frame}>
      <div
        ref={scroller}
        className={cx(css.scroller, rows.isStale && css.stale)}
        role="grid"
        aria-label={`Rows of ${file.name}`}
        aria-rowcount={rows.total + 1}
        aria-colcount={order.length + 1}
        aria-activedescendant={`cell-${active.row}-${active.column}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a grid takes the focus for its active cell
        tabIndex={0}
        onKeyDown={handleKey}
      >
        <div className={css.header} role="row" style={{ gridTemplateColumns: template }}>
          <div role="columnheader" className={css.lineHead}>
            Line
          </div>
          {order.map((index) => {
            const column = file.columns[index]!;
            const isSorted = view.sort?.column === column.header;
            return (
              <ColumnHead
                key={column.header}
                column={column}
                sort={isSorted ? (view.sort!.descending ? 'descending' : 'ascending') : null}
                isOpen={openColumn === column.header}
                locked={file.status !== 'ready'}
                onSort={() => toggleSort(column.header)}
                onMap={(field) => onMap(index, field)}
                onOpen={() => onOpenColumn(column.header)}
              />
            );
          })}
        </div>
        <div className={css.body} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows.rowAt(start + item.index);
            return (
              <div
                key={item.key}
                role="row"
                aria-rowindex={start + item.index + 2}
                className={cx(css.row, row?.broken != null && css.broken)}
                title={row?.broken ?? undefined}
                style={{ gridTemplateColumns: template, transform: `translateY(${item.start}px)` }}
              >
                <div role="rowheader" className={css.line}>
                  {row?.line ?? '…'}
                </div>
                {order.map((index, at) => {
                  const { header } = file.columns[index]!;
                  const isActive = active.row === item.index && active.column === at;
                  return (
                    <GridCell
                      key={header}
                      id={`cell-${item.index}-${at}`}
                      text={row?.cells[index] ?? ''}
                      problem={row?.problems.find(({ column }) => column === index)?.why}
                      isChanged={row?.changed.includes(index) ?? false}
                      isActive={isActive}
                      isEditing={isActive && isEditing && row !== undefined && row.broken === null}
                      onActivate={() => setActive({ row: item.index, column: at })}
                      onEdit={() => setIsEditing(true)}
                      onDone={(value) => row && finishEdit(row.line, header, value)}
                    />
                  );
                })}
              </div>
            );
          })}
        </div>
        {rows.total === 0 && !rows.isPending && <EmptyState compact heading="h3" title="No rows match" />}
      </div>
      {sections > 1 && (
        <Select
          aria-label="Section of the file"
          value={String(start / SECTION_ROWS)}
          options={Array.from({ length: sections }, (_, index) => ({
            value: String(index),
            label: `Rows ${formatNumber(index * SECTION_ROWS + 1)} to ${formatNumber(Math.min(rows.total, (index + 1) * SECTION_ROWS))}`,
          }))}
          onChange={(event) => {
            setSection(Number(event.target.value));
            virtualizer.scrollToIndex(0);
          }}
        />
      )}
    </div>
  );
}

/** The order when the file was opened, so that no column moves while the person maps it. New columns come last. */
function useColumnOrder(file: ImportFile): number[] {
  const key = `${file.id} ${file.format.headerLine ?? ''} ${file.format.delimiter ?? ''} ${file.format.sheet ?? ''} ${file.status === 'reading'}`;
  const [known, setKnown] = useState<{ key: string; names: string[] }>({ key: '', names: [] });
  let { names } = known;
  if (known.key !== key) {
    names = file.columns
      .toSorted((a, b) => Number(a.field !== null) - Number(b.field !== null))
      .map(({ header }) => header);
    setKnown({ key, names });
  }
  const indexByName = new Map(file.columns.map(({ header }, index) => [header, index]));
  const shown = names.flatMap((name) => indexByName.get(name) ?? []);
  const added = file.columns.flatMap(({ header }, index) => (names.includes(header) ? [] : [index]));
  return [...shown, ...added].slice(0, COLUMNS_SHOWN);
}
