import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { QueuedImport } from '#contract/bulk/import-queue.ts';
import { useSession } from '#ui/base/session.ts';
import { fakePlatform } from '#ui/base/platform/fake-platform.ts';
import { PlatformContext } from '#ui/base/platform/platform.ts';
import { createQueryClient } from '#ui/base/platform/query.ts';
import { StatusLine } from './StatusLine.tsx';

let items: Partial<QueuedImport>[];
beforeEach(() => {
  useSession.setState({ user: { id: 1, role: 'admin' } as never, isReady: true });
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const { pathname } = new URL(String(url), 'http://localhost');
    const body =
      pathname === '/api/admin/import-queue' ? items : pathname.endsWith('/version') ? { version: '1' } : null;
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  useSession.setState({ user: null });
});

/** Shows the line as after a reload, with nothing in the cache. */
async function show() {
  cleanup();
  await act(async () =>
    render(
      <QueryClientProvider client={createQueryClient()}>
        <PlatformContext value={fakePlatform()}>
          <MemoryRouter>
            <StatusLine />
          </MemoryRouter>
        </PlatformContext>
      </QueryClientProvider>,
    ),
  );
}

it('shows a running import after each reload, and never says at once that no jobs run', async () => {
  items = [{ id: 3, runId: 7, fileName: 'board.csv', state: 'applying', share: 0.71 }];
  for (let reload = 0; reload < 2; reload++) {
    await show();
    expect(await screen.findByText('Importing 71%')).toBeTruthy();
    await vi.waitFor(() => expect(screen.queryByText('Loading…')).toBeNull());
    expect(screen.queryByText('No jobs running')).toBeNull();
  }
});

it('says that no jobs run once the import has ended', async () => {
  items = [{ id: 3, runId: 7, fileName: 'board.csv', state: 'done', share: null }];
  await show();
  expect(await screen.findByText('No jobs running')).toBeTruthy();
});
