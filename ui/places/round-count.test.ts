import { expect, test } from 'vitest';
import { roundCount } from './round-count.ts';

test.each([
  [26_000, '26,000'],
  [26_001, '26,000+'],
  [1_500, '1,500'],
  [1_501, '1,500+'],
  [999, '999'],
  [0, '0'],
])('%d becomes %s', (count, text) => expect(roundCount(count)).toBe(text));
