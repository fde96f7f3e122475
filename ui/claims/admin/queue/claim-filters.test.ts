import { describe, expect, it } from 'vitest';
import type { ClaimDossier } from '#contract/claims/claims.ts';
import { listDoubts } from '../decision/approval-doubts.ts';
import { describeReturn } from '../assignment/snooze.ts';
import { chooseClaims, readChoices, type Filter, type Sort } from './claim-filters.ts';

const claim = (id: number, more: object = {}): ClaimDossier =>
  ({
    id,
    kind: 'claim',
    dentist: { name: `Dr. ${id}`, city: 'Boston', state: 'MA' },
    requestorName: 'Ann Lee',
    requestorEmail: `${id}@example.com`,
    submittedAt: `2026-01-0${id}T00:00:00Z`,
    evidence: { verdict: 'fair', score: 40 },
    attachments: [],
    rivals: 0,
    overdue: false,
    evidenceAsked: false,
    warnings: [],
    ...more,
  }) as never;
const claims = [
  claim(1, { dentist: { name: 'Dr. José Peña', city: 'San Juan', state: 'PR' }, overdue: true, rivals: 2 }),
  claim(2, { evidence: { verdict: 'weak', score: 5 }, evidenceAsked: true, kind: 'new_owner' }),
  claim(3, { evidence: { verdict: 'strong', score: 80 }, attachments: [{}], warnings: [{}], kind: 'new_listing' }),
];
const viewer = { userId: 7, now: Date.parse('2026-01-10T12:00:00Z') };
const choose = (choices: { q?: string; only?: Filter | null; sort?: Sort }, from = claims, keptId?: number) =>
  chooseClaims(from, { q: '', only: null, sort: 'due', ...choices }, viewer, keptId).map(({ id }) => id);

describe('choosing claims', () => {
  it('finds words in any order, without accents or case, in the practice, place, or claimant', () => {
    expect(choose({ q: 'pena JOSE' })).toEqual([1]);
    expect(choose({ q: 'boston lee' })).toEqual([2, 3]);
    expect(choose({ q: '3@example' })).toEqual([3]);
    expect(choose({ q: 'nobody' })).toEqual([]);
    const known = claim(4, {
      requestorPhone: '(512) 555-0142',
      npi: '1234567893',
      claimant: { name: 'Rob', email: 'r@x' },
    });
    for (const q of ['5125550142', '555-0142', '1234567893', 'rob', 'r@x'])
      expect(choose({ q }, [known, ...claims])).toEqual([4]);
  });

  it.each<[Filter, number[]]>([
    ['claims', [1]],
    ['listings', [3]],
    ['transfers', [2]],
    ['overdue', [1]],
    ['strong', [3]],
    ['weak', [2]],
    ['rivals', [1]],
    ['documents', [3]],
    ['asked', [2]],
    ['warnings', [3]],
  ])('filters %s', (only, ids) => expect(choose({ only })).toEqual(ids));

  it('leaves snoozed claims out until their time, unless a link opens one', () => {
    const queue = [
      claim(1, { status: 'pending', snoozedUntil: '2026-01-10T12:00:01Z', assigneeId: 7 }),
      claim(2, { status: 'pending', snoozedUntil: '2026-01-10T12:00:00Z', assigneeId: 7 }),
      claim(3, { status: 'pending', snoozedUntil: null, assigneeId: 8 }),
      claim(4, { status: 'approved', snoozedUntil: '2026-02-01T00:00:00Z' }),
    ];
    expect(choose({}, queue)).toEqual([2, 3, 4]);
    expect(choose({}, queue, 1)).toEqual([1, 2, 3, 4]);
    expect(choose({ only: 'snoozed' }, queue)).toEqual([1]);
    expect(choose({ only: 'mine' }, queue)).toEqual([2]);
    expect(choose({ only: 'unassigned' }, queue)).toEqual([4]);
  });

  it.each<[Sort, number[]]>([
    ['due', [1, 2, 3]],
    ['newest', [3, 2, 1]],
    ['oldest', [1, 2, 3]],
    ['strongest', [3, 1, 2]],
    ['weakest', [2, 1, 3]],
  ])('sorts by %s', (sort, ids) => expect(choose({ sort })).toEqual(ids));

  it('ignores choices that the URL makes up', () => {
    expect(readChoices(new URLSearchParams('only=constructor2&sort=x&q=a'))).toEqual({
      q: 'a',
      only: null,
      sort: 'due',
    });
  });
});

it.each([
  [0.5, 'back in 1 hour'],
  [13, 'back in 13 hours'],
  [24, 'back in 1 day'],
  [24 * 14, 'back in 14 days'],
])('says when a claim that is snoozed for %d hours returns', (hours, text) =>
  expect(describeReturn(new Date(viewer.now + hours * 3_600_000).toISOString(), viewer.now)).toBe(text),
);

describe('doubts about an approval', () => {
  it('are weak evidence, rivals, and warnings', () => {
    expect(listDoubts({ ...claims[2]!, warnings: [] })).toEqual([]);
    expect(listDoubts(claims[1]!)).toEqual(['The evidence is weak, with a score of 5.']);
    const warnings = [{ code: 'names', text: "Rob isn't the dentist." }] as ClaimDossier['warnings'];
    expect(listDoubts({ ...claims[0]!, warnings })).toEqual([
      '2 other claims on this listing would be closed.',
      "Rob isn't the dentist.",
    ]);
  });
});
