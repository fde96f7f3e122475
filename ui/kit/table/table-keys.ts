import type { RowData } from '@tanstack/react-table';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import type { useModel } from './table-model.ts';

interface RowKeys<Row extends RowData> {
  table: ReturnType<typeof useModel<Row>>;
  scroll: RefObject<HTMLDivElement | null>;
  selectable: boolean;
  onOpen: ((row: Row) => void) | undefined;
  show: (index: number) => void;
  /** J, K, and X work wherever the focus is, unless the user types or a dialog is open. */
  onPage: boolean;
  /** The row that is open next to the table, which J and K move; -1 if there is none. */
  openIndex: number;
}

const inner = 'a, button, input, select, textarea, label';
const typed = 'input:not([type=checkbox]), textarea, select, [contenteditable]';
const overlays = '[role=dialog], [role=alertdialog], [role=menu]';
type Pressed = Pick<globalThis.KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault'>;
const within = (target: EventTarget, row: Element) =>
  target instanceof Element && target !== row && target.closest(inner) !== null;

/**
 * The table is one tab stop, its active row. Up, Down, K, J, Home, End, Page Up, and Page Down move; with Shift, they also
 * select. Space and X select, Ctrl+A selects all, Escape clears the selection, Enter opens.
 */
export function useRowKeys<Row extends RowData>(keys: RowKeys<Row>) {
  const { table, scroll, selectable, onOpen, show, onPage, openIndex } = keys;
  const [current, setCurrent] = useState(0);
  const anchor = useRef<number>(undefined);
  const rows = table.getRowModel().rows;
  const stop = openIndex < 0 ? Math.min(current, Math.max(0, rows.length - 1)) : openIndex;

  const focusRow = (index: number) => {
    setCurrent(index);
    show(index);
    // A virtual row must be rendered first.
    const find = () => scroll.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`);
    const there = find();
    if (there) there.focus();
    else requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()));
  };
  const range = (from: number, to: number) => {
    const ids = rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id);
    table.setRowSelection(Object.fromEntries(ids.map((id): [string, true] => [id, true])));
  };
  const act = (event: Pressed, index: number) => {
    if (rows.length === 0) return;
    const page = 10;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const last = rows.length - 1;
    const targets: Record<string, number> = {
      ArrowDown: Math.min(last, index + 1),
      ArrowUp: Math.max(0, index - 1),
      j: Math.min(last, index + 1),
      k: Math.max(0, index - 1),
      PageDown: Math.min(last, index + page),
      PageUp: Math.max(0, index - page),
      Home: 0,
      End: last,
    };
    const target = event.ctrlKey || event.metaKey || event.altKey ? undefined : targets[key];
    if (target !== undefined) {
      event.preventDefault();
      if (event.shiftKey && selectable) {
        anchor.current ??= index;
        range(anchor.current, target);
      } else anchor.current = undefined;
      focusRow(target);
      const row = rows[target];
      if (openIndex >= 0 && !event.shiftKey && row) onOpen?.(row.original);
    } else if ((key === ' ' || (key === 'x' && !event.ctrlKey && !event.metaKey)) && selectable) {
      event.preventDefault();
      if (event.shiftKey && anchor.current !== undefined) range(anchor.current, index);
      else {
        anchor.current = index;
        rows[index]?.toggleSelected();
      }
    } else if (key === 'a' && (event.ctrlKey || event.metaKey) && selectable) {
      event.preventDefault();
      table.toggleAllRowsSelected(true);
    } else if (event.key === 'Escape' && selectable && table.getIsSomeRowsSelected()) {
      event.preventDefault();
      table.resetRowSelection(true);
    } else if (event.key === 'Enter' && onOpen) {
      const row = rows[index];
      if (row) onOpen(row.original);
    }
  };
  const keyDown = (event: KeyboardEvent<HTMLTableRowElement>, index: number) => {
    if (event.target === event.currentTarget) act(event, index);
  };
  const pageKeyDown = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !/^[jkx]$/i.test(event.key)) return;
    if ((event.target as HTMLElement).closest?.(typed) || document.querySelector(overlays)) return;
    const active = document.activeElement?.closest<HTMLElement>('tr[data-index]');
    const focusedIndex = active && scroll.current?.contains(active) ? Number(active.dataset.index) : null;
    // The first J or K enters the table at its active row.
    if (focusedIndex === null && openIndex < 0 && event.key !== 'x') {
      event.preventDefault();
      focusRow(stop);
    } else act(event, focusedIndex ?? stop);
  });
  const showOpen = useEffectEvent(() => openIndex >= 0 && show(openIndex));
  useEffect(() => {
    if (openIndex >= 0) showOpen();
  }, [openIndex]);
  useEffect(() => {
    if (!onPage) return undefined;
    const listener = (event: globalThis.KeyboardEvent) => pageKeyDown(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, [onPage]);
  return {
    row: (index: number) => ({
      'data-index': index,
      tabIndex: index === stop ? 0 : -1,
      onFocus: (event: FocusEvent<HTMLTableRowElement>) => {
        if (event.target === event.currentTarget) setCurrent(index);
      },
      onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => keyDown(event, index),
      onClick: (event: MouseEvent<HTMLTableRowElement>) => {
        if (within(event.target, event.currentTarget)) return;
        if (event.shiftKey && selectable) {
          range(anchor.current ?? stop, index);
          setCurrent(index);
          return;
        }
        anchor.current = index;
        setCurrent(index);
        const row = rows[index];
        if (onOpen && row) onOpen(row.original);
      },
    }),
  };
}
