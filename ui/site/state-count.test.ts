import { expect, test } from 'vitest';
import { describeStates } from './state-count.ts';

test.each([
  [null, 'States', null],
  [12, 'States', 12],
  [50, 'States', 50],
  [51, 'States and DC', 50],
  [53, 'States, DC, and territories', 53],
])('%s places with listings are labeled "%s" and shown as %s', (count, label, value) =>
  expect(describeStates(count)).toEqual({ label, value }),
);
