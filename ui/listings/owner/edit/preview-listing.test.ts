import { expect, it } from 'vitest';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import { standingLabel } from '#shared/listings/standing.ts';
import { findBadgeChanges, listFields } from './badge-changes.ts';
import type { FormValues } from './fields.ts';
import { previewListing } from './preview-listing.ts';

const identity = {
  name: 'Ana Silva',
  practiceName: 'Silva Dental',
  phone: '(512) 555-0142',
  address: '1 Main St',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
};
const listing = { ...identity, userId: 1, isPaid: true, isVerified: true, changesUnderReview: false } as OwnListing;
const preview = (change: Partial<FormValues>, of = listing) => {
  const blank = {
    practiceTypeId: '',
    whiteningPriceFrom: '',
    whiteningPriceTo: '',
    serviceIds: [],
    insurancePlans: '',
  };
  const values = new Proxy({ ...blank, ...identity, ...change } as unknown as FormValues, {
    get: (all, name) => all[name as keyof FormValues] ?? '',
  });
  const shown = previewListing(of, values, { types: new Map(), services: new Map(), plans: [] } as never, '2026-03-01');
  return standingLabel(shown);
};

it('the preview keeps the badge for a small edit, and shows without it what staff must check first', () => {
  expect(preview({})).toBe('Verified');
  expect(preview({ practiceName: 'Silva Dental & Family' })).toBe('Verified');
  expect(preview({ practiceName: 'Oak Dental' })).toBe('Changes under review');
  expect(preview({ phone: '(512) 555-0143' })).toBe('Changes under review');
  expect(preview({ phone: '(512) 555-0143' }, { ...listing, isVerified: false })).toBe('Managed by the practice');
});

it('the fields to check are named as the form names them', () => {
  const changes = findBadgeChanges(listing, { ...identity, phone: '1', zipCode: '78702' } as unknown as FormValues);
  expect(listFields(changes)).toBe('the phone and the ZIP code');
});
