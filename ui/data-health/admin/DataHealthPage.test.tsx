import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { healthChecks } from '#shared/data-health/health-checks.ts';
import { fakePlatform } from '#ui/base/platform/fake-platform.ts';
import { PlatformContext } from '#ui/base/platform/platform.ts';
import { createQueryClient } from '#ui/base/platform/query.ts';
import { page } from './DataHealthPage.tsx';

const DataHealth = page.Component;
afterEach(() => {
  vi.unstubAllGlobals();
});

it('shows first what there is to fix, and says where nothing is', async () => {
  const found: Record<string, number> = { no_hours: 30, duplicate: 4 };
  const counts = Object.fromEntries(healthChecks.map(({ key }) => [key, found[key] ?? 0]));
  const states = ['TX', 'OR', 'CA', 'NV', 'WA', 'UT', 'NM', 'AZ', 'ID'].map((state, n) => ({
    state,
    listings: 20 - n,
    confirmed: n === 0 ? 5 : 0,
  }));
  const confirmed = { days: 90, count: 5, states };
  const coverage = {
    total: 120,
    fields: [
      {
        key: 'point',
        label: 'Map location',
        known: 30,
        origins: [{ origin: 'census', label: 'Census geocoder', recent: 20, older: 10, undated: 0 }],
        next: { source: 'census', name: 'Census geocoder', upTo: 90 },
      },
    ],
  };
  vi.stubGlobal(
    'fetch',
    async (address: string) =>
      new Response(
        JSON.stringify(
          address.endsWith('/coverage')
            ? coverage
            : { at: '2026-11-23T09:00:00Z', total: 120, counts, clusters: 2, confirmed, days: [] },
        ),
        {
          headers: { 'content-type': 'application/json' },
        },
      ),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PlatformContext value={fakePlatform()}>
        <MemoryRouter>
          <DataHealth />
        </MemoryRouter>
      </PlatformContext>
    </QueryClientProvider>,
  );
  const [checks] = await screen.findAllByRole('list');
  const texts = within(checks!)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
  expect(texts).toHaveLength(healthChecks.length);
  expect(texts.slice(0, 3)).toEqual([
    expect.stringMatching(/^No office hours30.*25% of listings$/),
    expect.stringMatching(/^Possible duplicates42 groups\..*3\.3% of listings$/),
    expect.stringMatching(/^No phone number0.*Nothing to fix$/),
  ]);
  expect(screen.getByText('4.2% of listings: 5 of 120')).toBeDefined();
  expect(screen.getByRole('row', { name: /Texas/ }).textContent).toBe('Texas20525%');
  expect(screen.queryByText('Idaho')).toBeNull();
  expect(await screen.findByText('Census geocoder: 30, 20 within a year')).toBeDefined();
  expect(screen.getByText('Census geocoder could fill up to 90.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Show all 9 states' }));
  expect(screen.getByText('Idaho')).toBeDefined();
});

it('shows which listing a possible duplicate is similar to, and why', async () => {
  const counts = Object.fromEntries(healthChecks.map(({ key }) => [key, key === 'duplicate' ? 1 : 0]));
  const match = { id: 8, name: 'Cy Dow', score: 70, why: 'It has the same phone number.' };
  const place = { city: 'Austin', state: 'TX', zipCode: '78701', phone: null, ownerEmail: null };
  const listing = { id: 7, name: 'Cy Dow', ...place, updatedAt: '2026-11-23T09:00:00Z', match };
  const confirmed = { days: 90, count: 0, states: [] };
  const health = { at: '2026-11-23T09:00:00Z', total: 2, counts, clusters: 1, confirmed, days: [] };
  vi.stubGlobal(
    'fetch',
    async (address: string) =>
      new Response(JSON.stringify(address.includes('/duplicate/listings') ? [listing] : health), {
        headers: { 'content-type': 'application/json', 'x-total-count': '1' },
      }),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PlatformContext value={fakePlatform()}>
        <MemoryRouter initialEntries={['/admin/data-health?list=duplicate']}>
          <DataHealth />
        </MemoryRouter>
      </PlatformContext>
    </QueryClientProvider>,
  );
  const link = await screen.findByRole('link', { name: 'Cy Dow, listing 8' });
  expect(link.getAttribute('href')).toBe('/admin/listings?open=8');
  expect(screen.getByText('It has the same phone number. Score: 70.')).toBeDefined();
});
