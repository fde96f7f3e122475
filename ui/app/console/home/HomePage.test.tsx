import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { matchRoutes, MemoryRouter, type NavigateProps } from 'react-router-dom';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSession } from '#ui/base/session.ts';
import type { ConsoleState, StaffConsole } from '#ui/base/platform/console.ts';
import { fakePlatform } from '#ui/base/platform/fake-platform.ts';
import { PlatformContext } from '#ui/base/platform/platform.ts';
import { createQueryClient } from '#ui/base/platform/query.ts';
import { createDesktopRoutes } from '../routes.tsx';
import { page } from './HomePage.tsx';

const Home = page.Component;
const state = {
  link: 'offline',
  problem: 'This server’s certificate is for wifi.example.com, not enamel.example.com.',
  outbox: { waiting: 2, held: 0, locked: 0, conflicts: [] },
  schedule: [],
  newer: null,
  update: null,
  homeAt: '2026-01-06T00:00:00Z',
} as unknown as ConsoleState;
const staffConsole = {
  state: () => state,
  watch: () => () => {},
  listen: () => () => {},
  recentFiles: async () => [{ file: 'f1', name: 'board.csv', size: 3_000, changedAt: 1 }],
} as unknown as StaffConsole;

beforeEach(() => {
  useSession.setState({ user: { id: 1, role: 'admin' } as never, isReady: true });
  const due = [
    { kind: 'privacy', count: 1, overdue: 1, mine: 0, nextAt: '2026-01-01T00:00:00Z', hasDeadline: true },
    { kind: 'claims', count: 0, overdue: 0, mine: 0, nextAt: null, hasDeadline: true },
  ];
  const failed = [
    { kind: 'imports', count: 3, latestAt: '2026-01-01T00:00:00Z', detail: 'a.csv: The file ended early.' },
  ];
  // The console answers from its offline copy, which has no list of imports.
  vi.stubGlobal('fetch', async (url: string | URL) =>
    String(url).startsWith('/api/admin/home')
      ? Response.json({ due, failed, changed: [] })
      : Response.json({ error: 'offline', message: 'Offline.' }, { status: 503 }),
  );
});
afterEach(() => {
  useSession.setState({ user: null });
  vi.unstubAllGlobals();
});
const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PlatformContext value={{ ...fakePlatform(), kind: 'desktop', staffConsole }}>
        <MemoryRouter>
          <Home />
        </MemoryRouter>
      </PlatformContext>
    </QueryClientProvider>,
  );

it('is where the console opens', () => {
  const routes = createDesktopRoutes({ call: null as never, cache: new QueryClient(), server: false });
  for (const path of ['/', '/auth']) {
    const { element } = matchRoutes(routes, path)!.at(-1)!.route;
    expect((element as ReactElement<NavigateProps>).props.to).toBe('/admin/desk');
  }
});

it('lists late requests and failures of the server next to what is on this computer, without a connection', async () => {
  show();
  const due = await screen.findByRole('region', { name: 'Needs attention' });
  expect(within(due).getByText('1 privacy request to answer')).toBeTruthy();
  expect(within(due).getByText('All overdue')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Failed' })).getByText('3 imports failed')).toBeTruthy();
  expect(screen.getByText(/^Offline. As of /)).toBeTruthy();
  const computer = screen.getByRole('region', { name: 'On this computer' });
  for (const title of [
    'The server can’t be reached',
    'This server’s certificate is for wifi.example.com, not enamel.example.com.',
    '2 decisions wait for a connection',
  ])
    expect(within(computer).getByText(title)).toBeTruthy();
  const files = screen.getByRole('region', { name: 'Import' });
  expect(within(files).getByRole('button', { name: 'Choose files…' })).toBeTruthy();
  expect(await within(files).findByRole('button', { name: 'board.csv' })).toBeTruthy();
});
