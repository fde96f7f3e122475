import { expect, test } from 'vitest';
import { describeResultCount } from './result-count.ts';

test.each([
  [0, true, '0 Dentists Found'],
  [1, true, '1 Dentist Found'],
  [2, true, '2 Dentists Found'],
  [10_000, false, '10,000+ Dentists Found'],
])('%d results, exact: %s, are "%s"', (total, totalIsExact, text) =>
  expect(describeResultCount({ total, totalIsExact })).toBe(text),
);
