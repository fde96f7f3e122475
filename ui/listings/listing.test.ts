import { expect, test } from 'vitest';
import { describeVerification, type Listing } from './listing.ts';

const paid = { isPaid: true, isVerified: true, ownershipReviewedAt: '2026-03-04T23:30:00Z' } as Listing;

test('the seal says what was checked, and nothing that was not', () => {
  expect(describeVerification(paid)).toBe('ownership reviewed on March 4, 2026, subscription active');
  expect(describeVerification({ ...paid, isPaid: false })).toBe('ownership reviewed on March 4, 2026');
  expect(describeVerification({ ...paid, ownershipReviewedAt: null })).toBe('ownership reviewed, subscription active');
  expect(describeVerification({ ...paid, ownershipReviewedAt: null, isVerified: false })).toBe(
    'listed by its owner, subscription active',
  );
});
