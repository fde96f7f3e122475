import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { QueuedImport } from '#contract/bulk/import-queue.ts';
import { createQueryClient } from '#ui/base/platform/query.ts';
import { describeQueue } from './ImportChip.tsx';
import { QueueList } from './QueueList.tsx';
import { chooseInterval } from './use-import-queue.ts';

const item: QueuedImport = {
  id: 3,
  runId: 7,
  fileName: 'board.csv',
  fileBytes: 2_048,
  userName: 'Ada Staff',
  createdAt: '2026-03-01T12:00:00Z',
  source: 'upload',
  state: 'applying',
  share: 0.71,
  rowsDone: 8_520,
  rowsTotal: 12_000,
  rowsPerSecond: 3_400,
  secondsLeft: 12,
  message: null,
  mayRetry: false,
};
const idle = { share: null, rowsDone: null, rowsTotal: null, rowsPerSecond: null, secondsLeft: null };
const waiting: QueuedImport = { ...item, ...idle, id: 4, runId: null, fileName: 'next.csv', state: 'waiting' };

const show = (...items: QueuedImport[]) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <QueueList items={items} />
      </MemoryRouter>
    </QueryClientProvider>,
  );

it('shows rows, rate, and time left, and how to end each import', () => {
  show(item, waiting);
  expect(screen.getByText('8,520 of 12,000 rows · 3,400 rows per second · 12 seconds left')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'board.csv' }).getAttribute('aria-valuenow')).toBe('71');
  expect(screen.getByRole('button', { name: 'Cancel board.csv' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove next.csv' })).toBeTruthy();
});

it('offers to review a preview, and to try a failed import again', () => {
  show(
    { ...item, ...idle, state: 'review' },
    { ...waiting, state: 'failed', message: 'No row could be imported.', mayRetry: true },
  );
  expect(screen.getByRole('link', { name: 'Review board.csv' }).getAttribute('href')).toBe('/admin/imports/7');
  expect(screen.getByRole('button', { name: 'Try next.csv again' })).toBeTruthy();
  expect(screen.getByText('No row could be imported.')).toBeTruthy();
});

it('says in a few words what the queue does, and nothing when there is nothing to say', () => {
  expect(describeQueue([item, waiting])).toBe('Importing 71% · 1 waiting');
  expect(describeQueue([waiting])).toBe('1 import waiting');
  expect(describeQueue([{ ...item, state: 'review' }])).toBe('1 import needs review');
  expect(describeQueue([{ ...item, state: 'done' }])).toBeNull();
});

it('asks less often about long imports, and never while nothing runs', () => {
  expect(chooseInterval([])).toBe(false);
  expect(chooseInterval([{ ...item, state: 'done' }])).toBe(false);
  expect(chooseInterval([waiting])).toBe(2_000);
  expect(chooseInterval([item])).toBe(1_000);
  expect(chooseInterval([{ ...item, secondsLeft: 100 }])).toBe(5_000);
  expect(chooseInterval([{ ...item, secondsLeft: 5_000 }])).toBe(10_000);
});
