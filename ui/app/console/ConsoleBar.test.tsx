import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { ConsoleState, StaffConsole } from '#ui/base/platform/console.ts';
import { fakePlatform } from '#ui/base/platform/fake-platform.ts';
import { PlatformContext } from '#ui/base/platform/platform.ts';
import { createQueryClient } from '#ui/base/platform/query.ts';
import { useSession } from '#ui/base/session.ts';
import { StatusLine } from '../admin/StatusLine.tsx';
import { ConsoleBar } from './ConsoleBar.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  useSession.setState({ user: null });
});

it('shows one figure for an import that the console watches, and the jobs that run here', async () => {
  useSession.setState({ user: { id: 1, role: 'admin' } as never, isReady: true });
  const running = [{ id: 3, runId: 7, fileName: 'board.csv', state: 'applying', share: 0.71 }];
  vi.stubGlobal('fetch', async (url: string | URL) =>
    Response.json(
      String(url).startsWith('/api/admin/import-queue?') || url === '/api/admin/import-queue' ? running : null,
    ),
  );
  const job = {
    id: '1',
    kind: 'import',
    name: 'board.csv',
    file: null,
    done: 38,
    total: 100,
    state: 'running',
    message: null,
  };
  const state = {
    link: 'online',
    problem: null,
    outbox: { waiting: 0, held: 0, locked: 0, conflicts: [] },
    snapshot: { asOf: null, pending: 0, onDisk: true },
    jobs: [job, { ...job, id: '2', kind: 'export', name: 'listings.csv', done: 25 }],
    folders: [],
    server: 'https://enamel.example.com',
  } as unknown as ConsoleState;
  const staffConsole = { state: () => state, watch: () => () => {} } as unknown as StaffConsole;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PlatformContext value={{ ...fakePlatform(), kind: 'desktop', staffConsole }}>
        <MemoryRouter>
          <StatusLine />
          <ConsoleBar />
        </MemoryRouter>
      </PlatformContext>
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Importing 71%')).toBeTruthy();
  expect(screen.getAllByText(/%/).map(({ textContent }) => textContent)).toEqual(['Importing 71%', '25%']);
});
