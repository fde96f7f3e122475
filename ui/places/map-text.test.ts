import { expect, test } from 'vitest';
import { formatDentistCount, placeName } from './map-text.ts';
import sheet from './TileMap.module.css?raw';

test('a city has the code of its state, so its name is never cut', () => {
  expect(placeName({ state: 'District of Columbia', city: 'Washington' })).toBe('Washington, DC');
  expect(placeName({ state: 'Texas' })).toBe('Texas');
  expect(formatDentistCount(1)).toBe('1 dentist');
});

test('counts of four digits stay on one line of their tile', () => {
  expect(sheet).toMatch(/\.count \{[^}]*white-space: nowrap/);
});
