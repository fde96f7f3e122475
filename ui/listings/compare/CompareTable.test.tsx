// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { Listing } from '../listing.ts';
import { testListing } from '../test-listing.ts';
import CompareTable from './CompareTable.tsx';

const showTable = (listings: Listing[]) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <CompareTable listings={listings} pathWithout={() => '/compare'} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const readRow = (name: string) =>
  within(screen.getByRole('rowheader', { name }).closest('tr')!)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent.trim());

it('a comparison writes languages in one form and names the source of each rating', () => {
  const texts = ['English; Spanish', 'English, Vietnamese', null];
  const listings = texts.map((languages, index) => ({
    ...testListing,
    id: index + 1,
    languages,
    ratingSource: index === 0 ? 'Google' : null,
  }));
  showTable(listings);
  expect(readRow('Languages')).toEqual(['English, Spanish', 'English, Vietnamese', 'Not listed']);
  expect(readRow('Rating')).toEqual([
    expect.stringMatching(/Rating source: Google\.$/),
    expect.stringMatching(/Rating source: not recorded\.$/),
    expect.stringMatching(/Rating source: not recorded\.$/),
  ]);
});

it('a comparison keeps a no apart from what is not known', () => {
  const unknown = { ...testListing, id: 8, known: {} };
  showTable([testListing, unknown]);
  expect(readRow('Accepts new patients')).toEqual(['Yes', 'Not confirmed']);
  expect(readRow('Emergency services')).toEqual(['No', 'Not confirmed']);
  expect(readRow('Parking available')).toEqual(['Not confirmed', 'Not confirmed']);
  expect(readRow('Confirmed')[0]).toBe('Not confirmed by the practice. From imported data, March 1, 2026.');
});
