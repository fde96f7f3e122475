import { expect, it } from 'vitest';
import { toCanonicalUrl, toPublicAddress } from './public-address.ts';

it('leaves out what the page ignores and orders the rest', () => {
  const boston = '/directory?location=Boston%2C+MA&openNow=1&page=2';
  for (const query of [
    'location=Boston, MA&openNow=1&page=2',
    'page=2&openNow=1&location=Boston%2C%20MA',
    'utm_source=news&page=2&gclid=1&location=Boston%2C+MA&fbclid=2&openNow=1&anything=3',
    'location=Boston%2C+MA&location=Austin&openNow=1&page=2',
  ])
    expect(toPublicAddress(`/directory?${query}`)).toBe(boston);
  expect(toPublicAddress('/?utm_campaign=spring')).toBe('/');
  expect(toPublicAddress('/profile/7?ref=1')).toBe('/profile/7');
  expect(toPublicAddress('/directory?location=Austin')).not.toBe(toPublicAddress('/directory?location=Boston'));
});

it('knows public pages and no others', () => {
  for (const path of [
    '/',
    '/topics/oral-health',
    '/dentists/texas/austin',
    '/texas/austin/dentist/ana-silva',
    '/pricing',
  ])
    expect(toPublicAddress(path)).toBe(path);
  for (const path of [
    '/account',
    '/dashboard',
    '/admin/claims',
    '/auth',
    '/reset-password?token=1',
    '/add-listing',
    '/articles/preview/1',
    '/api/user/claims/1',
    '/stripe-sandbox/pay/a/b',
    '/assets/a/b/c.js',
    '/directory/',
    '//evil.example',
    '/%E0%A4/austin/dentist/x',
  ])
    expect([path, toPublicAddress(path)]).toEqual([path, null]);
});

it('leaves out empty parameters', () => {
  expect(toPublicAddress('/directory?location=&page=2&services=&services=3')).toBe('/directory?services=3&page=2');
  expect(toPublicAddress('/directory?location=')).toBe('/directory');
});

it('knows the canonical spelling of public pages, and keeps their query for campaigns', () => {
  for (const [url, canonical] of [
    ['/DIRECTORY', '/directory'],
    ['/directory/?utm_source=News&location=Austin', '/directory?utm_source=News&location=Austin'],
    ['/profile/5/', '/profile/5'],
    ['//profile///5//', '/profile/5'],
    ['/%70rofile/5', '/profile/5'],
    ['/Texas/Austin/dentist/Ana-Silva', '/texas/austin/dentist/ana-silva'],
    ['//?a=b', '/?a=b'],
  ] as const) {
    expect([url, toCanonicalUrl(url)]).toEqual([url, canonical]);
    expect(toCanonicalUrl(canonical)).toBeNull();
  }
  for (const url of [
    '/',
    '/directory?location=Austin',
    '/profile/5',
    '//evil.example',
    '//evil.example/a/b',
    '/Account/',
    '/api/Dentists/',
    '/assets/A/B.js',
    '/articles/%2e%2e/',
    '/articles/a%2Fb',
  ])
    expect([url, url.startsWith('/articles') ? toCanonicalUrl(url)?.includes('..') : toCanonicalUrl(url)]).toEqual([
      url,
      url.startsWith('/articles') ? expect.toSatisfy((has) => !has) : null,
    ]);
});
