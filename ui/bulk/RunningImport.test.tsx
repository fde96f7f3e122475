import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { listImports, type ImportRun } from '#contract/bulk.ts';
import { createQueryClient, queryOf } from '#ui/platform/query.ts';
import { RunningImport } from './RunningImport.tsx';

const run = {
  id: 7,
  status: 'running',
  fileName: 'board.csv',
  userName: 'Ada Staff',
  progress: { phase: 'writing', done: 1, total: 2, share: 0.71 },
} as ImportRun;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (latest: ImportRun) => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const client = createQueryClient();
  client.setQueryData(queryOf(listImports, { query: { pageSize: '1' } }).queryKey, [latest]);
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <RunningImport />
      </MemoryRouter>
    </QueryClientProvider>,
  );
};

it('shows an import that someone started elsewhere, with a way to cancel it', () => {
  show(run);
  expect(screen.getByText('Importing board.csv, started by Ada Staff')).toBeTruthy();
  expect(screen.getByText(/71%/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
});

it('shows nothing while no import runs', () => {
  show({ ...run, status: 'done' });
  expect(screen.queryByText(/board\.csv/)).toBeNull();
});
