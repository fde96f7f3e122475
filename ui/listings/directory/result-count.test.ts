import { expect, it } from 'vitest';
import { describeRange } from './result-count.ts';

it.each([
  [1, 1, { total: 1, totalIsExact: true }, 'Showing 1 result'],
  [1, 2, { total: 2, totalIsExact: true }, 'Showing 1-2 of 2 results'],
  [11, 1, { total: 11, totalIsExact: true }, 'Showing 11-11 of 11 results'],
  [1, 10, { total: 1500, totalIsExact: false }, 'Showing 1-10 of 1,500+ results'],
])('from %i, %i of %o: %s', (first, count, totals, text) => {
  expect(describeRange(first, count, totals)).toBe(text);
});
