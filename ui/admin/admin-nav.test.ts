import { expect, it } from 'vitest';
import { roles } from '#shared/roles.ts';
import { groupsFor, places } from './admin-nav.tsx';
import { placeOf } from './place-of.ts';

it('leads from each place back to itself', () => {
  for (const { id, to } of places) {
    const [pathname, search = ''] = to.split('?');
    expect(placeOf(pathname!, search), to).toBe(id);
  }
  expect(placeOf('/admin/imports/7', '')).toBe('imports');
  expect(placeOf('/admin', 'tab=nonsense')).toBe('home');
  expect(placeOf('/admin', 'tab=analytics&sub=nonsense')).toBe('analytics');
  expect(placeOf('/admin/nowhere', '')).toBeUndefined();
});

it('gives every place its own id, address, and keys', () => {
  for (const values of [
    places.map(({ id }) => id),
    places.map(({ to }) => to),
    places.flatMap(({ keys }) => keys ?? []),
  ])
    expect(new Set(values).size).toBe(values.length);
});

it('shows each role the places it may open', () => {
  const labels = Object.fromEntries(
    roles.map((role) => [role, groupsFor(role).flatMap((group) => group.places.map(({ id }) => id))]),
  );
  expect(labels).toEqual({
    user: [],
    analyst: ['home', 'listings', 'sources', 'data-health', 'articles', 'topics', 'analytics', 'reports'],
    reviewer: [
      'home',
      'claims',
      'new-listings',
      'problems',
      'reviews',
      'messages',
      'privacy',
      'listings',
      'sources',
      'data-health',
    ],
    editor: ['home', 'articles', 'topics', 'ads'],
    admin: places.map(({ id }) => id),
  });
});
