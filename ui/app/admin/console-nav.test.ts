import { expect, it } from 'vitest';
import { groupsFor } from '#ui/admin/admin-nav.ts';
import { consoleGroups, findConsolePlace } from './console-nav.tsx';

const places = consoleGroups.flatMap((group) => group.places);

it('gives every place of the console its own id, address, and keys', () => {
  for (const values of [
    places.map(({ id }) => id),
    places.map(({ to }) => to),
    places.flatMap(({ keys }) => keys ?? []),
  ])
    expect(new Set(values).size).toBe(values.length);
});

it('calls imports, claims, and reports by one name each', () => {
  for (const word of [/import/i, /claim/i, /report(?!ed)/i])
    expect(
      places.filter(({ label }) => word.test(label)),
      String(word),
    ).toHaveLength(1);
});

it('leads from each place of the console back to itself', () => {
  for (const { id, to } of places) {
    const [pathname, search = ''] = to.split('?');
    expect(findConsolePlace(pathname!, search)?.id, to).toBe(id);
  }
  expect(findConsolePlace('/admin/imports/7', '')?.label).toBe('Import');
  expect(findConsolePlace('/admin/nowhere', '')).toBeUndefined();
});

it('shows each role the places of the console that it may open', () => {
  const idsOf = (role: 'analyst' | 'reviewer' | 'editor' | 'user') =>
    groupsFor(role, consoleGroups).flatMap((group) => group.places.map(({ id }) => id));
  expect(idsOf('user')).toEqual([]);
  expect(idsOf('analyst')).toEqual([
    'home',
    'reports',
    'settings',
    'listings',
    'sources',
    'data-health',
    'articles',
    'topics',
    'analytics',
  ]);
  expect(idsOf('reviewer').slice(0, 8)).toEqual([
    'home',
    'claims',
    'new-listings',
    'problems',
    'reviews',
    'messages',
    'privacy',
    'settings',
  ]);
  expect(idsOf('editor')).toEqual(['home', 'settings', 'articles', 'topics', 'ads']);
});
