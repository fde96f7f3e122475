import { expect, it } from 'vitest';
import { roles } from '#shared/roles.ts';
import { doorsOf, groupsFor, places, roomOf } from './admin-nav.ts';
import { placeOf } from './place-of.ts';

it('leads from each place back to itself', () => {
  for (const { id, to } of places) {
    const [pathname, search = ''] = to.split('?');
    expect(placeOf(pathname!, search), to).toBe(id);
  }
  expect(placeOf('/admin/imports/7', '')).toBe('imports');
  expect(placeOf('/admin', 'sub=data')).toBe('imports');
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

it('has one door for each room, and at most sixteen', () => {
  const doors = doorsOf(places);
  expect(doors.length).toBeLessThanOrEqual(16);
  const labels = doors.map(({ door, label }) => door ?? label);
  expect(new Set(labels).size).toBe(labels.length);
  for (const place of places) expect(doors.map(roomOf), place.id).toContain(roomOf(place));
  for (const role of roles)
    for (const door of doorsOf(groupsFor(role).flatMap((group) => group.places)))
      // A role without the first page of a room would read the name of another page on its door.
      expect([door.id, door.room], role).toEqual([door.id, undefined]);
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
