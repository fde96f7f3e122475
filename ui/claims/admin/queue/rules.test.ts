import { expect, it } from 'vitest';
import { emptyRule, findMatchingClaims } from './rules.ts';

const now = Date.parse('2025-03-10T12:00:00Z');
const claim = (id: number, score: number, fields: object = {}) => ({
  id,
  evidence: { score, verdict: 'fair' as const, reasons: [] },
  submittedAt: '2025-03-08T12:00:00Z',
  rivals: 0,
  attachments: [],
  overdue: false,
  ...fields,
});
const claims = [
  claim(1, 90),
  claim(2, 91),
  claim(3, 100, { rivals: 1 }),
  claim(4, 95, { attachments: [{}], submittedAt: '2025-03-01T00:00:00Z', overdue: true }),
];
const selectIds = (rule: Partial<typeof emptyRule>) =>
  findMatchingClaims(claims, { ...emptyRule, ...rule }, now).map(({ id }) => id);

it('excludes claims at the limit and combines conditions with “and”', () => {
  expect(selectIds({ scoreOver: 90 })).toEqual([2, 3, 4]);
  expect(selectIds({ scoreOver: 90, withoutRivals: true })).toEqual([2, 4]);
  expect(selectIds({ scoreUnder: 91 })).toEqual([1]);
  expect(selectIds({ olderThan: 2 })).toEqual([4]);
  expect(selectIds({ withDocuments: true, overdue: true })).toEqual([4]);
});
it('selects nothing if the rule is empty', () => expect(selectIds({})).toEqual([]));
