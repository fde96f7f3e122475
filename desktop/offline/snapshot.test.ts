import { expect, it } from 'vitest';
import type { ClaimDossier } from '#contract/claims/claims.ts';
import type { Decision } from './decision.ts';
import { countAfterDecisions } from './snapshot.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const claim = (id: number, more: Partial<ClaimDossier> = {}) =>
  ({ id, status: 'pending', overdue: false, snoozedUntil: null, ...more }) as ClaimDossier;
const approve = (id: number) =>
  ({ method: 'PATCH', path: `/api/admin/claim-requests/${id}`, body: { status: 'approved' } }) as Decision;

it('counts claims as they will be once the decisions on them arrive', () => {
  const claims = [
    claim(1, { overdue: true }),
    claim(2, { overdue: true }),
    claim(3, { overdue: true, snoozedUntil: '2026-03-02T12:00:00Z' }),
    claim(4),
  ];
  const counts = { pending: 4, approved: 10, rejected: 0, overdue: 2, snoozed: 1 };
  const countAfter = (...ids: number[]) => countAfterDecisions(counts, claims, ids.map(approve), now);
  expect(countAfter()).toEqual(counts);
  expect(countAfter(1)).toEqual({ pending: 3, approved: 11, rejected: 0, overdue: 1, snoozed: 1 });
  expect(countAfter(3)).toEqual({ pending: 3, approved: 11, rejected: 0, overdue: 2, snoozed: 0 });
  expect(countAfter(1, 2, 3, 4)).toEqual({ pending: 0, approved: 14, rejected: 0, overdue: 0, snoozed: 0 });
});
