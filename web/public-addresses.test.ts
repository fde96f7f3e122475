import { expect, it } from 'vitest';
import { toPublicAddress } from '#server/site/page-cache/public-address.ts';
import { directoryUrl } from '#ui/listings/search/search-state.ts';

it('cached pages keep every parameter of a directory search, in the order of its links', () => {
  const search = {
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
    services: '1,3',
    plan: 'delta-dental',
    openOn: 'sat,sun',
    evening: true,
    gender: 'female',
    maxPrice: 400,
    minRating: 4.5,
    minReviews: 20,
    nearMe: true,
    sort: 'rating',
    organic: true,
    view: 'grid',
    page: 2,
  } as const;
  const url = directoryUrl(search, 'whitening');
  expect(toPublicAddress(url)).toBe(url);
});
