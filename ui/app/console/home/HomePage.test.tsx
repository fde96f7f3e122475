import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import { matchRoutes, MemoryRouter, type NavigateProps } from 'react-router-dom';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSession } from '#ui/base/session.ts';
import { queueDecision, usePendingDecisions } from '#ui/claims/admin/decision/pending-decisions.ts';
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
} as unknown as ConsoleState;
const staffConsole = {
  state: () => state,
  watch: () => () => {},
  listen: () => () => {},
  recentFiles: async () => [{ file: 'f1', name: 'board.csv', size: 3_000, changedAt: 1 }],
  undoDecision: async () => true,
} as unknown as StaffConsole;

beforeEach(() => {
  useSession.setState({ user: { id: 1, role: 'admin' } as never, isReady: true });
  // The console answers from its offline copy, which has no list of imports.
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const isCounts = String(url).startsWith('/api/admin/claim-requests');
    return isCounts
      ? Response.json({ pending: 5, approved: 0, rejected: 0, overdue: 2, snoozed: 1 })
      : Response.json({ error: 'offline', message: 'Offline.' }, { status: 503 });
  });
});
afterEach(() => {
  usePendingDecisions.setState({ waiting: [] });
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

it('shows what needs attention, and a place for files, without a connection', async () => {
  show();
  const attention = await screen.findByRole('region', { name: 'Needs attention' });
  for (const title of [
    'The server can’t be reached',
    'This server’s certificate is for wifi.example.com, not enamel.example.com.',
    '2 claims are overdue',
    '2 claims are waiting for review',
    '2 decisions wait for a connection',
  ])
    expect(await within(attention).findByText(title)).toBeTruthy();
  const files = screen.getByRole('region', { name: 'Import' });
  expect(within(files).getByRole('button', { name: 'Choose files…' })).toBeTruthy();
  expect(await within(files).findByRole('button', { name: 'board.csv' })).toBeTruthy();
  expect(await screen.findByText('We’ll list them once you’re connected.')).toBeTruthy();
});

it('stops counting a claim once it is decided, even while the decision can be undone', async () => {
  show();
  await screen.findByText('2 claims are overdue');
  const decide = (claimId: number, overdue: boolean) =>
    act(() =>
      queueDecision(
        new QueryClient(),
        { status: 'approved', claims: [{ claimId, listing: 'Elm Dental', reviewNotes: '', overdue }] },
        staffConsole as never,
      ),
    );
  decide(1, true);
  expect(screen.getByText('1 claim is overdue')).toBeTruthy();
  expect(screen.getByText('2 claims are waiting for review')).toBeTruthy();
  decide(2, false);
  expect(screen.getByText('1 claim is overdue')).toBeTruthy();
  expect(screen.getByText('1 claim is waiting for review')).toBeTruthy();
});
