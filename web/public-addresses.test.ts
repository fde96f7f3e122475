import { expect, it } from 'vitest';
import { toPublicAddress } from '#server/site/page-cache/public-address.ts';
import { directoryUrl, readSearch, type SearchState } from '#ui/listings/search/search-state.ts';

it('cached pages keep every parameter of a directory search, in the order of its links', () => {
  const search = {
    location: 'Austin, TX',
    service: 'Veneers',
    name: 'Silva',
    radius: 25,
    box: '-98,30,-97,31',
    openNow: true,
    newPatients: true,
    insurance: true,
    membershipPlan: true,
    selfPay: true,
    emergency: true,
    wheelchair: true,
    parking: true,
    open24Hours: true,
    verified: true,
    evening: true,
    openAt: 'lunch',
    lead: 'mall',
    language: 'Spanish',
    services: '2,5',
    plan: 'aetna,cigna',
    openOn: 'sat,sun',
    gender: 'female',
    maxPrice: 400,
    minRating: 4.5,
    minReviews: 50,
    nearMe: true,
    sort: 'rating',
    organic: true,
    view: 'grid',
    page: 2,
  } satisfies SearchState;
  const url = directoryUrl(search, 'whitening');
  expect(toPublicAddress(url)).toBe(url);
});

it('a search of a map area is cached by its area, which a typed place replaces', () => {
  const url = directoryUrl({ box: '-98,30,-97,31.25', service: 'Veneers' });
  expect(toPublicAddress(url)).toBe(url);
  expect(directoryUrl(readSearch(new URLSearchParams(url.split('?')[1])))).toBe(url);
  const typed = readSearch(new URLSearchParams('location=Austin&box=-98,30,-97,31'));
  expect(directoryUrl(typed)).toBe('/directory?location=Austin');
  expect(directoryUrl(readSearch(new URLSearchParams('box=1,2,3')))).toBe('/directory');
});

it('a form without scripts sends each choice of a list by itself, and the page reads them all', () => {
  const address = toPublicAddress('/directory?openOn=sat&openOn=sun&plan=&gender=');
  expect(readSearch(new URLSearchParams(address!.split('?')[1]))).toMatchObject({
    openOn: 'sat,sun',
    plan: '',
    gender: '',
  });
});

it('the page ignores filters that make no sense', () => {
  const url = '?openOn=sat,someday&plan=%20,aetna&services=0,x,7&gender=x&maxPrice=1.5&minRating=4.2&minReviews=5000';
  expect(directoryUrl(readSearch(new URLSearchParams(url)))).toBe('/directory?services=7&plan=aetna&openOn=sat');
});

it('the page keeps plans that it does not know, because staff add plans', () => {
  const url = '?plan=Acme%20Dental,aetna';
  expect(directoryUrl(readSearch(new URLSearchParams(url)))).toBe('/directory?plan=acme-dental%2Caetna');
});

it.each([
  ['location=78701&radius=1000', 100],
  ['location=78701&radius=100', 100],
  ['location=78701&radius=12', 12],
  ['location=78701&radius=25', 25],
  ['location=78701&radius=0', 0],
  ['location=78701&radius=far', 10],
  ['location=Austin&radius=far', 0],
])('%s searches within %i miles', (query, radius) => {
  expect(readSearch(new URLSearchParams(query)).radius).toBe(radius);
});
