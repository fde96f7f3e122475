import { expect, test } from 'vitest';
import { standingLabel } from '#contract/standing.ts';
import { describeVerification } from './listing.ts';

test('describes what was verified', () => {
  expect(describeVerification({ ownershipReviewedAt: '2026-03-04T23:30:00Z' })).toBe(
    'Ownership verified March 4, 2026. Paid member.',
  );
  expect(describeVerification({ ownershipReviewedAt: null })).toBe('Ownership verified. Paid member.');
});

test.each([
  [{ claimed: false, isVerified: false, isPaid: false, changesUnderReview: false }, 'Unclaimed'],
  [{ claimed: true, isVerified: false, isPaid: true, changesUnderReview: false }, 'Managed by the practice'],
  [{ claimed: true, isVerified: true, isPaid: false, changesUnderReview: false }, 'Managed by the practice'],
  [{ claimed: true, isVerified: true, isPaid: true, changesUnderReview: false }, 'Verified'],
  [{ claimed: true, isVerified: false, isPaid: true, changesUnderReview: true }, 'Changes under review'],
])('%j is %s', (listing, label) => expect(standingLabel(listing)).toBe(label));
