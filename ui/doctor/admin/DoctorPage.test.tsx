import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { fakePlatform } from '#ui/base/platform/fake-platform.ts';
import { PlatformContext } from '#ui/base/platform/platform.ts';
import { createQueryClient } from '#ui/base/platform/query.ts';
import { page } from './DoctorPage.tsx';

const Doctor = page.Component;
afterEach(() => {
  vi.unstubAllGlobals();
});

const fine = { key: 'node', label: 'Node', state: 'ok', seen: 'Node 24.11.0.', fix: null };
const faults = [
  { key: 'dmarc', label: 'DMARC', state: 'warning', seen: 'bright.example has no DMARC record.', fix: '_dmarc.bright.example. TXT "v=DMARC1; p=none"' },
  { key: 'proxies', label: 'Proxies', state: 'error', seen: 'A request passed 1 proxy, and TRUST_PROXY is 0.', fix: 'Set TRUST_PROXY=1' },
]; // prettier-ignore

it('shows errors before warnings, each with its fix, and says so when the faults are fixed', async () => {
  let checks = [fine, ...faults];
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(JSON.stringify({ at: '2026-11-28T09:00:00Z', checks }), {
        headers: { 'content-type': 'application/json' },
      }),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PlatformContext value={fakePlatform()}>
        <MemoryRouter>
          <Doctor />
        </MemoryRouter>
      </PlatformContext>
    </QueryClientProvider>,
  );
  await screen.findByText('Set TRUST_PROXY=1');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Proxies',
    'DMARC',
  ]);
  expect(screen.getByText('_dmarc.bright.example. TXT "v=DMARC1; p=none"')).toBeDefined();
  expect(screen.getByRole('row', { name: /Node/ }).textContent).toBe('NodeOKNode 24.11.0.');
  checks = [fine];
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.findByText('No faults found');
  await waitFor(() => expect(screen.queryByText('Set TRUST_PROXY=1')).toBeNull());
});
