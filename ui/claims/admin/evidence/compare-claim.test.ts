import { describe, expect, it } from 'vitest';
import type { ClaimDossier } from '#contract/claims/claims.ts';
import { compareClaim } from './compare-claim.ts';
import { describeViewers } from '../viewers/viewers-text.ts';

const claim = (values: object = {}, listing: object = {}): ClaimDossier =>
  ({
    kind: 'claim',
    requestorName: 'Dana Whitfield',
    requestorEmail: 'dana@oak.example',
    requestorPhone: '512-555-0142',
    relationshipToPractice: 'owner',
    yearsAtPractice: null,
    licenseNumber: null,
    npi: null,
    registry: null,
    dentist: { name: 'Dr. Dana Whitfield', address: null, city: 'Austin', state: 'TX', zipCode: null },
    listing: { name: 'Dr. Dana Whitfield', phone: null, email: null, website: null, npi: null, ...listing },
    ...values,
  }) as unknown as ClaimDossier;
const fieldsOf = (dossier: ClaimDossier) => compareClaim(dossier).map(({ field }) => field);
const differing = (dossier: ClaimDossier) =>
  compareClaim(dossier)
    .filter(({ differs }) => differs)
    .map(({ field }) => field);

describe('a claim compared with its listing', () => {
  it('leaves out the fields that neither has', () => {
    expect(fieldsOf(claim())).toEqual(['Name', 'Email', 'Phone', 'Address', 'Relationship']);
    expect(fieldsOf(claim({ npi: '1234567893', yearsAtPractice: '4' }, { website: 'https://oak.example' }))).toEqual([
      'Name',
      'Email',
      'Phone',
      'NPI',
      'Website',
      'Address',
      'Relationship',
      'Years',
    ]);
  });

  it('marks contradictions, however the values are written', () => {
    expect(differing(claim({ npi: '1234567893' }, { phone: '+1 (512) 555-0142', npi: '1234567893' }))).toEqual([]);
    expect(differing(claim({ npi: '1234567893' }, { phone: '(512) 555-0143', npi: '1245319599' }))).toEqual([
      'Phone',
      'NPI',
    ]);
    const registry = { name: 'DANA WHITFIELD', credentials: null, licenses: 'TX 20007; OK D-0815', city: null };
    expect(differing(claim({ licenseNumber: '20007', registry }))).toEqual([]);
    expect(differing(claim({ licenseNumber: 'd0815', registry }))).toEqual([]);
    expect(differing(claim({ licenseNumber: '20008', registry }))).toEqual(['License']);
  });

  it('does not compare a missing value, or the account of a check', () => {
    expect(differing(claim({ npi: '1234567893' }, { phone: null, npi: null }))).toEqual([]);
    const check = claim({ kind: 'identity_change' }, { phone: '(512) 555-0143' });
    expect(differing(check)).toEqual([]);
    expect(fieldsOf(check)).not.toContain('Relationship');
  });
});

it('colleagues with the same claim open are named', () => {
  expect(describeViewers(['Ana'])).toBe('Ana is looking at this claim, too.');
  expect(describeViewers(['Ana', 'Bea'])).toBe('Ana and Bea are looking at this claim, too.');
  expect(describeViewers(['Ana', 'Bea', 'Cal', 'Ana'])).toBe('Ana and 2 others are looking at this claim, too.');
});
