import { expect, it } from 'vitest';
import { showSpaces } from './show-spaces.ts';

it.each([
  ['MA', 'MA'],
  ['MA ', 'MA␣'],
  ['  New York', '␣␣New York'],
  ['', ''],
])('shows %j as %j', (value, shown) => {
  expect(showSpaces(value)).toBe(shown);
});
