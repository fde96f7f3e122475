import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ImportFile } from '#contract/bulk/workbench.ts';
import { createQueryClient } from '#ui/base/platform/query.ts';
import { WorkbenchGrid } from './WorkbenchGrid.tsx';

const ROWS = 100_000;
const addSteps = vi.fn(async () => null);
const file = {
  id: 7,
  version: 1,
  status: 'ready',
  name: 'list.csv',
  rows: ROWS,
  format: {},
  columns: ['name', null].map((field, at) => ({
    header: field === null ? 'Notes' : 'Dentist',
    field,
    how: 'known',
    confidence: 1,
    samples: [`sample ${at}`],
  })),
} as unknown as ImportFile;

beforeEach(() => {
  // Happy DOM has no layout, so every element is as large as a window.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    const { from, count } = JSON.parse(body as string) as { from: number; count: number };
    const rows = Array.from({ length: count }, (_, n) => ({
      row: from + n + 1,
      line: from + n + 2,
      cells: [`Ann ${from + n}`, ''],
      broken: null,
      problems: [],
      changed: [],
    }));
    return new Response(JSON.stringify({ rows, total: ROWS, version: 1 }), {
      headers: { 'content-type': 'application/json' },
    });
  });
  addSteps.mockClear();
  const ignore = () => undefined;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <WorkbenchGrid
        file={file}
        view={{}}
        openColumn={null}
        onView={ignore}
        onMap={ignore}
        onOpenColumn={ignore}
        addSteps={addSteps}
      />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const listLines = () => screen.getAllByRole('rowheader').map(({ parentElement }) => parentElement!);
async function scrollTo(row: number) {
  const grid = screen.getByRole('grid');
  await act(async () => {
    grid.scrollTop = row * 32;
    fireEvent.scroll(grid);
  });
  expect(await screen.findByText(`Ann ${row + 5}`)).toBeTruthy();
}

it('shows columns without a field first', () => {
  expect(
    screen.getAllByRole('columnheader').map(({ textContent }) => /Notes|Dentist|Line/.exec(textContent)?.[0]),
  ).toEqual(['Line', 'Notes', 'Dentist']);
});

it('passes the elements of rows that leave to those that come, near and far', async () => {
  await scrollTo(1_000);
  const elements = new Set(listLines());
  for (const row of [1_009, 1_000, 50_000, 77_777]) {
    await scrollTo(row);
    expect([row, listLines().filter((line) => !elements.has(line))]).toEqual([row, []]);
  }
});

it('copies a range as a spreadsheet does, and pastes one as edits of its cells', async () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  });
  const grid = screen.getByRole('grid');
  fireEvent.keyDown(grid, { key: 'ArrowRight' });
  fireEvent.keyDown(grid, { key: 'ArrowDown' });
  fireEvent.keyDown(grid, { key: 'ArrowDown', shiftKey: true });
  expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(2);
  fireEvent.keyDown(grid, { key: 'c', ctrlKey: true });
  await vi.waitFor(() => expect(copied).toEqual(['Ann 1\nAnn 2']));
  fireEvent.paste(grid, { clipboardData: { getData: () => 'Bo\r\nAnn 2\r\nCy\r\n' } });
  await vi.waitFor(() => expect(addSteps).toHaveBeenCalled());
  // A cell that has the text already takes no step.
  expect(addSteps.mock.calls).toEqual([
    [
      { do: 'edit', line: 3, column: 'Dentist', value: 'Bo' },
      { do: 'edit', line: 5, column: 'Dentist', value: 'Cy' },
    ],
  ]);
});

it('changes the width of a column, also by keys', () => {
  const handle = screen.getByRole('separator', { name: 'Width of Notes' });
  fireEvent.keyDown(handle, { key: 'ArrowRight' });
  expect(handle.getAttribute('aria-valuenow')).toBe('208');
  for (let n = 0; n < 20; n++) fireEvent.keyDown(handle, { key: 'ArrowLeft' });
  expect(handle.getAttribute('aria-valuenow')).toBe('64');
});
