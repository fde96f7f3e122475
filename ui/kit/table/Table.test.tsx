// @vitest-environment happy-dom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Table, type Column, type TableProps } from './Table.tsx';

interface Row {
  id: string;
  name: string;
  weight: number | null;
}
const rows: Row[] = [
  { id: 'a', name: 'Pear 10', weight: 3 },
  { id: 'b', name: 'Pear 9', weight: null },
  { id: 'c', name: 'apple', weight: 1 },
  { id: 'd', name: 'Fig', weight: 2 },
];
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, sortBy: (row) => row.name },
  { id: 'weight', header: 'Weight', cell: (row) => row.weight, sortBy: (row) => row.weight },
];

function Fruits(props: Partial<TableProps<Row>> & { onChange?: (ids: string[]) => void }) {
  const [selected, setSelected] = useState<string[]>([]);
  const change = (ids: string[]) => {
    setSelected(ids);
    props.onChange?.(ids);
  };
  return (
    <Table
      label="Fruits"
      rows={rows}
      columns={columns}
      rowId={(row) => row.id}
      selected={selected}
      onSelectedChange={change}
      {...props}
    />
  );
}
const body = () => screen.getAllByRole('row').slice(1);
const names = () => body().map((row) => within(row).getAllByRole('cell')[1]?.textContent);
const selectedRows = () =>
  body().flatMap((row, place) => (row.getAttribute('aria-selected') === 'true' ? [place] : []));
const row = (place: number) => body()[place] ?? document.body;
const box = (place: number) => within(row(place)).getByRole('checkbox');

describe('Table', () => {
  it('sorts numbers numerically, with unknown values last in both directions', () => {
    render(<Fruits />);
    fireEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(names()).toEqual(['apple', 'Fig', 'Pear 9', 'Pear 10']);
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
    const weight = screen.getByRole('button', { name: 'Weight' });
    fireEvent.click(weight);
    expect(names().at(-1)).toBe('Pear 9');
    const order = names().slice(0, 3);
    fireEvent.click(weight);
    expect(names().slice(0, 3)).toEqual(order.toReversed());
    expect(names().at(-1)).toBe('Pear 9');
  });

  it('leaves sorting to the owner if onSortChange is set', () => {
    const onSortChange = vi.fn();
    render(<Fruits sort={null} onSortChange={onSortChange} />);
    fireEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(onSortChange).toHaveBeenCalledWith({ id: 'name', desc: false });
    expect(names()).toEqual(['Pear 10', 'Pear 9', 'apple', 'Fig']);
  });

  it('selects a range with Shift+click, and all rows from the header', () => {
    render(<Fruits />);
    fireEvent.click(box(0));
    fireEvent.click(box(2), { shiftKey: true });
    expect(selectedRows()).toEqual([0, 1, 2]);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
    expect(selectedRows()).toEqual([0, 1, 2, 3]);
  });

  it('moves and selects by keyboard', () => {
    render(<Fruits />);
    row(0).focus();
    fireEvent.keyDown(row(0), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(row(1));
    expect(body().map((each) => each.tabIndex)).toEqual([-1, 0, -1, -1]);
    fireEvent.keyDown(row(1), { key: ' ' });
    expect(selectedRows()).toEqual([1]);
    fireEvent.keyDown(row(1), { key: 'ArrowDown', shiftKey: true });
    fireEvent.keyDown(row(2), { key: 'ArrowDown', shiftKey: true });
    expect(selectedRows()).toEqual([1, 2, 3]);
    fireEvent.keyDown(row(3), { key: 'ArrowUp', shiftKey: true });
    expect(selectedRows()).toEqual([1, 2]);
    fireEvent.keyDown(row(2), { key: 'Escape' });
    expect(selectedRows()).toEqual([]);
    fireEvent.keyDown(row(2), { key: 'a', ctrlKey: true });
    expect(selectedRows()).toEqual([0, 1, 2, 3]);
  });

  it('opens a row with Enter, but not from a control inside it', () => {
    const onOpen = vi.fn();
    render(<Fruits onOpen={onOpen} />);
    fireEvent.keyDown(row(3), { key: 'Enter' });
    expect(onOpen).toHaveBeenLastCalledWith(rows[3]);
    fireEvent.click(box(0));
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  it('keeps its rows while it reloads, and shows the empty state', () => {
    const { rerender } = render(<Fruits loading />);
    expect(names()).toHaveLength(4);
    expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
    rerender(<Fruits rows={[]} empty="No fruits" />);
    expect(screen.getByText('No fruits')).toBeTruthy();
  });
});
