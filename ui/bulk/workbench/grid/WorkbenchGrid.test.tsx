import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ImportFile } from '#contract/bulk/workbench.ts';
import { createQueryClient } from '#ui/base/platform/query.ts';
import { WorkbenchGrid } from './WorkbenchGrid.tsx';

const ROWS = 100_000;
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
        onEdit={ignore}
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
