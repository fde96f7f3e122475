import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { useSession } from '#ui/accounts/session.ts';
import { fakePlatform } from '#ui/platform/fake-platform.ts';
import { PlatformContext } from '#ui/platform/platform.ts';
import { createQueryClient } from '#ui/platform/query.ts';
import { StatusLine } from './StatusLine.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useSession.setState({ user: null, isReady: false });
});

const show = (queue: object[]) => {
  useSession.setState({ user: { id: 1, role: 'admin', name: 'Ada' } as never, isReady: true });
  vi.stubGlobal('fetch', async (input: string) =>
    Response.json(input.endsWith('/version') ? { version: '1' } : input.endsWith('/import-queue') ? queue : null),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PlatformContext value={fakePlatform()}>
        <MemoryRouter>
          <StatusLine />
        </MemoryRouter>
      </PlatformContext>
    </QueryClientProvider>,
  );
};
const item = { id: 3, state: 'applying', share: 0.71, fileName: 'board.csv' };

it('shows a running import, also after a reload, and never that nothing runs', async () => {
  show([item]);
  expect(await screen.findByRole('button', { name: 'Importing 71%' })).toBeTruthy();
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
});

it('says that nothing runs once the import is done', async () => {
  show([{ ...item, state: 'done' }]);
  expect(await screen.findByText('No jobs running')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Importing/ })).toBeNull();
});
