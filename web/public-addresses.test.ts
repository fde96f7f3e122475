import { expect, it } from 'vitest';
import { toPublicAddress } from '#server/site/page-cache/public-address.ts';
import { directoryUrl } from '#ui/listings/search/search-state.ts';

it('cached pages keep every parameter of a directory search, in the order of its links', () => {
  const url = directoryUrl({
    location: 'Austin, TX',
    service: 'Veneers',
    name: 'Silva',
    radius: 25,
    openNow: true,
    newPatients: true,
    insurance: true,
    emergency: true,
    wheelchair: true,
    language: 'Spanish',
    sort: 'rating',
    organic: true,
    view: 'grid',
    page: 2,
  });
  expect(toPublicAddress(url)).toBe(url);
});
