import { describe, expect, it } from 'vitest';
import { scoreEvidence, type EvidenceInput } from './evidence.ts';
import { usStates } from '#shared/places/states.ts';
import { statesWithUnknownFormat, checkLicenseFormat, licenseFormats } from './license.ts';
import { isValidNpi } from './npi.ts';

const submittedAt = new Date('2025-03-03T15:00:00Z');
const base = {
  claim: {
    kind: 'claim',
    requestorName: 'Jane Roe',
    requestorPhone: '(303) 555-0199',
    relationshipToPractice: 'office_manager',
    licenseNumber: null,
    npi: null,
    submittedAt,
    pinConfirmedAt: null,
    calledAt: null,
    licenseMatchedAt: null,
    documents: 0,
  },
  listing: {
    name: 'Dr. Ana Silva',
    phone: '(512) 555-0142',
    email: null,
    website: 'https://www.silvadental.example/team',
    websiteIsOwnWord: false,
    emailIsOwnWord: false,
    state: 'TX',
    npi: null,
    practiceName: 'Silva Dental',
  },
  claimant: {
    email: 'jane@elsewhere.example',
    emailVerified: true,
    createdAt: new Date('2025-02-20T00:00:00Z'),
    approvedBefore: 0,
    rejectedBefore: 0,
  },
  rivals: 0,
} satisfies EvidenceInput;
type Change = {
  claim?: Partial<EvidenceInput['claim']>;
  listing?: Partial<EvidenceInput['listing']>;
  claimant?: Partial<NonNullable<EvidenceInput['claimant']>> | null;
  rivals?: number;
};
const weigh = (change: Change = {}) =>
  scoreEvidence({
    claim: { ...base.claim, ...change.claim },
    listing: { ...base.listing, ...change.listing },
    claimant: change.claimant === null ? null : { ...base.claimant, ...change.claimant },
    rivals: change.rivals ?? 0,
  });
const reason = (code: string, change: Change) => weigh(change).reasons.find((one) => one.code === code);

describe('each piece of evidence', () => {
  const table: [string, string, Change, number | undefined][] = [
    ['a verified email at the practice domain', 'email', { claimant: { email: 'jane@silvadental.example' } }, 65],
    [
      'an unverified email at the practice domain',
      'email',
      { claimant: { email: 'jane@silvadental.example', emailVerified: false } },
      0,
    ],
    ['a verified email at a subdomain', 'email', { claimant: { email: 'jane@mail.silvadental.example' } }, 65],
    ['a domain with the same ending', 'email', { claimant: { email: 'jane@notsilvadental.example' } }, -5],
    [
      'the domain of a website that an owner entered',
      'email',
      { claimant: { email: 'jane@silvadental.example' }, listing: { websiteIsOwnWord: true } },
      10,
    ],
    [
      'the domain of the email of the listing',
      'email',
      { claimant: { email: 'jane@smile.example' }, listing: { email: 'office@smile.example', website: null } },
      65,
    ],
    [
      'the domain of an email that an owner entered',
      'email',
      {
        claimant: { email: 'jane@smile.example' },
        listing: { email: 'office@smile.example', website: null, emailIsOwnWord: true },
      },
      0,
    ],
    [
      'the email of the listing at a free provider',
      'email',
      { claimant: { email: 'office@gmail.com' }, listing: { email: 'Office@gmail.com' } },
      25,
    ],
    ['a free email provider', 'email', { claimant: { email: 'jane@gmail.com' } }, 0],
    [
      'a free email provider as the website',
      'email',
      { claimant: { email: 'jane@gmail.com' }, listing: { website: 'https://gmail.com' } },
      0,
    ],
    [
      'the group that the practice belongs to',
      'email',
      { claimant: { email: 'jane@group.example' }, listing: { website: 'https://silva.group.example' } },
      65,
    ],
    [
      'the website builder',
      'email',
      { claimant: { email: 'jane@wixsite.com' }, listing: { website: 'https://silva.wixsite.com/team' } },
      -5,
    ],
    [
      'an example domain',
      'email',
      { claimant: { email: 'jane@example.com' }, listing: { website: 'https://silva.example.com' } },
      -5,
    ],
    ['another domain', 'email', {}, -5],
    ['no website', 'email', { listing: { website: null } }, 0],
    ['an invalid website', 'email', { listing: { website: 'http://' } }, 0],
    ['the published phone number in another format', 'phone', { claim: { requestorPhone: '+1 512.555.0142' } }, 0],
    ['the same area', 'phone', { claim: { requestorPhone: '5129990100' } }, 0],
    ['another area', 'phone', {}, -3],
    ['no phone on the listing', 'phone', { listing: { phone: null } }, 0],
    ['the phone number of a check', 'phone', { claim: { kind: 'new_listing' } }, undefined],
    ['the published name', 'name', { claim: { requestorName: 'Dr. Ana M. Silva, DDS' } }, 0],
    ['the name with accents', 'name', { claim: { requestorName: 'Aná Sílva', relationshipToPractice: 'owner' } }, 0],
    ['a manager with another name', 'name', {}, 0],
    ['an owner with another name', 'name', { claim: { relationshipToPractice: 'owner' } }, -5],
    ['a usual license number', 'license', { claim: { licenseNumber: '12345' } }, 3],
    ['a license number of another state', 'license', { claim: { licenseNumber: 'DN12345' } }, 0],
    ['no license number at all', 'license', { claim: { licenseNumber: 'ask me' } }, -8],
    ['a manager without a license', 'license', {}, undefined],
    ['a dentist without a license', 'license', { claim: { relationshipToPractice: 'dentist' } }, -3],
    ['a license that staff found', 'license_match', { claim: { licenseMatchedAt: submittedAt } }, 65],
    ['a call', 'call', { claim: { calledAt: submittedAt } }, 70],
    ['a valid NPI', 'npi', { claim: { npi: '1234567893' } }, 0],
    ['the NPI of the listing', 'npi', { claim: { npi: '1234567893' }, listing: { npi: '1234567893' } }, 5],
    ['the NPI of someone else', 'npi', { claim: { npi: '1234567893' }, listing: { npi: '1679576722' } }, -20],
    ['a wrong NPI', 'npi', { claim: { npi: '1234567890' } }, -15],
    ['a confirmed PIN', 'pin', { claim: { pinConfirmedAt: submittedAt } }, 70],
    ['a document', 'document', { claim: { documents: 2 } }, 5],
    ['approved before', 'earlier', { claimant: { approvedBefore: 3 } }, 10],
    ['rejected once', 'earlier', { claimant: { rejectedBefore: 1 } }, -15],
    ['rejected often', 'earlier', { claimant: { rejectedBefore: 9 } }, -30],
    ['a new account', 'age', { claimant: { createdAt: new Date('2025-03-03T10:00:00Z') } }, undefined],
    ['a year-old account', 'age', { claimant: { createdAt: new Date('2024-03-03T10:00:00Z') } }, 5],
    ['a week-old account', 'age', {}, undefined],
    ['a rival', 'rivals', { rivals: 1 }, 0],
    ['a deleted account', 'account', { claimant: null }, -10],
  ];
  it.each(table)('%s', (_, code, change, points) => expect(reason(code, change)?.points).toBe(points));
});

describe('the score', () => {
  it.each([
    ['a verified email at the practice domain', { claimant: { email: 'ana@silvadental.example' } }],
    ['the PIN from the letter', { claim: { pinConfirmedAt: submittedAt } }],
    ['a call', { claim: { calledAt: submittedAt } }],
    ['a license match', { claim: { licenseMatchedAt: submittedAt } }],
  ] satisfies [string, Change][])('is strong with %s, even of an account that is an hour old', (_, change: Change) => {
    const { score, verdict } = weigh({
      claim: { requestorPhone: '512-555-0100', ...change.claim },
      claimant: { email: 'ana@gmail.com', createdAt: new Date('2025-03-03T14:00:00Z'), ...change.claimant },
    });
    expect([score >= 60, verdict]).toEqual([true, 'strong']);
  });

  it('is at most fair without any of them, whatever else comes together', () => {
    const { score, verdict } = weigh({
      claim: {
        requestorName: 'Ana Silva',
        requestorPhone: '5125550142',
        licenseNumber: '12345',
        npi: '1234567893',
        documents: 2,
      },
      listing: { npi: '1234567893', email: 'ana@gmail.com' },
      claimant: { email: 'ana@gmail.com', approvedBefore: 9, createdAt: new Date('2020-01-01T00:00:00Z') },
    });
    expect([score, verdict]).toEqual([53, 'fair']);
  });

  it('stays between 0 and 100, with the strongest reason first', () => {
    const low = weigh({ claim: { npi: '1234567890' }, claimant: { rejectedBefore: 5 } });
    expect([low.score, low.verdict, low.reasons[0]?.code]).toEqual([0, 'weak', 'earlier']);
    const high = weigh({
      claim: { pinConfirmedAt: submittedAt, calledAt: submittedAt },
      claimant: { email: 'ana@silvadental.example' },
    });
    expect(high.score).toBe(100);
  });
});

it.each([
  ['1234567893', true],
  ['1679576722', true],
  ['1234567894', false],
  ['3234567893', false],
  ['123456789', false],
  ['12345678931', false],
])('NPI %s', (npi, right) => expect(isValidNpi(npi)).toBe(right));

it.each([
  ['DDS 45678', 'CA', 'usual'],
  ['lic. 45678', 'CA', 'usual'],
  ['30.012345', 'OH', 'usual'],
  ['22DI01234500', 'NJ', 'usual'],
  ['0401-012345', 'VA', 'usual'],
  ['DN 12345', 'FL', 'usual'],
  ['DN 12345', 'NY', 'unusual'],
  ['12345', null, 'unknown'],
  ['12345', 'WY', 'unknown'],
  ['12345', 'PR', 'unknown'],
  ['none', 'TX', 'odd'],
  ['12', 'TX', 'odd'],
] as const)('license %s in %s is %s', (number, state, form) => expect(checkLicenseFormat(number, state)).toBe(form));

it('each state has a usual format or is listed as unknown', () => {
  const known = [...Object.keys(licenseFormats), ...statesWithUnknownFormat].toSorted();
  const fifty = usStates.filter(({ kind }) => kind !== 'territory').map(({ code }) => code);
  expect(known).toEqual(fifty.toSorted());
  expect(known).toHaveLength(51);
  expect(weigh({ claim: { licenseNumber: '12345' }, listing: { state: 'MT' } }).reasons).toContainEqual({
    code: 'license',
    points: 0,
    text: "The license number looks plausible. There's no usual format for Montana, so look it up with the state board.",
  });
});
