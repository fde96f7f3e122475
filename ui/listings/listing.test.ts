import { expect, test } from 'vitest';
import { describeVerification, type Listing } from './listing.ts';

const paid = { isPaid: true, isVerified: true, ownershipReviewedAt: '2026-03-04T23:30:00Z' } as Listing;

test('describes only what was verified', () => {
  expect(describeVerification(paid)).toBe('Ownership verified March 4, 2026. Paid member.');
  expect(describeVerification({ ...paid, isPaid: false })).toBe('Ownership verified March 4, 2026.');
  expect(describeVerification({ ...paid, ownershipReviewedAt: null })).toBe('Ownership verified. Paid member.');
  expect(describeVerification({ ...paid, ownershipReviewedAt: null, isVerified: false })).toBe(
    'Listed by its owner. Paid member.',
  );
});
