import { expect, it } from 'vitest';
import { describeLowestPrice, describePrice, describePriceSource } from './price.ts';

it('a price reads as a range or as a lowest price', () => {
  expect(describePrice({ from: 299, to: 1450 })).toBe('$299 to $1,450');
  expect(describePrice({ from: 299, to: null })).toBe('from $299');
  expect(describeLowestPrice({ from: 1200 })).toBe('Whitening from $1,200');
});

it('a price names who stated it, and the month', () => {
  const statedOn = '2026-03-01';
  expect(describePriceSource({ statedBy: 'practice', statedOn })).toBe('Stated by the practice in March 2026.');
  expect(describePriceSource({ statedBy: 'staff', statedOn })).toBe('Stated by our staff in March 2026.');
  expect(describePriceSource({ statedBy: 'import', statedOn })).toBe('From imported data, March 2026.');
});
