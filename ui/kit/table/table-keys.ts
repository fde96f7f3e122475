import type { RowData } from '@tanstack/react-table';
import { useRef, useState, type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import type { useModel } from './table-model.ts';

interface RowKeys<Row extends RowData> {
  table: ReturnType<typeof useModel<Row>>;
  scroll: RefObject<HTMLDivElement | null>;
  selectable: boolean;
  onOpen: ((row: Row) => void) | undefined;
  show: (index: number) => void;
}

const inner = 'a, button, input, select, textarea, label';
const within = (target: EventTarget, row: Element) =>
  target instanceof Element && target !== row && target.closest(inner) !== null;

/**
 * The table is one tab stop, its active row. Up, Down, Home, End, Page Up, and Page Down move; with Shift, they also
 * select. Space selects, Ctrl+A selects all, Escape clears the selection, Enter opens.
 */
export function useRowKeys<Row extends RowData>({ table, scroll, selectable, onOpen, show }: RowKeys<Row>) {
  const [current, setCurrent] = useState(0);
  const anchor = useRef<number>(undefined);
  const rows = table.getRowModel().rows;
  const stop = Math.min(current, Math.max(0, rows.length - 1));

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
  const keyDown = (event: KeyboardEvent<HTMLTableRowElement>, index: number) => {
    if (event.target !== event.currentTarget || rows.length === 0) return;
    const page = 10;
    const last = rows.length - 1;
    const targets: Record<string, number> = {
      ArrowDown: Math.min(last, index + 1),
      ArrowUp: Math.max(0, index - 1),
      PageDown: Math.min(last, index + page),
      PageUp: Math.max(0, index - page),
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      if (event.shiftKey && selectable) {
        anchor.current ??= index;
        range(anchor.current, target);
      } else anchor.current = undefined;
      focusRow(target);
    } else if (event.key === ' ' && selectable) {
      event.preventDefault();
      if (event.shiftKey && anchor.current !== undefined) range(anchor.current, index);
      else {
        anchor.current = index;
        rows[index]?.toggleSelected();
      }
    } else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && selectable) {
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
