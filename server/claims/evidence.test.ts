import { describe, expect, it } from 'vitest';
import { scoreEvidence, type EvidenceInput } from './evidence.ts';
import { usStates } from '#contract/states.ts';
import { statesWithUnknownFormat, checkLicenseFormat, licenseFormats } from './license.ts';
import { isValidNpi } from './npi.ts';

const submittedAt = new Date('2025-03-03T15:00:00Z');
const base = {
  claim: {
    requestorName: 'Jane Roe',
    requestorEmail: 'jane@elsewhere.example',
    requestorPhone: '(303) 555-0199',
    relationshipToPractice: 'office_manager',
    licenseNumber: null,
    npi: null,
    submittedAt,
    pinConfirmedAt: null,
    documents: 0,
  },
  listing: {
    name: 'Dr. Ana Silva',
    phone: '(512) 555-0142',
    email: null,
    website: 'https://www.silvadental.example/team',
    state: 'TX',
    npi: null,
    practiceName: 'Silva Dental',
  },
  claimant: {
    email: 'jane@elsewhere.example',
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
    [
      'account email at the practice domain',
      'email',
      { claim: { requestorEmail: 'jane@silvadental.example' }, claimant: { email: 'jane@silvadental.example' } },
      30,
    ],
    ['form email at the practice domain', 'email', { claim: { requestorEmail: 'jane@silvadental.example' } }, 25],
    ['email at a subdomain', 'email', { claim: { requestorEmail: 'jane@mail.silvadental.example' } }, 25],
    ['a domain with the same ending', 'email', { claim: { requestorEmail: 'jane@notsilvadental.example' } }, -5],
    [
      'the email of the listing',
      'email',
      { claim: { requestorEmail: 'Office@gmail.com' }, listing: { email: 'office@gmail.com' } },
      30,
    ],
    ['a free email provider', 'email', { claim: { requestorEmail: 'jane@gmail.com' } }, 0],
    [
      'a free email provider as the website',
      'email',
      { claim: { requestorEmail: 'jane@gmail.com' }, listing: { website: 'https://gmail.com' } },
      0,
    ],
    [
      'the group that the practice belongs to',
      'email',
      { claim: { requestorEmail: 'jane@group.example' }, listing: { website: 'https://silva.group.example' } },
      25,
    ],
    [
      'the website builder',
      'email',
      { claim: { requestorEmail: 'jane@wixsite.com' }, listing: { website: 'https://silva.wixsite.com/team' } },
      -5,
    ],
    [
      'an example domain',
      'email',
      { claim: { requestorEmail: 'jane@example.com' }, listing: { website: 'https://silva.example.com' } },
      -5,
    ],
    ['another domain', 'email', {}, -5],
    ['no website', 'email', { listing: { website: null } }, 0],
    ['an invalid website', 'email', { listing: { website: 'http://' } }, 0],
    ['the phone of the listing in another format', 'phone', { claim: { requestorPhone: '+1 512.555.0142' } }, 20],
    ['the same exchange', 'phone', { claim: { requestorPhone: '5125550100' } }, 8],
    ['the same area', 'phone', { claim: { requestorPhone: '5129990100' } }, 3],
    ['another area', 'phone', {}, -3],
    ['no phone on the listing', 'phone', { listing: { phone: null } }, 0],
    ['the whole name', 'name', { claim: { requestorName: 'Dr. Ana M. Silva, DDS' } }, 20],
    ['the name with accents', 'name', { claim: { requestorName: 'Aná Sílva' } }, 20],
    ['the last name', 'name', { claim: { requestorName: 'Bruno Silva' } }, 10],
    ['a manager with another name', 'name', {}, 0],
    ['an owner with another name', 'name', { claim: { relationshipToPractice: 'owner' } }, -5],
    ['a usual license', 'license', { claim: { licenseNumber: '12345' } }, 8],
    ['a license of another state', 'license', { claim: { licenseNumber: 'DN12345' } }, 2],
    ['no license at all', 'license', { claim: { licenseNumber: 'ask me' } }, -8],
    ['a manager without a license', 'license', {}, undefined],
    ['a dentist without a license', 'license', { claim: { relationshipToPractice: 'dentist' } }, -3],
    ['a valid NPI', 'npi', { claim: { npi: '1234567893' } }, 5],
    ['the NPI of the listing', 'npi', { claim: { npi: '1234567893' }, listing: { npi: '1234567893' } }, 25],
    ['the NPI of someone else', 'npi', { claim: { npi: '1234567893' }, listing: { npi: '1679576722' } }, -20],
    ['a wrong NPI', 'npi', { claim: { npi: '1234567890' } }, -15],
    ['a confirmed PIN', 'pin', { claim: { pinConfirmedAt: submittedAt } }, 60],
    ['a document', 'document', { claim: { documents: 2 } }, 5],
    ['approved before', 'earlier', { claimant: { approvedBefore: 3 } }, 10],
    ['rejected once', 'earlier', { claimant: { rejectedBefore: 1 } }, -15],
    ['rejected often', 'earlier', { claimant: { rejectedBefore: 9 } }, -30],
    ['a new account', 'age', { claimant: { createdAt: new Date('2025-03-03T10:00:00Z') } }, -5],
    ['a year-old account', 'age', { claimant: { createdAt: new Date('2024-03-03T10:00:00Z') } }, 5],
    ['a week-old account', 'age', {}, undefined],
    ['a rival', 'rivals', { rivals: 1 }, 0],
    ['a deleted account', 'account', { claimant: null }, -10],
  ];
  it.each(table)('%s', (_, code, change, points) => expect(reason(code, change)?.points).toBe(points));
});

describe('the score', () => {
  it('is strong when everything matches', () => {
    const { score, verdict } = weigh({
      claim: { requestorName: 'Ana Silva', requestorEmail: 'ana@silvadental.example', requestorPhone: '512-555-0142' },
      claimant: { email: 'ana@silvadental.example' },
    });
    expect([score, verdict]).toEqual([70, 'strong']);
  });
  it('stays between 0 and 100, with the strongest reason first', () => {
    const low = weigh({ claim: { npi: '1234567890' }, claimant: { rejectedBefore: 5 } });
    expect([low.score, low.verdict, low.reasons[0]?.code]).toEqual([0, 'weak', 'earlier']);
    const high = weigh({
      claim: {
        requestorName: 'Ana Silva',
        requestorEmail: 'a@silvadental.example',
        requestorPhone: '5125550142',
        pinConfirmedAt: submittedAt,
        npi: '1234567893',
      },
      listing: { npi: '1234567893' },
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
    points: 3,
    text: "The license number looks plausible. There's no usual format for Montana, so look it up with the state board.",
  });
});
