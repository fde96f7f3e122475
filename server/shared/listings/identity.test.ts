import { describe, expect, it } from 'vitest';
import { findFieldsToCheck, isSmallEdit, type Identity } from '#shared/listings/identity.ts';

const verified: Identity = {
  name: 'Dr. Ana Silva',
  practiceName: 'Silva Dental',
  phone: '(512) 555-0142',
  address: '1 Main St',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
};
const edit = (change: Partial<Identity>) => ({ ...verified, ...change });

describe('a small edit of a verified listing', () => {
  it.each<Partial<Identity>>([
    {},
    { practiceName: 'Silva Dental & Family' },
    { practiceName: 'Silva Family Dentistry' },
    { practiceName: 'The Silva Dental Group, PLLC' },
    { practiceName: 'SILVA DENTAL', phone: '+1 512.555.0142' },
    { name: 'Ana M. Silva, DDS' },
    { name: 'Aná Silva' },
  ])('keeps every word that identifies the practice: %o', (change) => {
    expect(isSmallEdit(verified, edit(change))).toBe(true);
    expect(findFieldsToCheck(verified, edit(change))).toEqual([]);
  });

  it.each<[Partial<Identity>, string[]]>([
    [{ practiceName: 'Silva & Jones Dental' }, ['practiceName']],
    [{ practiceName: 'Oak Dental' }, ['practiceName']],
    [{ practiceName: 'Family Dental' }, ['practiceName']],
    [{ practiceName: null }, ['practiceName']],
    [{ name: 'Dr. Ana Silva Jones' }, ['name']],
    [{ phone: '(512) 555-0143' }, ['phone']],
    [{ practiceName: 'Silva Dental & Family', address: '2 Main St' }, ['practiceName', 'address']],
    [{ zipCode: '78702' }, ['zipCode']],
  ])('is not one that changes such a word, the phone, or the address: %o', (change, fields) => {
    expect(findFieldsToCheck(verified, edit(change))).toEqual(fields);
  });

  it('is none of a name without such a word, because any practice could have it', () => {
    const plain = edit({ practiceName: 'Family Dental Care' });
    expect(isSmallEdit(plain, edit({ practiceName: 'Dental Care Center' }))).toBe(false);
    expect(isSmallEdit(plain, edit({ practiceName: 'family dental care' }))).toBe(true);
  });

  it('adds up to small edits only, so a name cannot drift to another practice', () => {
    const spellings = ['Silva Dental', 'Silva Dental & Family', 'Dr. Silva', 'Silva Studio, LLC', 'The Silva Clinic'];
    for (const before of spellings)
      for (const after of spellings)
        expect(isSmallEdit(edit({ practiceName: before }), edit({ practiceName: after })), `${before} → ${after}`).toBe(
          true,
        );
  });
});
