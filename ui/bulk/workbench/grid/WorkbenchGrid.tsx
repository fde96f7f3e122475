import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type KeyboardEvent, useEffect, type RefObject } from 'react';
import type { ImportFile } from '#contract/bulk/workbench.ts';
import { useListedShortcuts, type ShortcutGroup } from '#ui/admin/shown-shortcuts.ts';
import { Select } from '#ui/kit/controls/Select.tsx';
import { cx } from '#ui/kit/cx.ts';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { GridHeader } from './GridHeader.tsx';
import { GridLine } from './GridLine.tsx';
import { useGridRows, useRowCount, type GridView } from './use-grid-rows.ts';
import { useKept } from '../use-kept.ts';
import css from './WorkbenchGrid.module.css';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { layout } from '#ui/kit/layout.ts';

/** A reference that never changes to a value that does, so that memoized parts don't render again for new callbacks. */
function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

interface KeptEditProps {
  line: number;
  column: string;
  text: string;
  onApply: () => void;
  onDiscard: () => void;
}

/** A cell that someone was typing in when the page went away. */
function KeptEdit({ line, column, text, onApply, onDiscard }: KeptEditProps) {
  return (
    <Callout tone="info" announce>
      <div className={layout.row}>
        <span>
          You were changing {column} on line {line} to “{text}.”
        </span>
        <Button size="small" variant="primary" onClick={onApply}>
          Change the cell
        </Button>
        <Button size="small" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Callout>
  );
}

const gridShortcuts: ShortcutGroup = {
  name: 'Rows of the file',
  shortcuts: [
    ['↑', 'Cell above'],
    ['↓', 'Cell below'],
    ['←', 'Previous column'],
    ['→', 'Next column'],
    ['Enter', 'Edit the cell'],
    ['Home', 'First column'],
    ['End', 'Last column'],
  ],
};

const ROW_HEIGHT = 32;
const COLUMN_WIDTH = 192;
const LINE_WIDTH = 72;
/** Browsers limit the height of an element to about 17 million pixels. */
const SECTION_ROWS = 400_000;
/** The left edge of a column on screen. */
const leftOf = (at: number) => LINE_WIDTH + at * COLUMN_WIDTH;
const EVERYTHING: GridView = {};
const NO_EDIT = { line: 0, column: '', text: '' };

interface WorkbenchGridProps {
  file: ImportFile;
  view: GridView;
  openColumn: string | null;
  onView: (view: GridView) => void;
  onMap: (index: number, field: string | null) => void;
  onOpenColumn: (column: string) => void;
  onEdit: (line: number, column: string, value: string) => void;
}

/** The rows of a file, of which only the visible cells exist. Columns without a field come first. */
export function WorkbenchGrid(props: WorkbenchGridProps) {
  const { file, openColumn, onView, onMap, onOpenColumn, onEdit } = props;
  // A sorted view would be computed again for each part of the file that arrives.
  const view = file.status === 'ready' ? props.view : EVERYTHING;
  const scroller = useRef<HTMLDivElement>(null);
  const [section, setSection] = useState(0);
  const [active, setActive] = useState({ row: 0, column: 0 });
  const [isEditing, setIsEditing] = useState(false);
  const [keptEdit, keepEdit] = useKept(`import ${file.id} cell`, NO_EDIT);
  const order = useColumnOrder(file);
  const { total, isPending } = useRowCount(file, view);
  const sections = Math.max(1, Math.ceil(total / SECTION_ROWS));
  const start = Math.min(section, sections - 1) * SECTION_ROWS;
  const count = Math.min(SECTION_ROWS, total - start);
  const shared = { getScrollElement: () => scroller.current };
  // oxlint-disable-next-line react/incompatible-library -- nothing that this component returns is memoized by a compiler
  const rowsShown = useVirtualizer({ ...shared, count, estimateSize: () => ROW_HEIGHT, overscan: 4 });
  const columnsShown = useVirtualizer({
    ...shared,
    horizontal: true,
    count: order.length,
    estimateSize: () => COLUMN_WIDTH,
    scrollPaddingStart: LINE_WIDTH,
    overscan: 1,
  });
  const items = rowsShown.getVirtualItems();
  // A row that leaves passes its elements on to one that comes, because new ones take longer. So there are as many keys
  // as rows on screen.
  const [lines, setLines] = useState(0);
  if (items.length > lines) setLines(items.length);
  const columnItems = columnsShown.getVirtualItems();
  const [from, to] = [columnItems[0]?.index ?? 0, columnItems.at(-1)?.index ?? 0];
  useListedShortcuts(gridShortcuts);
  const rows = useGridRows(file, view, start + (items[0]?.index ?? 0), start + (items.at(-1)?.index ?? 0));

  const move = (row: number, column: number) => {
    const next = {
      row: Math.min(count - 1, Math.max(0, active.row + row)),
      column: Math.min(order.length - 1, Math.max(0, active.column + column)),
    };
    setActive(next);
    rowsShown.scrollToIndex(next.row);
    columnsShown.scrollToIndex(next.column);
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
      Home: [0, -order.length],
      End: [0, order.length],
    };
    const step = steps[event.key];
    if (step) move(...step);
    else if (event.key === 'Enter' || event.key === 'F2') setIsEditing(true);
    else return;
    event.preventDefault();
  };
  const toggleSort = (column: string) => {
    const { sort, filter } = view;
    const isSame = sort?.column === column;
    const kept = filter ? { filter } : {};
    if (isSame && sort.descending) onView(kept);
    else onView({ ...kept, sort: { column, descending: isSame } });
  };
  const actions = useLatest({
    sort: toggleSort,
    map: onMap,
    open: onOpenColumn,
    activate: (row: number, column: number) => setActive({ row, column }),
    edit: () => setIsEditing(true),
    keep: (line: number, column: string, text: string) => keepEdit({ line, column, text }),
    finish(line: number, column: string, text: string | null) {
      setIsEditing(false);
      keepEdit(NO_EDIT);
      scroller.current?.focus();
      if (text !== null) onEdit(line, column, text);
    },
  });
  const template = `${LINE_WIDTH}px repeat(${order.length}, ${COLUMN_WIDTH}px)`;
  const layout = { columns: file.columns, order, from, to, actions };
  return (
    <div className={css.frame}>
      {keptEdit.line > 0 && !isEditing && (
        <KeptEdit
          {...keptEdit}
          onApply={() => {
            onEdit(keptEdit.line, keptEdit.column, keptEdit.text);
            keepEdit(NO_EDIT);
          }}
          onDiscard={() => keepEdit(NO_EDIT)}
        />
      )}
      <div className={css.sheet}>
        <div
          ref={scroller}
          className={cx(css.scroller, rows.isStale && css.stale)}
          role="grid"
          aria-label={`Rows of ${file.name}`}
          aria-rowcount={total + 1}
          aria-colcount={order.length + 1}
          aria-activedescendant={total > 0 ? `cell-${active.row}-${active.column}` : undefined}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a grid takes the focus for its active cell
          tabIndex={0}
          onKeyDown={handleKey}
        >
          <GridHeader
            {...layout}
            template={template}
            sort={view.sort}
            openColumn={openColumn}
            locked={file.status !== 'ready'}
          />
          <div className={css.body} style={{ height: rowsShown.getTotalSize() }}>
            {items.map(({ index, start: top }) => (
              <GridLine
                key={index % lines}
                {...layout}
                leftOf={leftOf}
                index={index}
                place={start + index}
                top={top}
                row={rows.rowAt(start + index)}
                active={active.row === index ? active.column : -1}
                isEditing={active.row === index && isEditing}
              />
            ))}
          </div>
        </div>
        {total === 0 && !isPending && <EmptyState compact className={css.empty} title="No rows match" />}
      </div>
      {sections > 1 && (
        <Select
          aria-label="Section of the file"
          value={String(start / SECTION_ROWS)}
          options={Array.from({ length: sections }, (_, index) => ({
            value: String(index),
            label: `Rows ${formatNumber(index * SECTION_ROWS + 1)} to ${formatNumber(Math.min(total, (index + 1) * SECTION_ROWS))}`,
          }))}
          onChange={(event) => {
            setSection(Number(event.target.value));
            rowsShown.scrollToIndex(0);
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
  const { columns } = file;
  return useMemo(() => {
    const indexByName = new Map(columns.map(({ header }, index) => [header, index]));
    const added = columns.flatMap(({ header }, index) => (names.includes(header) ? [] : [index]));
    return [...names.flatMap((name) => indexByName.get(name) ?? []), ...added];
  }, [columns, names]);
}
