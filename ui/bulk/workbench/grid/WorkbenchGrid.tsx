import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type KeyboardEvent, useEffect, type RefObject } from 'react';
import type { RecipeStep } from '#contract/bulk/recipe.ts';
import type { ImportFile } from '#contract/bulk/workbench.ts';
import { useListedShortcuts, type ShortcutGroup } from '#ui/admin/shown-shortcuts.ts';
import { Select } from '#ui/kit/controls/Select.tsx';
import { cx } from '#ui/kit/cx.ts';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { rangeOf } from './cell-range.ts';
import { GridHeader } from './GridHeader.tsx';
import { GridLine } from './GridLine.tsx';
import { KeptEdit } from './KeptEdit.tsx';
import { useClipboard } from './use-clipboard.ts';
import { LINE_WIDTH, useColumnWidths } from './use-column-widths.ts';
import { useGridRows, useRowCount, type GridView } from './use-grid-rows.ts';
import { useKept } from '../use-kept.ts';
import css from './WorkbenchGrid.module.css';

/** A reference that never changes to a value that does, so that memoized parts don't render again for new callbacks. */
function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

const gridShortcuts: ShortcutGroup = {
  name: 'Rows of the file',
  shortcuts: [
    ['↑', 'Cell above'],
    ['↓', 'Cell below'],
    ['←', 'Previous column'],
    ['→', 'Next column'],
    ['Shift ↓', 'Select more cells'],
    ['Ctrl C', 'Copy the cells'],
    ['Ctrl V', 'Paste from a spreadsheet'],
    ['Enter', 'Edit the cell'],
    ['Home', 'First column'],
    ['End', 'Last column'],
  ],
};

const ROW_HEIGHT = 32;
/** Browsers limit the height of an element to about 17 million pixels. */
const SECTION_ROWS = 400_000;
const EVERYTHING: GridView = {};
const NO_EDIT = { line: 0, column: '', text: '' };

interface WorkbenchGridProps {
  file: ImportFile;
  view: GridView;
  openColumn: string | null;
  onView: (view: GridView) => void;
  onMap: (index: number, field: string | null) => void;
  onOpenColumn: (column: string) => void;
  addSteps: (...steps: RecipeStep[]) => Promise<unknown>;
}

/** The rows of a file, of which only the visible cells exist. Columns without a field come first. */
export function WorkbenchGrid(props: WorkbenchGridProps) {
  const { file, openColumn, onView, onMap, onOpenColumn, addSteps } = props;
  const onEdit = (line: number, column: string, value: string) => void addSteps({ do: 'edit', line, column, value });
  // A sorted view would be computed again for each part of the file that arrives.
  const view = file.status === 'ready' ? props.view : EVERYTHING;
  const scroller = useRef<HTMLDivElement>(null);
  const [section, setSection] = useState(0);
  const [active, setActive] = useState({ row: 0, column: 0 });
  /** The cell where the selection began. The active cell is its other corner. */
  const [anchor, setAnchor] = useState({ row: 0, column: 0 });
  const range = rangeOf(anchor, active);
  const [isEditing, setIsEditing] = useState(false);
  const [keptEdit, keepEdit] = useKept(`import ${file.id} cell`, NO_EDIT);
  const order = useColumnOrder(file);
  const { lefts, resize } = useColumnWidths(file.id, file.columns, order);
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
    estimateSize: (at) => lefts[at + 1]! - lefts[at]!,
    scrollPaddingStart: LINE_WIDTH,
    overscan: 1,
  });
  useEffect(() => columnsShown.measure(), [columnsShown, lefts]);
  const items = rowsShown.getVirtualItems();
  // A row that leaves passes its elements on to one that comes, because new ones take longer. So there are as many keys
  // as rows on screen.
  const [lines, setLines] = useState(0);
  if (items.length > lines) setLines(items.length);
  const columnItems = columnsShown.getVirtualItems();
  const [from, to] = [columnItems[0]?.index ?? 0, columnItems.at(-1)?.index ?? 0];
  useListedShortcuts(gridShortcuts);
  const rows = useGridRows(file, view, start + (items[0]?.index ?? 0), start + (items.at(-1)?.index ?? 0));

  const clipboard = useClipboard({ file, view, order, total, addSteps });
  /** The range in the view, of which a section is on screen. */
  const shownRange = { ...range, top: start + range.top, bottom: start + range.bottom };
  const move = (row: number, column: number, isExtended: boolean) => {
    const next = {
      row: Math.min(count - 1, Math.max(0, active.row + row)),
      column: Math.min(order.length - 1, Math.max(0, active.column + column)),
    };
    setActive(next);
    if (!isExtended) setAnchor(next);
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
    if (step) move(...step, event.shiftKey);
    else if (event.key.toLowerCase() === 'c' && (event.ctrlKey || event.metaKey)) clipboard.copy(shownRange);
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
    activate(row: number, column: number, isExtended: boolean) {
      setActive({ row, column });
      if (!isExtended) setAnchor({ row, column });
    },
    resize,
    edit: () => setIsEditing(true),
    keep: (line: number, column: string, text: string) => keepEdit({ line, column, text }),
    finish(line: number, column: string, text: string | null) {
      setIsEditing(false);
      keepEdit(NO_EDIT);
      scroller.current?.focus();
      if (text !== null) onEdit(line, column, text);
    },
  });
  const template = `${LINE_WIDTH}px ${order.map((_, at) => `${lefts[at + 1]! - lefts[at]!}px`).join(' ')}`;
  const layout = { columns: file.columns, order, lefts, from, to, actions };
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
          onPaste={(event) => file.status === 'ready' && clipboard.handlePaste(event, shownRange)}
          aria-multiselectable
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
                index={index}
                place={start + index}
                top={top}
                row={rows.rowAt(start + index)}
                active={active.row === index ? active.column : -1}
                {...(index >= range.top && index <= range.bottom
                  ? { selectedFrom: range.left, selectedTo: range.right }
                  : { selectedFrom: -1, selectedTo: -1 })}
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
